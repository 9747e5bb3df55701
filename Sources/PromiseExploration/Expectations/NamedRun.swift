package import PromiseGraph
package import PromiseKitLite

/// A whole run in which promises are found by their labels, for expectations and lessons.
package struct NamedRun: Sendable {
  /// The events in order.
  package let events: [PromiseEvent]
  /// The graph after the events.
  package let graph: Graph
  /// The promises, in the order of creation, and those of each label.
  private let promises: [PromiseNode]
  private var labeled: [String: [PromiseID]] = [:]
  /// The jobs that started, in that order, and the promises whose handlers or bodies they ran.
  private let jobs: [JobNode]
  private let withJobs: Set<PromiseID>

  /// Creates a run from its events, in order, and the graph after them, if it is known. O(n log n)
  package init(_ events: [PromiseEvent], in graph: Graph? = nil) {
    self.events = events
    let graph = graph ?? Graph(events)
    self.graph = graph
    promises = graph.keyedPromises.map(\.node)
    jobs = graph.startedJobs
    withJobs = Set(jobs.compactMap(\.child))
    for promise in promises {
      if let label = promise.creation.label { labeled[label, default: []].append(promise.id) }
    }
  }

  /// Returns the promises called `name`: by label, by label and position as in `A#2`, or by number
  /// as in `p7`.
  package func promises(called name: String) -> [PromiseID] {
    if let all = labeled[name] { return all }
    if let mark = name.lastIndex(of: "#"), let place = Int(name[name.index(after: mark)...]),
      let all = labeled[String(name[..<mark])], all.indices.contains(place - 1)
    {
      return [all[place - 1]]
    }
    guard name.first == "p", let number = Int(name.dropFirst()) else { return [] }
    return graph[PromiseID(number)]?.isDeclared == true ? [PromiseID(number)] : []
  }

  /// Returns the first of these promises.
  func promise(called name: String) -> PromiseNode? {
    promises(called: name).first.flatMap { graph[$0] }
  }

  /// The promises without a handler, in the order of creation.
  var endings: [PromiseNode] {
    let read = promises.flatMap { promise in
      promise.creation.parents + promise.inputs.map(\.promise)
        + [promise.firstAdopted, promise.adopted].compactMap { $0 }
    }
    let inner = Set(read)
    return promises.filter { $0.handlers.isEmpty && !inner.contains($0.id) }
  }

  /// The labels of all promises.
  package var labels: [String] { labeled.keys.sorted() }

  /// Returns the label of a queue.
  package func label(of queue: QueueID) -> String { graph.queueLabel(queue) }

  /// Returns whether the handler or work of a promise ran as a job, which includes its body.
  func hasJob(_ promise: PromiseID) -> Bool { withJobs.contains(promise) }
}

extension NamedRun {
  /// The start of a handler, work, or body.
  struct Start {
    var sequence: Int
    var queue: QueueID
    /// The time that it spent in its queue, in nanoseconds.
    var waited: Int64?
  }

  /// Returns the starts of the handlers, works, or bodies of the promises called `name`. O(n)
  func starts(of name: String) -> [Start] {
    let promises = promises(called: name)
    let ofJobs = jobs.compactMap { job -> Start? in
      guard let child = job.child, promises.contains(child), let started = job.started else {
        return nil
      }
      return Start(sequence: started.sequence, queue: job.queue, waited: job.waited)
    }
    let ofBodies = promises.compactMap { promise -> Start? in
      guard !hasJob(promise), let body = graph[promise]?.bodyStarted else { return nil }
      return body.queue.map { Start(sequence: body.sequence, queue: $0, waited: nil) }
    }
    return (ofJobs + ofBodies).sorted { $0.sequence < $1.sequence }
  }

  /// Returns whether the promise called `name` is in the given state after the event number
  /// `moment`. `nil` means pending. If `text` is given, the value or error must equal it. O(n)
  func isInState(
    _ name: String, _ state: PromiseEvent.Outcome?, _ text: String?, at moment: Int
  ) -> Bool {
    guard let promise = promise(called: name), promise.created.sequence <= moment else {
      return false
    }
    let isSettled = promise.settled.map { $0.sequence <= moment } ?? false
    let settlement = isSettled ? promise.settlement : nil
    guard settlement?.outcome == state else { return false }
    return text.map { $0 == settlement?.description } ?? true
  }

  /// Returns the number of the event at which the lint first warned; for a lint that warns only at
  /// the end, the last event.
  func warning(of lint: String) -> Int? {
    var state = RunState()
    for event in events { state.apply(event) }
    if let warning = state.warnings.first(where: { $0.lint == lint }) {
      return warning.moment.sequence
    }
    return state.warningsAtEnd.contains { $0.lint == lint } ? events.last?.sequence : nil
  }
}
