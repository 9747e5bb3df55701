import PromiseKitLite

/// Checks the order of the events of a trace: what must come before what.
struct TraceOrderCheck {
  typealias Finding = TraceFormatCheck.Finding

  /// How far a promise, a job or a timer has come.
  private enum Stage: Int, Comparable {
    case first, second, third
    static func < (a: Stage, b: Stage) -> Bool { a.rawValue < b.rawValue }
  }

  /// Of the events up to this number, the trace need not have all.
  private let since: Int
  private var findings: [Finding] = []
  private var line = 0
  private var number = 0
  /// Whether events were lost, so that something can be used whose beginning is missing.
  private var hasLost = false
  /// The promises: created, settled, freed; and how the settled ones settled.
  private var promises: [PromiseID: Stage] = [:]
  private var outcomes: [PromiseID: PromiseEvent.Outcome] = [:]
  private var ordinals: [PromiseID: Set<Int>] = [:]
  /// The promises to which handlers are attached, by the promise that the operator returned.
  private var parents: [PromiseID: PromiseID] = [:]
  private var fanIns: [PromiseID: [Int: PromiseID]] = [:]
  /// The jobs: enqueued, started, ended.
  private var jobs: [JobID: Stage] = [:]
  /// The timers: set, over.
  private var timers: [TimerID: Stage] = [:]
  private var queues: Set<QueueID> = []
  private var times: [ThreadID: (time: Int64, number: Int)] = [:]
  private var awaits: [PromiseID: Int] = [:]

  init(since: Int) { self.since = since }

  /// Returns what is wrong with the order of these events, each with the number of its line.
  mutating func check(_ events: [(event: PromiseEvent, line: Int)]) -> [Finding] {
    let sorted = events.sorted { ($0.event.sequence, $0.line) < ($1.event.sequence, $1.line) }
    var last = (number: since, line: 0)
    // A limited trace reports its losses behind the last incomplete event.
    hasLost =
      since > 0
      || events.contains {
        if case .dropped(let count) = $0.event.kind { count > 0 } else { false }
      }
    for (event, line) in sorted {
      self.line = line
      number = event.sequence
      if number == last.number, last.line > 0 {
        report("event \(number) is already in line \(last.line): give each event its own number")
      } else {
        checkGap(from: last.number, event)
      }
      last = (number, line)
      checkTime(event)
      checkQueue(event.queue)
      check(event.kind)
    }
    return findings
  }

  private mutating func report(_ text: String) {
    findings.append(Finding(line: line, text: text))
  }

  // MARK: - Every event

  private mutating func checkGap(from last: Int, _ event: PromiseEvent) {
    let missing = number - last - 1
    if case .dropped(let count) = event.kind {
      if count < missing {
        report("\(missing + 1) numbers end here, but count is \(count): count all that were lost")
      }
      return
    }
    guard missing > 0, number > since + 1 || since == 0 else { return }
    hasLost = true
    let which =
      missing == 1 ? "the number \(last + 1) is" : "the numbers \(last + 1) to \(number - 1) are"
    report("\(which) missing before event \(number): number without gaps, or post 'dropped'")
  }

  private mutating func checkTime(_ event: PromiseEvent) {
    guard let thread = event.thread else { return }
    if let before = times[thread], event.time < before.time {
      report(
        "t is \(event.time), but event \(before.number) on the same thread has \(before.time): use a clock that never goes back"
      )
    }
    times[thread] = (event.time, number)
  }

  private mutating func checkQueue(_ queue: QueueID?) {
    guard let queue, !queues.contains(queue), !hasLost else { return }
    queues.insert(queue)
    report("queue \(queue.rawValue) has no 'queueDeclared' before this event: declare it first")
  }

  /// Checks that a promise exists.
  private mutating func use(_ promise: PromiseID) {
    guard promises[promise] == nil, !hasLost else { return }
    promises[promise] = .first
    report("promise \(promise.rawValue) has no 'created' before this event: create it first")
  }

  // MARK: - Each kind

