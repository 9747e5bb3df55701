import PromiseGraph
import PromiseKitLite

extension Graph {
  /// What a promise is called in a list: a root by its label, a link by its operation and label, a
  /// timer without a label by its delay.
  func name(of node: PromiseNode, clock: ShortClock) -> String {
    if node.creation.operation == .after, node.creation.label == nil,
      let timer = node.timer.flatMap({ timer($0) })
    {
      return "after \(clock.text(timer.due.saturatingMinus(timer.scheduled.time)))"
    }
    return node.creation.parents.isEmpty ? node.name : node.title
  }
}
