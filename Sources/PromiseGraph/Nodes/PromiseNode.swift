package import PromiseEvents

/// When and where something happened, and as which event.
///
/// It is small because there are several for every promise and every job: the thread is kept if its number is
/// from 0 to 2^32 - 2, the queue if its number is from 0 to 2^24 - 2, which holds for all real ones.
package struct Moment: Hashable, Sendable {
  package var sequence: Int
  /// Nanoseconds on the stream's clock.
  package var time: Int64
  private var threadNumber: UInt32
  private var queueNumber: UInt16
  private var queueRest: UInt8
  /// A byte with unused values, so that an optional moment takes no more space than a moment.
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

  /// Creates a moment without a thread.
  init(sequence: Int, time: Int64) {
    self.sequence = sequence
    self.time = time
    (threadNumber, queueNumber, queueRest) = (.max, .max, .max)
  }

  /// The thread on which it happened.
  package var thread: ThreadID? {
    threadNumber == .max ? nil : ThreadID(Int(threadNumber))
  }
  /// The queue whose job was running on the thread.
  package var queue: QueueID? {
    let number = UInt32(queueRest) << 16 | UInt32(queueNumber)
    return number == Self.noQueue ? nil : QueueID(Int(number))
  }

  private static var noQueue: UInt32 { 0xFF_FFFF }
}

