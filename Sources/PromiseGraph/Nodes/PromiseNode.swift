package import PromiseEvents

/// When, where and as which event something happened.
///
/// There are several for every promise and every job, so that it is kept small: the thread is there if its
/// number is from 0 to 2^32 - 2, the queue if it is from 0 to 2^24 - 2, as all are but made up ones.
package struct Moment: Hashable, Sendable {
  package var sequence: Int
  /// Nanoseconds on the stream's clock.
  package var time: Int64
  private var threadNumber: UInt32
  private var queueNumber: UInt16
  private var queueRest: UInt8
  /// A byte of which not every value is used, so that a moment or none takes no more room than a moment.
  private var isThere = true

  package init(_ event: PromiseEvent) {
    self.init(sequence: event.sequence, time: event.time)
    if let number = event.thread.flatMap({ UInt32(exactly: $0.rawValue) }) {
      threadNumber = number
    }
    guard let number = event.queue.flatMap({ UInt32(exactly: $0.rawValue) }), number < Self.noQueue
    else { return }
    queueNumber = UInt16(truncatingIfNeeded: number)
    queueRest = UInt8(truncatingIfNeeded: number >> 16)
  }

  /// A moment on no thread.
  init(sequence: Int, time: Int64) {
    self.sequence = sequence
    self.time = time
    (threadNumber, queueNumber, queueRest) = (.max, .max, .max)
  }

  /// The thread on which it happened.
  package var thread: ThreadID? {
    threadNumber == .max ? nil : ThreadID(Int(threadNumber))
  }
  /// The queue whose job was running there.
  package var queue: QueueID? {
    let number = UInt32(queueRest) << 16 | UInt32(queueNumber)
    return number == Self.noQueue ? nil : QueueID(Int(number))
  }

  private static var noQueue: UInt32 { 0xFF_FFFF }
}

/// One handler that the program hung on a promise.
package struct HandlerNode: Hashable, Sendable {
  /// The promise that the operator returned.
  package var child: PromiseID
  /// The attach number: the handler's place on its promise, from 1.
  package var ordinal: Int
  package var queue: QueueID
  package var attached: Moment
  /// Its job, once it has been enqueued.
  @Compact package var job: JobID?
  package var skipped: PromiseEvent.SkipReason?

  package init(child: PromiseID, ordinal: Int, queue: QueueID, attached: Moment) {
    self.child = child
    self.ordinal = ordinal
    self.queue = queue
    self.attached = attached
    _job = Compact(wrappedValue: nil)
  }
}

/// How many inputs of a fan-in settled how, as far as that counted for it.
package struct InputCounts: Hashable, Sendable {
  package private(set) var fulfilled = 0
  package private(set) var rejected = 0
  package private(set) var cancelled = 0

  /// All of them.
  package var total: Int { fulfilled + rejected + cancelled }

  /// One more has settled.
  mutating func add(_ outcome: PromiseEvent.Outcome) {
    switch outcome {
    case .fulfilled: fulfilled += 1
    case .rejected: rejected += 1
    case .cancelled: cancelled += 1
    }
  }
}

/// One input of a fan-in.
package struct InputNode: Hashable, Sendable {
  package var promise: PromiseID
  package var settled: Moment?
  /// How it settled, as far as the fan-in was told.
  package var outcome: PromiseEvent.Outcome?
  /// It settled when the fan-in had already.
  package var ignored = false
}

/// One promise as the events up to the playhead tell it.
///
/// What is written once, and what most promises lack, lies in boxes of its own, which the versions of
/// a node in several keyframes share.
package struct PromiseNode: Hashable, Sendable, Identifiable {
  package let id: PromiseID
  private var beginning: Box<Beginning>
  private var ending: Box<Ending>?
  /// What only some have.
  var body = MaybeBox<Body>()
  var details = MaybeBox<Details>()

  /// The promises chained on this one, in the order of attachment; fan-ins that read it included.
  package var children: PagedArray<PromiseID> = []
  /// The handlers on this promise, by attach number.
  package var handlers: PagedArray<HandlerNode> = []
  /// The queue of the handler that settles this promise; ``ordinal`` is its place on the parent.
  @Compact package var queue: QueueID?
  private var ordinalNumber = Int.min
  /// The job that settles this promise: its handler's or its body's.
  @Compact package var job: JobID?
  package var freed: Moment?

  /// The promise that its handler hangs on, and the handler's index there.
  @Compact var parent: PromiseID?
  private var handlerNumber: UInt32 = 0
  private var gapNumber: UInt32 = 0
  /// The promise that joined its chain before it.
  @Compact var previousInChain: PromiseID?

  package var state: PromiseState = .pending
  /// A settlement passed this link without running its handler, and why.
  package var skipped: PromiseEvent.SkipReason?

  /// A promise that was created at `created`; `isDeclared` is false for a stand-in.
  init(
    creation: PromiseEvent.Creation, created: Moment, createdIn: JobID? = nil, isDeclared: Bool
  ) {
    id = creation.promise
    (_queue, _job) = (Compact(wrappedValue: nil), Compact(wrappedValue: nil))
    (_parent, _previousInChain) = (Compact(wrappedValue: nil), Compact(wrappedValue: nil))
    beginning = Box(
      Beginning(
        creation: creation, created: created, createdIn: createdIn, isDeclared: isDeclared))
  }
}

