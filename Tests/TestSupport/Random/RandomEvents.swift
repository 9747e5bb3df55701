package import PromiseKitLite

/// Random events of every kind: any order, unknown and out-of-range identities.
package struct RandomEvents: Sendable {
  private var random: SeededGenerator
  /// Whether promises have a source place.
  private let sites: Bool

  package init(seed: some BinaryInteger, sites: Bool = false) {
    random = SeededGenerator(seed: seed)
    self.sites = sites
  }

  /// `count` events numbered 1, 2, 3 …
  package mutating func stream(_ count: Int, gaps: Bool = true) -> [PromiseEvent] {
    var time: Int64 = 0
    var sequence = 0
    return (0..<count).map { _ in
      time += Int64(random.below(4))
      sequence += gaps && one(in: 50) ? 5 : 1
      return PromiseEvent(
        sequence: sequence, time: time, thread: one(in: 5) ? nil : ThreadID(number(4)),
        queue: one(in: 2) ? nil : QueueID(number(4)), kind: kind())
    }
  }

  private mutating func one(in calls: Int) -> Bool { random.one(in: calls) }

  private mutating func number(_ limit: Int) -> Int {
    guard !one(in: 200) else {
      return any([0, -1, .max, .min, 1 << 40, 70_000])
    }
    return 1 + random.below(limit)
  }

  private mutating func promise() -> PromiseID { PromiseID(number(30)) }
  private mutating func maybe() -> PromiseID? { one(in: 4) ? nil : promise() }
  private mutating func several() -> [PromiseID] {
    (0..<random.below(4)).map { _ in promise() }
  }
  private mutating func any<T>(_ values: [T]) -> T { random.any(of: values) }

  private mutating func site() -> SourceSite? {
    guard sites else { return nil }
    return one(in: 3) ? nil : SourceSite(file: "A/\(number(2)).swift", line: number(4), column: 1)
  }

  private mutating func kind() -> PromiseEvent.Kind {
    let job = JobID(number(40))
    let queue = QueueID(number(4))
    switch random.below(26) {
    case 0, 1:
      return .created(
        .init(
          promise: promise(), operation: any(PromiseEvent.Operation.allCases), site: site(),
          parents: several(), late: one(in: 5)))
    case 2: return .bodyStarted(promise: promise())
    case 3: return .bodyEnded(promise: promise(), threw: one(in: 2))
    case 4, 5:
      return .handlerAttached(
        parent: promise(), child: promise(), ordinal: number(9), queue: queue)
    case 6, 7: return .jobEnqueued(job: job, child: maybe(), queue: queue, label: nil)
    case 8, 9: return .jobStarted(job: job, child: maybe(), queue: queue)
    case 10, 11:
      return .jobEnded(
        job: job, child: maybe(), queue: queue, ending: any(PromiseEvent.JobEnding.allCases))
    case 12:
      return .handlerSkipped(
        parent: promise(), child: promise(), reason: any(PromiseEvent.SkipReason.allCases))
    case 13: return .adopted(outer: promise(), inner: promise())
    case 14, 15:
      return .settled(
        .init(
          promise: promise(), outcome: any(PromiseEvent.Outcome.allCases), description: "v",
          origin: maybe(), from: maybe()))
    case 16: return .resolutionIgnored(promise: promise(), site: nil, attempt: .rejected)
    case 17:
      if one(in: 3) {
        return .inputAdded(fanIn: promise(), index: number(4) &- 1, input: promise())
      }
      return .inputSettled(
        fanIn: promise(), index: number(4) &- 1, input: promise(), outcome: .fulfilled)
    case 18:
      return .inputIgnored(
        fanIn: promise(), index: number(4) &- 1, input: promise(), outcome: .rejected)
    case 19: return .errorHandled(promise: promise(), by: promise())
    case 20: return .errorUnhandled(promise: promise(), origin: promise(), error: "e")
    case 21:
      let states: [PromiseEvent.FinalState] = [.settled, .pending, .forwarded(to: promise())]
      return .deallocated(promise: promise(), state: any(states), waiting: several())
    case 22: return .timerScheduled(timer: TimerID(number(20)), promise: maybe(), due: 7)
    case 23:
      let (timer, promise) = (TimerID(number(20)), maybe())
      return one(in: 3)
        ? .timerCancelled(timer: timer, promise: promise)
        : .timerFired(timer: timer, promise: promise)
    case 24: return speech()
    default:
      return any([
        .waitBegan(promise: promise(), queue: queue, job: nil),
        .waitEnded(promise: promise(), queue: nil, job: nil, ending: .settled),
        .awaitBegan(promise: promise()),
        .awaitEnded(promise: promise(), ending: any(PromiseEvent.AwaitEnding.allCases)),
      ])
    }
  }

  private mutating func speech() -> PromiseEvent.Kind {
    any([
      .note("n"), .touched(job: JobID(number(40)), names: ["x"]), .cancelRequested(context: 1),
      .intervened(promise: promise(), what: "settled"),
      .spanLinked(
        promise: promise(),
        context: .init(
          readable:
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b\(1 + random.below(3))-01"
        ),
        role: any(PromiseEvent.SpanRole.allCases)),
      .processDeclared(process: ProcessID(number(3)), name: "s", systemID: 1, uncertainty: 10),
      .threadAssigned(thread: ThreadID(number(4)), process: ProcessID(number(3))),
      .gateChanged(
        .init(
          any(PromiseEvent.GateAction.allCases),
          job: JobID(number(40)), timer: TimerID(number(9)))),
      .choiceMade(
        chosen: number(3) &- 1,
        options: [
          .start(queue: QueueID(number(4)), job: JobID(number(40))), .end(job: JobID(number(40))),
          .fire(timer: TimerID(number(20))),
        ]),
      .threadNamed(thread: ThreadID(number(4)), name: "t"),
      .queueDeclared(queue: QueueID(number(4)), label: "q", kind: .immediate, assumed: true),
      .sourceText(file: "a", firstLine: 1, text: "x\ny"), .dropped(count: number(3)),
    ])
  }
}
