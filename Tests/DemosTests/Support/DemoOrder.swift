import PromiseKitLite

/// The order in which a run's handlers began and its notes were printed.
struct DemoOrder {
  let lines: [String]

  init(_ events: [PromiseEvent]) {
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
