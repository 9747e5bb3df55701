import PromiseEvents

/// The last number of each kind that an identity of any process got.
struct IdentityCounts: Sendable {
  var promises = 0
  var jobs = 0
  var queues = 0
  var timers = 0
  var threads = 0
  var processes = 0
  var contexts = 0
}

/// The identities of one process, and their numbers in the events of several.
struct ProcessIdentities: Sendable {
  private var promises = IdentityMap()
  private var jobs = IdentityMap()
  private var queues = IdentityMap()
  private var timers = IdentityMap()
  private var threads = IdentityMap()
  private var processes = IdentityMap()
  private var contexts = IdentityMap()
  /// The thread of events without one.
  private var ownThread: ThreadID?
  /// Whether the identities keep their numbers, because there is only one process so far.
  var keepsNumbers = false
  /// The nanoseconds that are added to its times.
  var offset: Int64 = 0

  init(keepsNumbers: Bool = false) { self.keepsNumbers = keepsNumbers }

  /// Returns an event with the numbers that its identities have in the events of several processes, and its
  /// time on their clock. The number of the event stays.
  mutating func translate(_ event: PromiseEvent, _ counts: inout IdentityCounts) -> PromiseEvent {
    var event = event
    event.time = event.time.saturatingPlus(offset)
    if let thread = event.thread {
      event.thread = map(thread, &counts)
    } else if !keepsNumbers, event.kind.isThreadNeeded {
      event.thread = placeholder(&counts)
    }
    if let queue = event.queue { event.queue = map(queue, &counts) }
    event.kind = translate(event.kind, &counts)
    return event
  }

  /// Returns the number of a process that a trace of several processes has declared.
  mutating func map(_ id: ProcessID, _ counts: inout IdentityCounts) -> ProcessID {
    ProcessID(Self.map(&processes, id.rawValue, &counts.processes, keepsNumbers))
  }

  /// Returns the job, or the timer, of the process that has a number; `nil` if there is none.
  func job(numbered number: JobID) -> JobID? {
    jobs.identity(numbered: number.rawValue).map { JobID($0) }
  }

  func timer(numbered number: TimerID) -> TimerID? {
    timers.identity(numbered: number.rawValue).map { TimerID($0) }
  }

  private mutating func placeholder(_ counts: inout IdentityCounts) -> ThreadID {
    if let ownThread { return ownThread }
    counts.threads += 1
    ownThread = ThreadID(counts.threads)
    return ThreadID(counts.threads)
  }

  @inline(__always)
  private static func map(
    _ table: inout IdentityMap, _ number: Int, _ last: inout Int, _ keepsNumbers: Bool
  ) -> Int {
    guard keepsNumbers else { return table.number(of: number, after: &last) }
    table.keep(number, upTo: &last)
    return number
  }

  private mutating func map(_ id: PromiseID, _ counts: inout IdentityCounts) -> PromiseID {
    PromiseID(Self.map(&promises, id.rawValue, &counts.promises, keepsNumbers))
  }

  private mutating func map(_ id: PromiseID?, _ counts: inout IdentityCounts) -> PromiseID? {
    id.map { map($0, &counts) }
  }

  private mutating func map(_ ids: [PromiseID], _ counts: inout IdentityCounts) -> [PromiseID] {
    ids.map { map($0, &counts) }
  }

  private mutating func map(_ id: JobID, _ counts: inout IdentityCounts) -> JobID {
    JobID(Self.map(&jobs, id.rawValue, &counts.jobs, keepsNumbers))
  }

  private mutating func map(_ id: QueueID, _ counts: inout IdentityCounts) -> QueueID {
    QueueID(Self.map(&queues, id.rawValue, &counts.queues, keepsNumbers))
  }

  private mutating func map(_ id: TimerID, _ counts: inout IdentityCounts) -> TimerID {
    TimerID(Self.map(&timers, id.rawValue, &counts.timers, keepsNumbers))
  }

  private mutating func map(_ id: ThreadID, _ counts: inout IdentityCounts) -> ThreadID {
    ThreadID(Self.map(&threads, id.rawValue, &counts.threads, keepsNumbers))
  }
}

// MARK: - The kinds of events

