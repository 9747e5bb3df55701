import PromiseGraph
package import PromiseKitLite

/// A whole run as expectations and lessons speak of it: promises by their labels.
package struct NamedRun: Sendable {
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
      default: return nil
      }
    }
  }

  /// Whether the promise called `name` is in that state after the event number `moment`: pending without
  /// an outcome, and with that value or error where a text is given. O(n)
  func isSo(
    _ name: String, _ state: PromiseEvent.Outcome?, _ text: String?, at moment: Int
  ) -> Bool {
    guard let promise = promises(called: name).first else { return false }
    var isMade = false
    var settlement: PromiseEvent.Settlement?
    for event in events where event.sequence <= moment {
      switch event.kind {
      case .created(let creation) where creation.promise == promise: isMade = true
      case .settled(let told) where told.promise == promise: settlement = told
      default: break
      }
    }
    guard isMade, settlement?.outcome == state else { return false }
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

extension NamedRun {
  /// What a promise is called: by its label, or else by its number.
  func name(of promise: PromiseID) -> String {
    for event in events {
      if case .created(let creation) = event.kind, creation.promise == promise {
        return creation.label ?? "\(promise)"
      }
    }
    return "\(promise)"
  }

  /// The labels of all promises.
  package var labels: [String] {
    Set(
      events.compactMap { event in
        if case .created(let creation) = event.kind { creation.label } else { nil }
      }
    ).sorted()
  }

  /// A promise that nothing hangs on, and what became of it.
  struct ChainEnd {
    var promise: PromiseID
    var settlement: PromiseEvent.Settlement?
    var event: PromiseEvent?
  }

  /// The ends of the chains, in the order in which they were made. O(n)
  var endings: [ChainEnd] {
    var made: [PromiseID] = []
    var inner: Set<PromiseID> = []
    var ends: [PromiseID: ChainEnd] = [:]
    for event in events {
      switch event.kind {
      case .created(let creation):
        made.append(creation.promise)
        inner.formUnion(creation.parents)
      case .handlerAttached(let parent, _, _, _): inner.insert(parent)
      case .adopted(_, let adopted): inner.insert(adopted)
      case .inputAdded(_, _, let input): inner.insert(input)
      case .settled(let settlement):
        ends[settlement.promise] = ChainEnd(
          promise: settlement.promise, settlement: settlement, event: event)
      default: break
      }
    }
    return made.filter { !inner.contains($0) }
      .map { ends[$0] ?? ChainEnd(promise: $0, settlement: nil, event: nil) }
  }
}
