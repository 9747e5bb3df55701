import PromiseKitLite
import Synchronization

/// Prints a line for each handler and body of a run when it starts, between the lines that the
/// program itself prints.
final class RunPrinter: ProgramObserver {
  private struct Contents {
    var names: [PromiseID: String] = [:]
    /// The labels of jobs that settle no promise.
    var jobLabels: [JobID: String] = [:]
    var queueLabels: [QueueID: String] = [:]
    var pending: Set<PromiseID> = []
    var time: Int64 = 0
    var isOver = false

    func name(of promise: PromiseID) -> String { names[promise] ?? "\(promise)" }
  }

  private let contents = Mutex(Contents())
  private let print: @Sendable (String) -> Void

  var wantsSource: Bool { false }

  /// Creates a printer that passes each line to `print`.
  init(print: @escaping @Sendable (String) -> Void = { Swift.print($0) }) { self.print = print }

  func receive(_ event: PromiseEvent) {
    let line = contents.withLock { contents -> String? in
      guard !contents.isOver else { return nil }
      contents.time = max(contents.time, event.time)
      switch event.kind {
      case .created(let creation):
        contents.names[creation.promise] = creation.shortName
        contents.pending.insert(creation.promise)
      case .jobEnqueued(let job, _, _, let label): contents.jobLabels[job] = label
      case .queueDeclared(let queue, let label, _, _): contents.queueLabels[queue] = label
      case .settled(let settlement): contents.pending.remove(settlement.promise)
      case .deallocated(let promise, _, _): contents.pending.remove(promise)
      case .note(let text): return text
      case .jobStarted(let job, let child, let queue):
        return Self.line(
          event.time, contents.queueLabels[queue] ?? "\(queue)",
          child.map(contents.name) ?? contents.jobLabels[job] ?? "\(job)")
      default: break
      }
      return nil
    }
    if let line { print(line) }
  }

  func finish(_ ending: Simulation.Ending?) {
    let line = contents.withLock { contents in
      contents.isOver = true
      let names = contents.pending.sorted().map(contents.name)
      let shown = names.prefix(Self.mostNames).joined(separator: ", ")
      let more = names.count > Self.mostNames ? ", and \(names.count - Self.mostNames) more" : ""
      return Self.line(
        contents.time, "end", names.isEmpty ? "" : "still pending: \(shown)\(more)")
    }
    print(line)
    if let warning = ending.warning { printError(warning) }
  }

  /// `      80 ms  net    fetch`
  private static func line(_ time: Int64, _ queue: String, _ text: String) -> String {
    let time = "\(time / 1_000_000)".padded(before: 8)
    let line = "\(time) ms  \(queue.padded(to: 7)) \(text)"
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static var mostNames: Int { 5 }
}
