package import PromiseKitLite

/// When, where and as which event something happened.
package struct Moment: Hashable, Sendable {
  package var sequence: Int
  /// Nanoseconds on the stream's clock.
  package var time: Int64
  package var thread: ThreadID?
  package var queue: QueueID?

  package init(_ event: PromiseEvent) {
    sequence = event.sequence
    time = event.time
    thread = event.thread
    queue = event.queue
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
package struct PromiseNode: Hashable, Sendable, Identifiable {
  package let id: PromiseID
  package var creation: PromiseEvent.Creation
  package var created: Moment
  /// The job whose handler or body was running, on that thread, when it was made.
  package var createdIn: JobID?

  package var state: PromiseState = .pending
  /// The settlement and when it happened.
  package var settlement: PromiseEvent.Settlement?
  package var settled: Moment?
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
  /// When its body began and ended, for `Promise { seal in … }`.
  package var bodyStarted: Moment?
  package var bodyEnded: Moment?

  /// The promise it is, or was, locked in to.
  package var adopted: PromiseID?
  package var adoptedAt: Moment?
  /// The promises that are locked in to this one.
  package var adoptedBy: PagedArray<PromiseID> = []
  /// Of a fan-in: its inputs in order.
  package var inputs: PagedArray<InputNode> = []
  /// The timer that settles it.
  package var timer: TimerID?

  package var handledBy: PromiseID?
  package var unhandled: Moment?
  /// The resolutions that came too late.
  package var ignoredResolutions: PagedArray<Moment> = []
  package var freed: Moment?
  /// The promise that was freed while this one waited for it: it waits for ever.
  package var strandedBy: PromiseID?

  /// The promise that its handler hangs on, and the handler's index there.
  var parent: PromiseID?
  var handlerIndex = 0
  /// A ``PromiseEvent/Kind/created(_:)`` has told how it began; otherwise it is a stand-in for a
  /// promise that was only mentioned.
  var isDeclared = false
  /// How many gaps there had been when its state was proved last.
  var gaps = 0

  package init(id: PromiseID, creation: PromiseEvent.Creation, created: Moment) {
    self.id = id
    self.creation = creation
    self.created = created
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
  /// It waits for several promises.
  package var isFanIn: Bool {
    switch self {
    case .all, .allSettled, .race, .any: true
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
    case .all: "all"
    case .allSettled: "allSettled"
    case .race: "race"
    case .any: "any"
    case .then, .map, .compactMap, .done, .get, .tap, .catch, .recover, .ensure, .ensureThen,
      .finally:
      ".\(rawValue)"
    }
  }
}