/// A handler that the program attached to a promise.
package struct HandlerNode: Hashable, Sendable {
  /// The promise that the operator returned.
  package var child: PromiseID
  /// The attach number: the handler's place on its promise, from 1.
  package var ordinal: Int
  package var queue: QueueID
  package var attached: Moment
  /// The handler's job, once it is enqueued.
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

/// How many inputs of a fan-in settled with each outcome, before the fan-in settled.
package struct InputCounts: Hashable, Sendable {
  package private(set) var fulfilled = 0
  package private(set) var rejected = 0
  package private(set) var cancelled = 0

  /// The number of all settled inputs.
  package var total: Int { fulfilled + rejected + cancelled }

  /// Counts one more input.
  mutating func add(_ outcome: PromiseEvent.Outcome) {
    switch outcome {
    case .fulfilled: fulfilled += 1
    case .rejected: rejected += 1
    case .cancelled: cancelled += 1
    }
  }
}

/// An input of a fan-in.
package struct InputNode: Hashable, Sendable {
  package var promise: PromiseID
  package var settled: Moment?
  /// The outcome that reached the fan-in; `nil` if it is still pending.
  package var outcome: PromiseEvent.Outcome?
  /// Whether it settled after the fan-in had.
  package var ignored = false
  /// Whether it was added after another one had settled: its turn came then.
  var isLater = false
}

/// A promise as the events up to the playhead show it.
///
/// What is written once, and what most promises do not have, is in separate boxes, which the versions of a node
/// in several keyframes share.
package struct PromiseNode: Hashable, Sendable, Identifiable {
  package let id: PromiseID
  @Box private var beginning: Beginning
  private var ending: Box<Ending>?
  /// What only some promises have.
  var body = MaybeBox<Body>()
  var details = MaybeBox<Details>()

  /// The promises attached to this one, in the order of attachment, including fan-ins that read it.
  package var children: PagedArray<PromiseID> = []
  /// The handlers on this promise, by attach number.
  package var handlers: PagedArray<HandlerNode> = []
  /// The queue of the handler that settles this promise; ``ordinal`` is its place on the parent.
  @Compact package var queue: QueueID?
  private var ordinalNumber = Int.min
  /// The job that settles this promise: its handler's or its body's.
  @Compact package var job: JobID?
  package var freed: Moment?

  /// The promise that its handler is attached to, and the handler's index there.
  @Compact package var parent: PromiseID?
  private var handlerNumber: UInt32 = 0
  private var gapNumber: UInt32 = 0
  /// The promise that joined its chain before it.
  @Compact var previousInChain: PromiseID?

  package var state: PromiseState = .pending
  /// Why a settlement skipped this link without running its handler; `nil` if it did not.
  package var skipped: PromiseEvent.SkipReason?

  /// Creates a promise that was created at `created`; `isDeclared` is `false` for a placeholder.
  init(
    creation: PromiseEvent.Creation, created: Moment, createdIn: JobID? = nil, isDeclared: Bool
  ) {
    id = creation.promise
    (_queue, _job) = (Compact(wrappedValue: nil), Compact(wrappedValue: nil))
    (_parent, _previousInChain) = (Compact(wrappedValue: nil), Compact(wrappedValue: nil))
    beginning = Beginning(
      creation: creation, created: created, createdIn: createdIn, isDeclared: isDeclared)
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
  /// How many gaps there were when an event last confirmed its state.
  var gaps: Int {
    get { Int(gapNumber) }
    set { gapNumber = UInt32(clamping: newValue) }
  }

  /// How a promise was created.
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
    @Compact var settler: JobID?
    let settled: Moment
    let outcome: PromiseEvent.Outcome
    let oddity: PromiseEvent.Oddity?

    init(_ settlement: PromiseEvent.Settlement, at moment: Moment, in job: JobID?) {
      description = settlement.description
      _origin = Compact(wrappedValue: settlement.origin)
      _from = Compact(wrappedValue: settlement.from)
      _settler = Compact(wrappedValue: job)
      settled = moment
      outcome = settlement.outcome
      oddity = settlement.oddity
    }
  }

  package var creation: PromiseEvent.Creation {
    _read { yield beginning.creation }
  }
  package var created: Moment { beginning.created }
  /// The job whose handler or body was running on that thread when it was created.
  package var createdIn: JobID? { beginning.createdIn }
  /// Whether a ``PromiseEvent/Kind/created(_:)`` event declared it; otherwise it is a placeholder for a promise
  /// that was only mentioned.
  package var isDeclared: Bool { beginning.isDeclared }

  /// The number of its chain; for a placeholder, its index in the group of placeholders.
  var place: Int {
    get { beginning.place }
    set { beginning.place = newValue }
  }

  /// The number of the line that created it; 0 if that is not known.
  var line: Int {
    get { Int(beginning.line) }
    set { beginning.line = Int32(clamping: newValue) }
  }

  /// The settlement and when it happened.
  package var settlement: PromiseEvent.Settlement? {
    guard let ending = ending?.wrappedValue else { return nil }
    return PromiseEvent.Settlement(
      promise: id, outcome: ending.outcome, description: ending.description,
      origin: ending.origin, from: ending.from, oddity: ending.oddity, site: settledAt)
  }
  package var settled: Moment? { ending?.wrappedValue.settled }
  /// The job that was running on the thread that settled it. For a handler that has returned, that is a job
  /// around it, if there is one; for a resolver, it is the job that called the resolver.
  package var settledIn: JobID? { ending?.wrappedValue.settler }

  /// Declares what was a placeholder so far.
  mutating func declare(_ creation: PromiseEvent.Creation, at moment: Moment, in job: JobID?) {
    beginning = Beginning(creation: creation, created: moment, createdIn: job, isDeclared: true)
  }

  /// Records the first settlement, while `job` ran on that thread.
  mutating func settle(
    _ settlement: PromiseEvent.Settlement, at moment: Moment, in job: JobID?
  ) {
    guard ending == nil else { return }
    ending = Box(wrappedValue: Ending(settlement, at: moment, in: job))
    if let site = settlement.site { settledAt = site }
    prove(PromiseState(settlement.outcome))
  }

  /// Whether nothing more can happen to it.
  package var isFinal: Bool { state.isFinal }

  /// After `gaps` gaps, makes the state unknown if it is not final and was confirmed before the last gap.
  mutating func pass(gaps: Int) {
    guard self.gaps != gaps else { return }
    self.gaps = gaps
    if !isFinal { state = .unknown }
  }

  /// Notes that a task begins to await a promise, or that it awaits none any longer.
  mutating func awaits(_ isAwaiting: Bool) {
    guard creation.operation == .task, freed == nil else { return }
    state = isAwaiting ? .pending : .idle
  }

  /// Sets the state that an event confirms. A final state stays, and a promise that is locked in leaves that
  /// state only by settling.
  mutating func prove(_ state: PromiseState) {
    if isFinal { return }
    switch (self.state, state) {
    case (.lockedIn, .pending), (.lockedIn, .queued), (.lockedIn, .running): return
    default: self.state = state
    }
  }
}
