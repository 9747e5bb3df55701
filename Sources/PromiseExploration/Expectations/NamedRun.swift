import PromiseGraph
package import PromiseKitLite

/// A whole run as expectations and lessons speak of it: promises by their labels.
package struct NamedRun: Sendable {
  /// The events in order.
  package let events: [PromiseEvent]
  private let run: ComparedRun
  /// The places of each label's promises, in the order of their creation; and of each promise.
  private var labelled: [String: [Int]] = [:]
  private var places: [PromiseID: Int] = [:]

  /// O(n)
  package init(_ events: [PromiseEvent]) {
    self.events = events
    run = ComparedRun(events)
    for (place, promise) in run.promises.enumerated() {
      places[promise.id] = place
      if let label = promise.label { labelled[label, default: []].append(place) }
    }
  }

  /// The promises called `name`: by their label, with `#2` the second of it, or by their number as `p7`.
  package func promises(called name: String) -> [PromiseID] {
    places(called: name).map { run.promises[$0].id }
  }

  private func places(called name: String) -> [Int] {
    if let all = labelled[name] { return all }
    if let mark = name.lastIndex(of: "#"), let place = Int(name[name.index(after: mark)...]),
      let all = labelled[String(name[..<mark])], all.indices.contains(place - 1)
    {
      return [all[place - 1]]
    }
    guard name.first == "p", let number = Int(name.dropFirst()) else { return [] }
    return places[PromiseID(number)].map { [$0] } ?? []
  }

  /// The first of those promises, and what became of it.
  func promise(called name: String) -> ComparedPromise? {
    places(called: name).first.map { run.promises[$0] }
  }

  /// The promises that have no handler attached, in the order of their creation.
  var endings: [ComparedPromise] { run.promises.filter { !$0.isInner } }

  /// The labels of all promises.
  package var labels: [String] { labelled.keys.sorted() }

  /// What a queue is called.
  package func label(of queue: QueueID) -> String? { run.queues[queue]?.label }

  /// The handler or work of a promise ran as a job: its body is part of it.
  func hasJob(_ promise: PromiseID) -> Bool {
    places[promise].map { run.promises[$0].started != nil } ?? false
  }
}

extension NamedRun {
  /// Where a handler, work or body began.
  struct Start {
    var sequence: Int
    var queue: QueueID
    /// How long it had been on its queue, in nanoseconds.
    var waited: Int64?
  }

  /// Where the handlers, works or bodies of the promises called `name` began. O(n)
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
      case .created, .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted,
        .jobEnded, .accessed,
        .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputAdded, .inputSettled,
        .inputIgnored, .errorHandled, .errorUnhandled, .deallocated, .waitBegan, .waitEnded,
        .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled,
        .choiceMade, .queueDeclared, .threadNamed, .note, .sourceText, .overridden, .dropped:
        return nil
      }
    }
  }

  /// Whether the promise called `name` is in that state after the event number `moment`: pending without
  /// an outcome, and with that value or error where a text is given. O(n)
  func isSo(
    _ name: String, _ state: PromiseEvent.Outcome?, _ text: String?, at moment: Int
  ) -> Bool {
    guard let promise = promise(called: name), promise.made.sequence <= moment else { return false }
    let isSettled = promise.settled.map { $0.sequence <= moment } ?? false
    let settlement = isSettled ? promise.settlement : nil
    guard settlement?.outcome == state else { return false }
    return text.map { $0 == settlement?.description } ?? true
  }

  /// The number of the event at which that lint first warned; of one that only the end shows, the last.
  func warning(of lint: String) -> Int? {
    var state = RunState()
    for event in events { state.apply(event) }
    if let warning = state.warnings.first(where: { $0.lint == lint }) {
      return warning.moment.sequence
    }
    return state.warningsAtEnd.contains { $0.lint == lint } ? events.last?.sequence : nil
  }
}
