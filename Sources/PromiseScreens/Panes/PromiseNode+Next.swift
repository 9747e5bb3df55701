import PromiseGraph
import PromiseKitLite

extension PromiseNode {
  /// Why nothing is waited for any more, though the promise is pending: its settlement, or its place
  /// in a queue, is among the next events. None where something is waited for.
  func settlesNext(in graph: Graph) -> (long: String, short: String)? {
    guard state == .pending else { return nil }
    if let job = job.flatMap({ graph.job($0) }), job.ended != nil {
      return ("its job is over", "job over")
    }
    if let timer = timer.flatMap({ graph.timer($0) }), timer.fired != nil {
      return ("its timer has fired", "fired")
    }
    if let timer = timer.flatMap({ graph.timer($0) }), timer.cancelled != nil {
      return ("its timer has been stopped", "stopped")
    }
    if creation.operation.isFanIn {
      return isDecided ? ("its inputs have decided", "decided") : nil
    }
    if let parent = creation.parents.first, graph[parent]?.isFinal == true {
      return ("\(parent) has settled", "by \(parent)")
    }
    return nil
  }

  /// The inputs of a fan-in that have settled are enough to settle it.
  private var isDecided: Bool {
    let isWhole =
      !inputs.isEmpty && inputs.count == creation.parents.count && heard.total == inputs.count
    return switch creation.operation {
    case .race: heard.total > 0
    case .retry: heard.fulfilled > 0
    case .any: isWhole || heard.fulfilled > 0
    case .all: isWhole || heard.total > heard.fulfilled
    default: isWhole
    }
  }
}
