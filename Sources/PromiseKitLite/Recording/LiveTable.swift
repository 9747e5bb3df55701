/// The live objects of a program, as the events that describe them. A reader that connects late
/// receives these events, and then knows as much about them as a reader that was connected from the
/// start.
///
/// A promise that is gone is kept as long as a live promise refers to it. If there are more
/// promises than the limit, the newest ones are omitted and counted.
struct LiveTable {
  private var promises: [PromiseID: Entry] = [:]
  private var jobs: [JobID: [PromiseEvent]] = [:]
  private var timers: [TimerID: PromiseEvent] = [:]
  /// What closed the gate, while it is closed.
  private var gate: PromiseEvent?
  /// Queues, threads, and files.
  private var declarations: [PromiseEvent] = []
  private let limit: Int
  /// The number of lost events, and the newest of them.
  private var lost = 0
  private var newestLoss: PromiseEvent?
  /// The number of lost events when promises were last removed.
  private var lostBefore = 0

  private struct Entry {
    var events: [PromiseEvent]
    /// The promises that its events refer to, once for each reference.
    var named: [PromiseID] = []
    /// The number of references from other entries.
    var mentions = 0
    var isAlive = true
  }

  /// Creates an empty table with a limit on the number of promises, jobs, and timers.
  init(limit: Int = 100_000) { self.limit = max(1, limit) }

  /// The number of promises, including those that are gone and referred to.
  var count: Int { promises.count }

  /// The events that describe what is alive, in order.
  ///
  /// - Complexity: O(n log n), where n is the number of these events.
  var events: [PromiseEvent] {
    var events = declarations
    for entry in promises.values {
      events += entry.events.compactMap { event in event.restricted { promises[$0] != nil } }
    }
    events += jobs.values.joined()
    events += timers.values
    if let gate { events.append(gate) }
    if var loss = newestLoss {
      loss.kind = .dropped(count: lost)
      events.append(loss)
    }
    return events.sorted { $0.sequence < $1.sequence }
  }
}

// MARK: - Fold

extension LiveTable {
  /// Adds the next event.
  ///
  /// - Complexity: O(1), except for a promise with many parents or inputs.
  mutating func fold(_ event: PromiseEvent) {
    switch event.kind {
    case .created(let creation): begin(event, creation)
    case .deallocated(let promise, let state, _):
      if case .forwarded(let outer) = state { passPlace(of: promise, to: outer) }
      end(event, promise)
    case .bodyStarted(let promise), .waitBegan(let promise, _, _, _),
      .awaitBegan(let promise, _, _):
      add(event, to: promise)
    case .bodyEnded(let promise, _): replace(.bodyStarted, by: event, of: promise)
    case .waitEnded(let promise, _, _, _): replace(.waitBegan, by: nil, of: promise)
    case .awaitEnded(let promise, _, let by): endAwait(of: promise, by)
    case .settled(let settlement): add(event, to: settlement.promise)
    case .handlerAttached(_, let child, _, _), .handlerSkipped(_, let child, _):
      add(event, to: child)
    case .adopted(let outer, let inner): add(event, to: outer, naming: inner)
    case .inputAdded(let fanIn, _, let input): add(event, to: fanIn, naming: input)
    case .inputSettled(let fanIn, _, _, _), .inputIgnored(let fanIn, _, _, _):
      add(event, to: fanIn)
    case .errorHandled(let promise, _): add(event, to: promise)
    case .jobEnqueued(let job, _, _, _), .jobStarted(let job, _, _), .touched(let job, _):
      if jobs.count < limit || jobs[job] != nil { jobs[job, default: []].append(event) }
    case .jobEnded(let job, _, _, _): jobs[job] = nil
    case .timerScheduled(let timer, _, _): if timers.count < limit { timers[timer] = event }
    case .timerFired(let timer, _), .timerCancelled(let timer, _): timers[timer] = nil
    case .spanLinked(let promise, _, _): add(event, to: promise)
    case .gateChanged(let change): fold(event, change)
    case .queueDeclared, .threadNamed, .sourceText, .processDeclared, .threadAssigned:
      if declarations.count < limit { declarations.append(event) }
    case .dropped(let count):
      lose(event, count)
      forgetSettled()
    case .resolutionIgnored, .errorUnhandled, .cancelRequested, .choiceMade, .note, .intervened:
      break
    }
  }

  private mutating func fold(_ event: PromiseEvent, _ change: PromiseEvent.GateChange) {
    switch change.action {
    case .closed: gate = event
    case .opened: gate = nil
    case .held, .released:
      if let job = change.job, jobs[job] != nil { jobs[job]?.append(event) }
    case .missed: break
    }
  }

  private mutating func begin(_ event: PromiseEvent, _ creation: PromiseEvent.Creation) {
    guard promises.count < limit else { return lose(event, 1) }
    promises[creation.promise] = Entry(events: [event])
    for parent in creation.parents { mention(parent, by: creation.promise) }
  }