extension PromiseNode {
  package var ordinal: Int? {
    get { ordinalNumber == .min ? nil : ordinalNumber }
    set { ordinalNumber = newValue ?? .min }
  }
  var handlerIndex: Int {
    get { Int(handlerNumber) }
    set { handlerNumber = UInt32(clamping: newValue) }
  }
  /// How many gaps there had been when its state was proved last.
  var gaps: Int {
    get { Int(gapNumber) }
    set { gapNumber = UInt32(clamping: newValue) }
  }

  /// How a promise began.
  private struct Beginning: Hashable, Sendable {
    var creation: PromiseEvent.Creation
    var created: Moment
    @Compact var createdIn: JobID?
    var isDeclared: Bool
    var line: Int32 = 0
    var place = 0
  }

  /// How it was settled.
  private struct Ending: Hashable, Sendable {
    let description: String
    @Compact var origin: PromiseID?
    @Compact var from: PromiseID?
    let settled: Moment
    let outcome: PromiseEvent.Outcome
    let oddity: PromiseEvent.Oddity?

    init(_ settlement: PromiseEvent.Settlement, at moment: Moment) {
      description = settlement.description
      _origin = Compact(wrappedValue: settlement.origin)
      _from = Compact(wrappedValue: settlement.from)
      settled = moment
      outcome = settlement.outcome
      oddity = settlement.oddity
    }
  }

  package var creation: PromiseEvent.Creation {
    _read { yield beginning.value.creation }
  }
  package var created: Moment { beginning.value.created }
  /// The job whose handler or body was running, on that thread, when it was made.
  package var createdIn: JobID? { beginning.value.createdIn }
  /// A ``PromiseEvent/Kind/created(_:)`` has told how it began; otherwise it is a stand-in for a
  /// promise that was only mentioned.
  package var isDeclared: Bool { beginning.value.isDeclared }

  /// The number of its chain; of a stand-in its place in the group of those.
  var place: Int {
    get { beginning.value.place }
    set { beginning.value.place = newValue }
  }

  /// The number of the line that made it; 0 where that is not known.
  var line: Int {
    get { Int(beginning.value.line) }
    set { beginning.value.line = Int32(clamping: newValue) }
  }

  /// The settlement and when it happened.
  package var settlement: PromiseEvent.Settlement? {
    guard let ending = ending?.value else { return nil }
    return PromiseEvent.Settlement(
      promise: id, outcome: ending.outcome, description: ending.description,
      origin: ending.origin, from: ending.from, oddity: ending.oddity)
  }
  package var settled: Moment? { ending?.value.settled }

  /// What was a stand-in so far is declared.
  mutating func declare(_ creation: PromiseEvent.Creation, at moment: Moment, in job: JobID?) {
    beginning = Box(
      Beginning(creation: creation, created: moment, createdIn: job, isDeclared: true))
  }

  /// Takes the first settlement.
  mutating func settle(_ settlement: PromiseEvent.Settlement, at moment: Moment) {
    guard ending == nil else { return }
    ending = Box(Ending(settlement, at: moment))
    prove(PromiseState(settlement.outcome))
  }

  /// Nothing more can happen to it.
  package var isFinal: Bool { state.isFinal }

  /// Where `gaps` gaps have passed, a state that is not final and was proved before the last of them
  /// is unknown.
  mutating func pass(gaps: Int) {
    guard self.gaps != gaps else { return }
    self.gaps = gaps
    if !isFinal { state = .unknown }
  }

  /// An event proves that the promise is in `state` now; what is final stays, and a promise that is
  /// locked in leaves that state only by settling.
  mutating func prove(_ state: PromiseState) {
    if isFinal { return }
    switch (self.state, state) {
    case (.lockedIn, .pending), (.lockedIn, .queued), (.lockedIn, .running): return
    default: self.state = state
    }
  }
}

extension PromiseEvent.Operation {
  /// It waits for several promises, that it was made of or that come one after the other.
  package var isFanIn: Bool {
    switch self {
    case .all, .allSettled, .race, .any, .retry: true
    default: false
    }
  }
}