extension ProcessIdentities {
  private mutating func translate(
    _ kind: PromiseEvent.Kind, _ counts: inout IdentityCounts
  ) -> PromiseEvent.Kind {
    switch kind {
    case .created(var creation):
      creation.promise = map(creation.promise, &counts)
      creation.parents = map(creation.parents, &counts)
      return .created(creation)
    case .bodyStarted(let promise): return .bodyStarted(promise: map(promise, &counts))
    case .bodyEnded(let promise, let threw):
      return .bodyEnded(promise: map(promise, &counts), threw: threw)
    case .handlerAttached(let parent, let child, let ordinal, let queue):
      return .handlerAttached(
        parent: map(parent, &counts), child: map(child, &counts), ordinal: ordinal,
        queue: map(queue, &counts))
    case .handlerSkipped(let parent, let child, let reason):
      return .handlerSkipped(
        parent: map(parent, &counts), child: map(child, &counts), reason: reason)
    case .adopted(let outer, let inner):
      return .adopted(outer: map(outer, &counts), inner: map(inner, &counts))
    case .settled(var settlement):
      settlement.promise = map(settlement.promise, &counts)
      settlement.origin = map(settlement.origin, &counts)
      settlement.from = map(settlement.from, &counts)
      return .settled(settlement)
    case .resolutionIgnored(let promise, let site, let attempt):
      return .resolutionIgnored(promise: map(promise, &counts), site: site, attempt: attempt)
    case .errorHandled(let promise, let by):
      return .errorHandled(promise: map(promise, &counts), by: map(by, &counts))
    case .errorUnhandled(let promise, let origin, let error):
      return .errorUnhandled(
        promise: map(promise, &counts), origin: map(origin, &counts), error: error)
    case .deallocated(let promise, var state, let waiting):
      if case .forwarded(let outer) = state { state = .forwarded(to: map(outer, &counts)) }
      return .deallocated(
        promise: map(promise, &counts), state: state, waiting: map(waiting, &counts))
    case .intervened(let promise, let what):
      return .intervened(promise: map(promise, &counts), what: what)
    case .spanLinked(let promise, let context, let role):
      return .spanLinked(promise: map(promise, &counts), context: context, role: role)
    case .inputAdded(let fanIn, let index, let input):
      return .inputAdded(fanIn: map(fanIn, &counts), index: index, input: map(input, &counts))
    case .inputSettled(let fanIn, let index, let input, let outcome):
      return .inputSettled(
        fanIn: map(fanIn, &counts), index: index, input: map(input, &counts), outcome: outcome)
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      return .inputIgnored(
        fanIn: map(fanIn, &counts), index: index, input: map(input, &counts), outcome: outcome)
    case .jobEnqueued(let job, let child, let queue, let label):
      return .jobEnqueued(
        job: map(job, &counts), child: map(child, &counts), queue: map(queue, &counts),
        label: label)
    case .jobStarted(let job, let child, let queue):
      return .jobStarted(
        job: map(job, &counts), child: map(child, &counts), queue: map(queue, &counts))
    case .jobEnded(let job, let child, let queue, let ending):
      return .jobEnded(
        job: map(job, &counts), child: map(child, &counts), queue: map(queue, &counts),
        ending: ending)
    case .touched(let job, let names): return .touched(job: map(job, &counts), names: names)
    case .queueDeclared(let queue, let label, let kind, let assumed):
      return .queueDeclared(
        queue: map(queue, &counts), label: label, kind: kind, assumed: assumed)
    case .choiceMade(let chosen, let options):
      return .choiceMade(chosen: chosen, options: options.map { translate($0, &counts) })
    case .waitBegan(let promise, let queue, let job, let site):
      return .waitBegan(
        promise: map(promise, &counts), queue: queue.map { map($0, &counts) },
        job: job.map { map($0, &counts) }, site: site)
    case .waitEnded(let promise, let queue, let job, let ending):
      return .waitEnded(
        promise: map(promise, &counts), queue: queue.map { map($0, &counts) },
        job: job.map { map($0, &counts) }, ending: ending)
    case .awaitBegan(let promise, let by, let site):
      return .awaitBegan(promise: map(promise, &counts), by: map(by, &counts), site: site)
    case .awaitEnded(let promise, let ending, let by):
      return .awaitEnded(promise: map(promise, &counts), ending: ending, by: map(by, &counts))
    case .cancelRequested(let context):
      return .cancelRequested(context: Self.map(&contexts, context, &counts.contexts, keepsNumbers))
    case .timerScheduled(let timer, let promise, let due):
      // A timer that never fires is not due at any time.
      return .timerScheduled(
        timer: map(timer, &counts), promise: map(promise, &counts),
        due: due == .max ? due : due.saturatingPlus(offset))
    case .timerFired(let timer, let promise):
      return .timerFired(timer: map(timer, &counts), promise: map(promise, &counts))
    case .timerCancelled(let timer, let promise):
      return .timerCancelled(timer: map(timer, &counts), promise: map(promise, &counts))
    case .threadNamed(let thread, let name):
      return .threadNamed(thread: map(thread, &counts), name: name)
    case .processDeclared(let process, let name, let systemID, let uncertainty):
      return .processDeclared(
        process: map(process, &counts), name: name, systemID: systemID, uncertainty: uncertainty)
    case .threadAssigned(let thread, let process):
      return .threadAssigned(thread: map(thread, &counts), process: map(process, &counts))
    case .gateChanged(var change):
      change.job = change.job.map { map($0, &counts) }
      change.timer = change.timer.map { map($0, &counts) }
      return .gateChanged(change)
    case .note, .sourceText, .dropped: return kind
    }
  }

  private mutating func translate(
    _ choice: PromiseEvent.Choice, _ counts: inout IdentityCounts
  ) -> PromiseEvent.Choice {
    switch choice {
    case .resume(let job): .resume(job: map(job, &counts))
    case .start(let queue, let job): .start(queue: map(queue, &counts), job: map(job, &counts))
    case .end(let job): .end(job: map(job, &counts))
    case .fire(let timer): .fire(timer: map(timer, &counts))
    }
  }
}

extension PromiseEvent.Kind {
  /// Whether it matters for the state on which thread the event happened.
  fileprivate var isThreadNeeded: Bool {
    if case .choiceMade = self { return false }
    if case .processDeclared = self { return false }
    if case .threadAssigned = self { return false }
    return true
  }
}