  private mutating func check(_ kind: PromiseEvent.Kind) {
    if case .created(let creation) = kind { return create(creation) }
    let mentioned = kind.mentioned
    mentioned.forEachPromise { use($0) }
    // A queue is not used by its declaration.
    if kind.family != .declaration { checkQueue(mentioned.queue) }
    switch kind {
    case .settled(let settlement): settle(settlement)
    case .handlerAttached(let parent, let child, let ordinal, _):
      parents[child] = parent
      if ordinal < 1 || !ordinals[parent, default: []].insert(ordinal).inserted {
        report("ordinal \(ordinal) is taken or below 1: count the handlers of a promise from 1")
      }
    case .jobEnqueued(let job, let child, _, _):
      advance(job, to: .first)
      if let parent = child.flatMap({ parents[$0] }), outcomes[parent] == nil, !hasLost {
        report(
          "the handler is enqueued before promise \(parent.rawValue) has settled: settle it first")
      }
    case .jobStarted(let job, _, _): advance(job, to: .second)
    case .jobEnded(let job, _, _, _): advance(job, to: .third)
    case .inputAdded(let fanIn, let index, let input): fanIns[fanIn, default: [:]][index] = input
    case .inputSettled(let fanIn, let index, let input, let outcome):
      checkInput(fanIn, index, input, outcome)
      if promises[fanIn] == .second {
        report("promise \(fanIn.rawValue) has settled before: 'inputIgnored' is for later inputs")
      }
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      checkInput(fanIn, index, input, outcome)
    case .errorHandled(let promise, _), .errorUnhandled(let promise, _, _):
      if outcomes[promise] == .fulfilled || (outcomes[promise] == nil && !hasLost) {
        report("promise \(promise.rawValue) is not rejected before this event: settle it first")
      }
    case .deallocated(let promise, _, _): free(promise)
    case .awaitBegan(let promise, _, _): awaits[promise, default: 0] += 1
    case .awaitEnded(let promise, _, _):
      awaits[promise, default: 0] -= 1
      if awaits[promise] ?? 0 < 0, !hasLost {
        report("nothing awaits promise \(promise.rawValue): post 'awaitBegan' first")
      }
    case .timerScheduled(let timer, _, _): advance(timer, to: .first)
    case .timerFired(let timer, _), .timerCancelled(let timer, _): advance(timer, to: .second)
    case .queueDeclared(let queue, _, _, _): queues.insert(queue)
    default: break
    }
  }

  private mutating func create(_ creation: PromiseEvent.Creation) {
    for parent in creation.parents { use(parent) }
    if promises[creation.promise] != nil {
      report(
        "promise \(creation.promise.rawValue) is created twice: give each promise its own number")
    }
    promises[creation.promise] = .first
    for (index, parent) in creation.parents.enumerated() {
      fanIns[creation.promise, default: [:]][index] = parent
    }
  }

  private mutating func settle(_ settlement: PromiseEvent.Settlement) {
    if promises[settlement.promise] ?? .first > .first {
      report("promise \(settlement.promise.rawValue) has settled before: a promise settles once")
    }
    promises[settlement.promise] = .second
    outcomes[settlement.promise] = settlement.outcome
  }

  private mutating func free(_ promise: PromiseID) {
    if promises[promise] == .third {
      report("promise \(promise.rawValue) is freed twice")
    }
    promises[promise] = .third
  }

  private mutating func checkInput(
    _ fanIn: PromiseID, _ index: Int, _ input: PromiseID, _ outcome: PromiseEvent.Outcome
  ) {
    guard !hasLost else { return }
    if fanIns[fanIn]?[index] != input {
      report(
        "promise \(input.rawValue) is not input \(index) of promise \(fanIn.rawValue): name it in 'parents', or post 'inputAdded'"
      )
    }
    if outcomes[input] != outcome {
      report("promise \(input.rawValue) is not \(outcome) before this event: settle it first")
    }
  }

  /// Checks that a job is enqueued, starts and ends in this order.
  private mutating func advance(_ job: JobID, to stage: Stage) {
    let before = jobs[job]
    jobs[job] = stage
    switch (before, stage) {
    case (nil, .first), (.first, .second), (.second, .third): return
    case (nil, _) where hasLost, (.first, .third) where hasLost: return
    case (nil, _):
      report("job \(job.rawValue) has no 'jobEnqueued' before this event: enqueue it first")
    case (.first, .third):
      report("job \(job.rawValue) has no 'jobStarted' before this event: start it first")
    default: report("job \(job.rawValue) has done this before: give each job its own number")
    }
  }

  /// Checks that a timer is set, and fires or stops once.
  private mutating func advance(_ timer: TimerID, to stage: Stage) {
    let before = timers[timer]
    timers[timer] = stage
    switch (before, stage) {
    case (nil, .first), (.first, .second): return
    case (nil, _) where hasLost: return
    case (nil, _):
      report("timer \(timer.rawValue) has no 'timerScheduled' before this event: set it first")
    default:
      report("timer \(timer.rawValue) has fired or was canceled: give each timer its own number")
    }
  }
}