  private mutating func add(
    _ event: PromiseEvent, to promise: PromiseID, naming other: PromiseID? = nil
  ) {
    guard promises[promise]?.isAlive == true else { return }
    promises[promise]?.events.append(event)
    if let other { mention(other, by: promise) }
  }

  /// Removes the start event of a phase that has ended, and adds the end event, if any.
  private mutating func replace(
    _ name: PromiseEvent.Kind.Name, by event: PromiseEvent?, of promise: PromiseID
  ) {
    guard let place = promises[promise]?.events.lastIndex(where: { $0.kind.name == name }) else {
      return
    }
    promises[promise]?.events.remove(at: place)
    if let event { promises[promise]?.events.append(event) }
  }

  /// Removes the start of the await that has ended: of several tasks, the one that `by` stands for.
  private mutating func endAwait(of promise: PromiseID, _ by: PromiseID?) {
    let place = promises[promise]?.events.lastIndex { event in
      if case .awaitBegan(promise, by, _) = event.kind { true } else { false }
    }
    if let place { promises[promise]?.events.remove(at: place) }
  }

  private mutating func mention(_ other: PromiseID, by promise: PromiseID) {
    guard promises[other] != nil else { return }
    promises[other]?.mentions += 1
    promises[promise]?.named.append(other)
  }

  /// Replaces a promise by the one that is locked in to it: that one is now locked in to the
  /// promise that the former waits for. A loop that adopts forever therefore takes no more room
  /// than one step of it.
  private mutating func passPlace(of promise: PromiseID, to outer: PromiseID) {
    let adoption = promises[promise]?.events.last { $0.kind.name == .adopted }
    guard var adoption, case .adopted(_, let inner) = adoption.kind,
      let place = promises[outer]?.events.lastIndex(where: {
        $0.kind == .adopted(outer: outer, inner: promise)
      })
    else { return }
    adoption.kind = .adopted(outer: outer, inner: inner)
    promises[outer]?.events[place] = adoption
    if let name = promises[outer]?.named.firstIndex(of: promise) {
      promises[outer]?.named.remove(at: name)
      promises[promise]?.mentions -= 1
    }
    mention(inner, by: outer)
  }

  /// Marks a promise as gone. The promises that it referred to can be removed too, if they are
  /// gone.
  private mutating func end(_ event: PromiseEvent, _ promise: PromiseID) {
    guard var entry = promises[promise], entry.isAlive else { return }
    let named = entry.named
    entry.named = []
    entry.isAlive = false
    entry.events = entry.events.filter { [.created, .settled].contains($0.kind.name) } + [event]
    promises[promise] = entry.mentions > 0 ? entry : nil
    for other in named { forgetMention(of: other) }
  }

  private mutating func forgetMention(of promise: PromiseID) {
    promises[promise]?.mentions -= 1
    if let entry = promises[promise], !entry.isAlive, entry.mentions <= 0 {
      promises[promise] = nil
    }
  }

  /// Counts events that were lost or omitted. After that, it is unknown which settled promises are
  /// still alive.
  private mutating func lose(_ event: PromiseEvent, _ count: Int) {
    guard count > 0 else { return }
    lost += count
    newestLoss = event
  }

  /// If the table is full, removes settled promises that may be gone without notice; not for every
  /// single loss.
  private mutating func forgetSettled() {
    guard promises.count >= limit, lost - lostBefore > limit / 8 else { return }
    lostBefore = lost
    for (promise, entry) in promises
    where entry.mentions == 0 && entry.events.contains(where: { $0.kind.name == .settled }) {
      promises[promise] = nil
      for other in entry.named { forgetMention(of: other) }
    }
  }
}

extension PromiseEvent {
  /// Returns the event for a new reader, without references to unknown promises; `nil` if nothing
  /// remains.
  fileprivate func restricted(where isKnown: (PromiseID) -> Bool) -> PromiseEvent? {
    var event = self
    switch kind {
    case .created(var creation):
      creation.parents.removeAll { !isKnown($0) }
      event.kind = .created(creation)
    case .settled(var settlement):
      settlement.from = settlement.from.flatMap { isKnown($0) ? $0 : nil }
      settlement.origin = settlement.origin.flatMap { isKnown($0) ? $0 : nil }
      event.kind = .settled(settlement)
    case .deallocated(let promise, let state, let waiting):
      event.kind = .deallocated(
        promise: promise, state: state, waiting: waiting.filter(isKnown))
    case .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded,
      .touched,
      .handlerSkipped, .adopted, .resolutionIgnored, .inputAdded, .inputSettled, .inputIgnored,
      .errorHandled, .errorUnhandled, .waitBegan, .waitEnded, .awaitBegan, .awaitEnded,
      .cancelRequested, .timerScheduled, .timerFired, .timerCancelled, .choiceMade, .queueDeclared,
      .threadNamed, .note, .sourceText, .intervened, .dropped, .spanLinked, .processDeclared,
      .threadAssigned, .gateChanged:
      if !kind.promises.allSatisfy(isKnown) { return nil }
    }
    return event
  }
}
