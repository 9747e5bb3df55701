import PromiseGraph
package import PromiseKitLite

/// A whole run in which promises are found by their labels, for expectations and lessons.
package struct NamedRun: Sendable {
  /// The events in order.
  package let events: [PromiseEvent]
  private let run: ComparedRun
  /// The indices of each label's promises, in the order of creation, and the index of each promise.
  private var labeled: [String: [Int]] = [:]
  private var places: [PromiseID: Int] = [:]

  /// O(n)
  package init(_ events: [PromiseEvent]) {
    self.events = events
    run = ComparedRun(events)
    for (place, promise) in run.promises.enumerated() {
      places[promise.id] = place
      if let label = promise.label { labeled[label, default: []].append(place) }
    }
  }

  /// Returns the promises called `name`: by label, by label and position as in `A#2`, or by number
  /// as in `p7`.
  package func promises(called name: String) -> [PromiseID] {
    places(called: name).map { run.promises[$0].id }
  }

  private func places(called name: String) -> [Int] {
    if let all = labeled[name] { return all }
    if let mark = name.lastIndex(of: "#"), let place = Int(name[name.index(after: mark)...]),
      let all = labeled[String(name[..<mark])], all.indices.contains(place - 1)
    {
      return [all[place - 1]]
    }
    guard name.first == "p", let number = Int(name.dropFirst()) else { return [] }
    return places[PromiseID(number)].map { [$0] } ?? []
  }

  /// Returns the first of these promises.
  func promise(called name: String) -> ComparedPromise? {
    places(called: name).first.map { run.promises[$0] }
  }

  /// The promises without a handler, in the order of creation.
  var endings: [ComparedPromise] { run.promises.filter { !$0.isInner } }

  /// The labels of all promises.
  package var labels: [String] { labeled.keys.sorted() }

  /// Returns the label of a queue.
  package func label(of queue: QueueID) -> String? { run.queues[queue]?.label }

  /// Returns whether the handler or work of a promise ran as a job, which includes its body.
  func hasJob(_ promise: PromiseID) -> Bool {
    places[promise].map { run.promises[$0].started != nil } ?? false
  }
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
    let promises = Set(promises(called: name))
    var enqueued: [JobID: Int64] = [:]
    return events.compactMap { event in
      switch event.kind {
      case .jobEnqueued(let job, let child?, _, _) where promises.contains(child):
        enqueued[job] = event.time
        return nil
      case .jobStarted(let job, let child?, let queue) where promises.contains(child):
        return Start(
          sequence: event.sequence, queue: queue,
          waited: enqueued[job].map { event.time.saturatingMinus($0) })
      case .bodyStarted(let promise) where promises.contains(promise) && !hasJob(promise):
        return event.queue.map { Start(sequence: event.sequence, queue: $0, waited: nil) }
      default: return nil
      }
    }
  }

  /// Returns whether the promise called `name` is in the given state after the event number
  /// `moment`. `nil` means pending. If `text` is given, the value or error must equal it. O(n)
  func isInState(
    _ name: String, _ state: PromiseEvent.Outcome?, _ text: String?, at moment: Int
  ) -> Bool {
    guard let promise = promise(called: name), promise.made.sequence <= moment else { return false }
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
