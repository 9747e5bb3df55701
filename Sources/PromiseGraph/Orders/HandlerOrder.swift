package import PromiseKitLite

/// The order in which a run's handlers began and its notes were said, a line each, with the milliseconds.
package struct HandlerOrder: Hashable, Sendable {
  /// `80 fetch on net` where a handler began, `202   shown 3` (indented) where something was said.
  package let lines: [String]

  /// O(n)
  package init(_ events: [PromiseEvent]) {
    var labels: [PromiseID: String] = [:]
    var queues: [QueueID: String] = [:]
    var lines: [String] = []
    for event in events {
      let time = "\(event.time / 1_000_000)"
      switch event.kind {
      case .created(let creation): labels[creation.promise] = creation.label ?? "?"
      case .queueDeclared(let queue, let label, _, _): queues[queue] = label
      case .jobStarted(_, let child?, let queue):
        lines.append("\(time) \(labels[child] ?? "?") on \(queues[queue] ?? "?")")
      case .note(let text): lines.append("\(time)   \(text)")
      default: break
      }
    }
    self.lines = lines
  }
}
