package import PromiseKitLite

/// When, where and as which event something happened.
///
/// There are several for every promise and every job, so that it is kept small: the thread and the queue
/// are there if their numbers are below 2^31, as all are but made up ones.
package struct Moment: Hashable, Sendable {
  package var sequence: Int
  /// Nanoseconds on the stream's clock.
  package var time: Int64
  private var threadNumber: Int32
  private var queueNumber: Int32

  package init(_ event: PromiseEvent) {
    sequence = event.sequence
    time = event.time
    threadNumber = Self.number(event.thread?.rawValue)
    queueNumber = Self.number(event.queue?.rawValue)
  }

  /// A moment on no thread.
  init(sequence: Int, time: Int64) {
    self.sequence = sequence
    self.time = time
    (threadNumber, queueNumber) = (Self.none, Self.none)
  }

  /// The thread on which it happened.
  package var thread: ThreadID? {
    threadNumber == Self.none ? nil : ThreadID(Int(threadNumber))
  }
  /// The queue whose job was running there.
  package var queue: QueueID? {
    queueNumber == Self.none ? nil : QueueID(Int(queueNumber))
  }

  private static var none: Int32 { .min }
  private static func number(_ number: Int?) -> Int32 {
    number.flatMap { Int32(exactly: $0) } ?? none
  }
}

/// What a promise is doing at the playhead: the state that its glyph shows.
package enum PromiseState: Hashable, Sendable {
  /// Nothing has happened that would settle it.
  case pending
  /// The handler that will settle it waits in its queue.
  case queued
  /// The handler or body that will settle it runs.
  case running
  /// It settles as the adopted promise does.
  case lockedIn(to: PromiseID)
  case fulfilled
  case rejected
  case cancelled
  /// Freed while pending: it never settles.
  case lost
  /// Its place passed to the promise that had adopted it.
  case forwarded(to: PromiseID)
  /// Events were lost since its last one; no event has proved its state again.
  case unknown
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
  package var job: JobID?
  package var skipped: PromiseEvent.SkipReason?
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
  /// How it settled, as far as the fan-in was told.
  package var outcome: PromiseEvent.Outcome?
  package var settled: Moment?
  /// It settled when the fan-in had already.
  package var ignored = false
}

/// One promise as the events up to the playhead tell it.
///
/// What is written once, and what most promises lack, lies in boxes of its own, which the versions of
/// a node in several keyframes share.
package struct PromiseNode: Hashable, Sendable, Identifiable {
  package let id: PromiseID
  private var origin: Box<Origin>
  package var state: PromiseState = .pending
  private var ending: Box<Ending>?
  /// A settlement passed this link without running its handler, and why.
  package var skipped: PromiseEvent.SkipReason?

  /// The promises chained on this one, in the order of attachment; fan-ins that read it included.
  package var children: PagedArray<PromiseID> = []
  /// The handlers on this promise, by attach number.
  package var handlers: PagedArray<HandlerNode> = []
  /// The queue of the handler that settles this promise, and its place on the parent.
  package var queue: QueueID?
  package var ordinal: Int?
  /// The job that settles this promise: its handler's or its body's.
  package var job: JobID?
  package var freed: Moment?
  var details: Box<Details>?

  /// The promise that its handler hangs on, and the handler's index there.
  var parent: PromiseID?
  var handlerIndex = 0
  /// The promise that joined its chain before it.
  var previousInChain: PromiseID?
  /// How many gaps there had been when its state was proved last.
  var gaps = 0

  /// A promise that was created at `created`; `isDeclared` is false for a stand-in.
  init(
    creation: PromiseEvent.Creation, created: Moment, createdIn: JobID? = nil, isDeclared: Bool
  ) {
    id = creation.promise
    origin = Box(
      Origin(
        creation: creation, created: created, createdIn: createdIn, isDeclared: isDeclared))
  }
}

extension PromiseNode {
  /// How a promise began.
  private struct Origin: Hashable, Sendable {
    var creation: PromiseEvent.Creation
    var created: Moment
    var createdIn: JobID?
    var isDeclared: Bool
    var line: Int32 = 0
    var place = 0
  }

  /// How it was settled.
  private struct Ending: Hashable, Sendable {
    var settlement: PromiseEvent.Settlement
    var settled: Moment
  }

  package var creation: PromiseEvent.Creation { origin.value.creation }
  package var created: Moment { origin.value.created }
  /// The job whose handler or body was running, on that thread, when it was made.
  package var createdIn: JobID? { origin.value.createdIn }
  /// A ``PromiseEvent/Kind/created(_:)`` has told how it began; otherwise it is a stand-in for a
  /// promise that was only mentioned.
  var isDeclared: Bool { origin.value.isDeclared }

  /// The number of its chain; of a stand-in its place in the group of those.
  var place: Int {
    get { origin.value.place }
    set { origin.value.place = newValue }
  }

  /// The number of the line that made it; 0 where that is not known.
  var line: Int {
    get { Int(origin.value.line) }
    set { origin.value.line = Int32(clamping: newValue) }
  }

  /// The settlement and when it happened.
  package var settlement: PromiseEvent.Settlement? { ending?.value.settlement }
  package var settled: Moment? { ending?.value.settled }

  /// What was a stand-in so far is declared.
  mutating func declare(_ creation: PromiseEvent.Creation, at moment: Moment, in job: JobID?) {
    origin = Box(
      Origin(creation: creation, created: moment, createdIn: job, isDeclared: true))
  }

  /// Takes the first settlement.
  mutating func settle(_ settlement: PromiseEvent.Settlement, at moment: Moment) {
    guard ending == nil else { return }
    ending = Box(Ending(settlement: settlement, settled: moment))
    prove(PromiseState(settlement.outcome))
  }

  /// The name that is shown: the label, or the operation as it is written.
  package var name: String { creation.label ?? creation.operation.spelling }

  /// Nothing more can happen to it.
  package var isFinal: Bool { state.isFinal }

  /// The name and what it is: `login(user)`, `.then fetch`, `all`.
  package var title: String { creation.title }

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

extension PromiseState {
  /// Nothing more can happen to a promise in this state.
  package var isFinal: Bool {
    switch self {
    case .fulfilled, .rejected, .cancelled, .lost, .forwarded: true
    case .pending, .queued, .running, .lockedIn, .unknown: false
    }
  }

  /// The state that a settlement leads to.
  package init(_ outcome: PromiseEvent.Outcome) {
    switch outcome {
    case .fulfilled: self = .fulfilled
    case .rejected: self = .rejected
    case .cancelled: self = .cancelled
    }
  }
}

extension PromiseEvent.Creation {
  /// The label of a root; of a promise that follows others the operation and the label.
  package var title: String {
    guard let label else { return operation.spelling }
    return parents.isEmpty ? label : "\(operation.spelling) \(label)"
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

  /// The operation as the program writes it: `.then`, `all`, `after`.
  package var spelling: String {
    switch self {
    case .body: "Promise"
    case .value: "value"
    case .error: "error"
    case .pending: "pending"
    case .async: "async"
    case .after: "after"
    case .retry: "retry"
    case .all: "all"
    case .allSettled: "allSettled"
    case .race: "race"
    case .any: "any"
    case .then, .map, .compactMap, .done, .get, .tap, .catch, .recover, .ensure, .ensureThen,
      .finally, .asVoid, .cauterize, .thenResolving, .delay, .timeout, .validate, .cancelled,
      .until, .mapValues, .flatMapValues, .compactMapValues, .thenMap, .thenFlatMap,
      .filterValues, .firstValue, .lastValue, .sortedValues:
      ".\(rawValue)"
    }
  }
}
