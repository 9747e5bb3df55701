package import PromiseKitLite

/// A whole run as the words of a lesson speak of it: promises by their labels.
package struct CourseRun: Sendable {
  /// The events in order.
  package let events: [PromiseEvent]
  /// The promises of each label, in the order in which they were made.
  private var promises: [String: [PromiseID]] = [:]
  private var queues: [QueueID: String] = [:]
  /// The promises whose handler or work ran as a job: their bodies are part of it.
  private var jobs: Set<PromiseID> = []

  /// O(n)
  package init(_ events: [PromiseEvent]) {
    self.events = events
    for event in events {
      switch event.kind {
      case .created(let creation):
        if let label = creation.label { promises[label, default: []].append(creation.promise) }
      case .queueDeclared(let queue, let label, _, _): queues[queue] = label
      case .jobStarted(_, let child?, _): jobs.insert(child)
      default: break
      }
    }
  }

  /// The promises called `name`: by their label, with `#2` the second of it, or by their number as `p7`.
  package func promises(called name: String) -> [PromiseID] {
    if let all = promises[name] { return all }
    if let mark = name.lastIndex(of: "#"), let place = Int(name[name.index(after: mark)...]),
      let all = promises[String(name[..<mark])], all.indices.contains(place - 1)
    {
      return [all[place - 1]]
    }
    guard name.first == "p", let number = Int(name.dropFirst()) else { return [] }
    let promise = PromiseID(number)
    let isThere = events.contains { event in
      if case .created(let creation) = event.kind { creation.promise == promise } else { false }
    }
    return isThere ? [promise] : []
  }

  /// What a queue is called.
  package func label(of queue: QueueID) -> String? { queues[queue] }

  /// The handler or work of a promise ran as a job.
  func hasJob(_ promise: PromiseID) -> Bool { jobs.contains(promise) }
}
