/// One transition that the semantics of promises depend on, as one value.
///
/// ```swift
/// let recorder = RecordingObserver()
/// PromiseEnvironment(observers: [recorder]).run { begin() }
/// for event in recorder.events {
///   guard case .settled(let settlement) = event.kind else { continue }
///   print(event.sequence, event.time, settlement.promise, settlement.outcome)
/// }
/// ```
///
/// The events of one environment form a stream. ``sequence`` orders it: whatever causes an event has
/// a lower number. An observer may receive events of several threads out of order and sorts by the
/// number; every number that never comes lies in a gap that a ``Kind/dropped(count:)`` tells.
public struct PromiseEvent: Hashable, Sendable {
  /// The event's place in its stream, from 1 without holes.
  public var sequence: Int
  /// Nanoseconds since the stream's clock began: monotonic in a real run, virtual in a simulation.
  public var time: Int64
  /// The thread on which the transition happened; none for a choice, which no thread makes.
  public var thread: PromiseEvent.ThreadID?
  /// The queue whose job was running on that thread; none outside any job that the library knows.
  public var queue: PromiseEvent.QueueID?
  /// What happened.
  public var kind: Kind

  /// Puts the parts together.
  ///
  /// ```swift
  /// let event = PromiseEvent(sequence: 1, time: 0, thread: 1, queue: nil, kind: .note("begun"))
  /// print(event.kind.name)
  /// ```
  public init(
    sequence: Int, time: Int64, thread: PromiseEvent.ThreadID?, queue: PromiseEvent.QueueID?,
    kind: Kind
  ) {
    self.sequence = sequence
    self.time = time
    self.thread = thread
    self.queue = queue
    self.kind = kind
  }
}

extension PromiseEvent {
  /// The kinds of events. Later versions add kinds; a reader skips those that it does not know.
  ///
  /// ```swift
  /// func describe(_ kind: PromiseEvent.Kind) -> String? {
  ///   switch kind {
  ///   case .created(let creation): "\(creation.operation) began"
  ///   case .settled(let settlement): "\(settlement.promise) is \(settlement.outcome)"
  ///   default: nil
  ///   }
  /// }
  /// ```
  ///
  /// `docs/events.md` lists them all, in groups.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// Posted when a promise begins. Followed by everything else about it.
    case created(Creation)

    /// Posted when the body of `Promise { seal in … }` begins. Followed by ``bodyEnded(promise:threw:)``.
    case bodyStarted(promise: PromiseID)
    /// Posted when the body has returned or thrown; the promise may be pending still.
    case bodyEnded(promise: PromiseID, threw: Bool)

    /// Posted when an operator hangs a handler on `parent`; `child` is the promise that the operator
    /// returns, `ordinal` counts the handlers of `parent` from 1 in their order, `queue` is where the
    /// handler will run. Followed, once `parent` settles, by ``jobEnqueued(job:child:queue:label:)``
    /// or ``handlerSkipped(parent:child:reason:)``. Handlers that the library hangs itself (the
    /// inputs of a fan-in, an adoption) are not counted: they are told by ``inputSettled`` and
    /// ``adopted(outer:inner:)``.
    case handlerAttached(parent: PromiseID, child: PromiseID, ordinal: Int, queue: QueueID)

    /// Posted when a handler or a body is put on a queue; for `on: nil` the queue is the immediate
    /// one and ``jobStarted(job:child:queue:)`` follows at once.
    case jobEnqueued(job: JobID, child: PromiseID?, queue: QueueID, label: String?)
    /// Posted when the job begins to run. On any queue but the immediate one it begins a turn.
    case jobStarted(job: JobID, child: PromiseID?, queue: QueueID)
    /// Posted when the job is over; what it returned settles or locks in `child` right after.
    case jobEnded(job: JobID, child: PromiseID?, queue: QueueID, ending: JobEnding)
    /// Posted right after ``jobStarted(job:child:queue:)`` where the program has declared what state the
    /// job touches, with `touching`: the names of that, in order.
    case touched(job: JobID, names: [String])

    /// Posted when a settlement passes a link without running its handler; ``settled(_:)`` of
    /// `child` follows, unless `child` was settled before, as by a cancellation.
    case handlerSkipped(parent: PromiseID, child: PromiseID, reason: SkipReason)

    /// Posted when `outer` is locked in to `inner`: it settles when, and as, `inner` does.
    /// (Promises/A+ 2.3.2)
    case adopted(outer: PromiseID, inner: PromiseID)

    /// Posted when a promise leaves the pending state, once. (Promises/A+ 2.1)
    case settled(Settlement)
    /// Posted when someone resolves a promise that is settled or locked in; it changes nothing. Where
    /// that was with a promise that is pending, there is no outcome yet.
    case resolutionIgnored(promise: PromiseID, site: SourceSite?, attempt: Outcome?)

    /// Posted when a fan-in that is made before its inputs takes one in: the next one of an iterator,
    /// the next attempt of a retry. ``Creation/parents`` names the inputs of every other fan-in.
    case inputAdded(fanIn: PromiseID, index: Int, input: PromiseID)
    /// Posted when an input of all, race or any settles while the fan-in still waits for it.
    case inputSettled(fanIn: PromiseID, index: Int, input: PromiseID, outcome: Outcome)
    /// Posted when an input settles after the fan-in has: it no longer matters.
    case inputIgnored(fanIn: PromiseID, index: Int, input: PromiseID, outcome: Outcome)

    /// Posted when a rejection meets a handler that takes care of it: `by` is the handler's child or
    /// the fan-in.
    case errorHandled(promise: PromiseID, by: PromiseID)
    /// Posted when the last promise that a rejection reached is gone and nobody handled it; `origin` is
    /// the promise where the error arose. As long as one of them is alive a handler may come late.
    case errorUnhandled(promise: PromiseID, origin: PromiseID, error: String)

    /// Posted when a promise is freed. `waiting` are the promises that waited for one that is freed
    /// while pending, and now wait for ever.
    case deallocated(promise: PromiseID, state: FinalState, waiting: [PromiseID])

    /// Posted when a thread begins to block on a promise; `queue` is the queue it blocks, `job` what
    /// runs there. In a simulation the main program has a number too while it waits.
    case waitBegan(promise: PromiseID, queue: QueueID?, job: JobID?)
    /// Posted when the thread goes on; `ending` says why.
    case waitEnded(promise: PromiseID, queue: QueueID?, job: JobID?, ending: WaitEnding)
    /// Posted when a task begins to await a pending promise. It blocks no thread and no queue.
    case awaitBegan(promise: PromiseID)
    /// Posted when the task stops waiting; `ending` says why.
    case awaitEnded(promise: PromiseID, ending: AwaitEnding)

    /// Posted when the cancellation of a chain is asked for, in the environment where its context was made
    /// and in those of its promises. `context` counts the contexts that are cancelled.
    case cancelRequested(context: Int)

    /// Posted when a timer is set; `due` is on the clock of ``PromiseEvent/time``.
    case timerScheduled(timer: TimerID, promise: PromiseID?, due: Int64)
    /// Posted when the timer fires. It begins a turn.
    case timerFired(timer: TimerID, promise: PromiseID?)
    /// Posted when nobody needs the timer any more: its chain was cancelled, or what it guarded is
    /// settled. It will not fire.
    case timerCancelled(timer: TimerID, promise: PromiseID?)

    /// Posted in a simulation where more than one thing could happen next: `options` are these in
    /// their order, the first 64 where there are more; `chosen` is the place, from 0, of
    /// the one that happens now. It belongs to the turn before it. The places of a run are its schedule,
    /// with which it can be repeated.
    case choiceMade(chosen: Int, options: [Choice])

    /// Posted at first sight of a queue. `assumed` says that nobody declared its kind.
    case queueDeclared(queue: QueueID, label: String, kind: QueueKind, assumed: Bool)
    /// Posted at first sight of a thread that has a name.
    case threadNamed(thread: ThreadID, name: String)

    /// Posted when the program says something with ``PromiseTrace/note(_:)``: what a demo prints.
    case note(String)
    /// Posted when somebody who has the text of a source file makes it known: `text` is what stands
    /// there from `firstLine` on, `file` its `#fileID`.
    case sourceText(file: String, firstLine: Int, text: String)

    /// Posted in a simulation where a run is changed by hand: `what` says how, in words that follow the
    /// promise's name, as `takes 90 ms instead of 150 ms`. What is changed follows: the timer that is set,
    /// the end of the job, the settlement.
    case intervened(promise: PromiseID, what: String)

    /// Posted when events were lost: `count` up to here. It has the number of the last of them, or one
    /// after it.
    case dropped(count: Int)
  }

  /// How a promise began.
  ///
  /// ```swift
  /// let creation = PromiseEvent.Creation(promise: 2, operation: .then, label: "fetch", parents: [1])
  /// print(creation.label ?? "", creation.parents)
  /// ```
  public struct Creation: Hashable, Sendable {
    /// The promise.
    public var promise: PromiseID
    /// The operator or combinator that made it.
    public var operation: Operation
    /// The name that the program gave it.
    public var label: String?
    /// Where in the program it was made; none where that is not known, as of `values.map(Promise.value)`.
    public var site: PromiseEvent.SourceSite?
    /// The promises that it follows: the one it was chained on, or all inputs of a fan-in in order;
    /// none for a fan-in whose inputs come later, each with an ``Kind/inputAdded(fanIn:index:input:)``.
    public var parents: [PromiseID]
    /// The promise existed before anybody observed it; its past is unknown.
    public var late: Bool
    /// It is a guarantee: it cannot be rejected, but by a cancellation.
    public var isGuarantee: Bool
    /// The tag of the chain, or of the code that made it; see ``PromiseTrace``.
    public var tag: String?

    /// Puts the parts together. A site without a file is none.
    ///
    /// - Parameter label: What the events and the screen call the promise.
    public init(
      promise: PromiseID, operation: Operation, label: String? = nil,
      site: PromiseEvent.SourceSite? = nil,
      parents: [PromiseID] = [], late: Bool = false, isGuarantee: Bool = false,
      tag: String? = nil
    ) {
      self.promise = promise
      self.operation = operation
      self.label = label
      self.site = site.flatMap { $0.file.isEmpty ? nil : $0 }
      self.parents = parents
      self.late = late
      self.isGuarantee = isGuarantee
      self.tag = tag
    }
  }

  /// How a promise left the pending state.
  ///
  /// ```swift
  /// let settlement = PromiseEvent.Settlement(promise: 2, outcome: .rejected, description: "offline")
  /// print(settlement.description)
  /// ```
  public struct Settlement: Hashable, Sendable {
    /// The promise.
    public var promise: PromiseID
    /// Fulfilled, rejected or cancelled.
    public var outcome: Outcome
    /// The value or the error in a bounded number of characters; empty for `Void`.
    public var description: String
    /// For an error: the promise where it arose, maybe this one.
    public var origin: PromiseID?
    /// The promise that the outcome was taken over from: the adopted one, the parent of a link that
    /// was passed, the winner of a race, the first failed input of an all.
    public var from: PromiseID?
    /// What is odd about the value or the error, if anything is.
    public var oddity: Oddity?

    /// Puts the parts together.
    public init(
      promise: PromiseID, outcome: Outcome, description: String = "", origin: PromiseID? = nil,
      from: PromiseID? = nil, oddity: Oddity? = nil
    ) {
      self.promise = promise
      self.outcome = outcome
      self.description = description
      self.origin = origin
      self.from = from
      self.oddity = oddity
    }
  }

  /// What is odd about a settlement, as the types of the value and of the error tell; a text would not.
  ///
  /// ```swift
  /// func isCycle(_ settlement: PromiseEvent.Settlement) -> Bool { settlement.oddity == .returnedSelf }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Oddity: String, Hashable, Sendable, Codable, CaseIterable {
    /// It is fulfilled, and the value is an error.
    case errorAsValue
    /// It was to settle as it does itself: the adoptions were a circle. (Promises/A+ 2.3.1)
    case returnedSelf
  }

  /// The three ways in which a promise is settled; a cancellation is a rejection with a cancelled
  /// error, told apart so that "neither done nor catch ran" is never a riddle.
  ///
  /// ```swift
  /// func glyph(_ outcome: PromiseEvent.Outcome) -> Character {
  ///   switch outcome {
  ///   case .fulfilled: "+"
  ///   case .rejected: "x"
  ///   case .cancelled: "-"
  ///   }
  /// }
  /// ```
  public enum Outcome: String, Hashable, Sendable, Codable, CaseIterable {
    /// With a value.
    case fulfilled
    /// With an error.
    case rejected
    /// With an error that says that it is a cancellation.
    case cancelled
  }

  /// What made a promise: the verb as it is written.
  ///
  /// ```swift
  /// let isFanIn: (PromiseEvent.Operation) -> Bool = { [.all, .allSettled, .race, .any].contains($0) }
  /// print(PromiseEvent.Operation.allCases.filter(isFanIn))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Operation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Roots.
    case body, value, error, pending, async, after, retry
    /// Links.
    case then, map, compactMap, done, get, tap, `catch`, recover, ensure, ensureThen, finally
    /// Links.
    case asVoid, cauterize, thenResolving, delay, timeout, validate, cancelled, until, detached
    /// Links of a promise of a sequence.
    case mapValues, flatMapValues, compactMapValues, thenMap, thenFlatMap, filterValues
    /// Links of a promise of a sequence.
    case firstValue, lastValue, sortedValues
    /// Fan-in: all is `when(fulfilled:)`, allSettled `when(resolved:)`, any `race(fulfilled:)`.
    case all, allSettled, race, any
  }

  /// How a job returned.
  ///
  /// ```swift
  /// func failed(_ event: PromiseEvent) -> Bool {
  ///   if case .jobEnded(_, _, _, let ending) = event.kind { ending == .threw } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum JobEnding: String, Hashable, Sendable, Codable, CaseIterable {
    /// With a value, or nothing.
    case returned
    /// With a promise, that the child adopts.
    case returnedPromise
    /// With an error.
    case threw
    /// The handler did not run: its chain was cancelled, or its owner went away, while the job waited.
    case skipped
  }

  /// Why a thread that waited for a promise goes on.
  ///
  /// ```swift
  /// func isDeadlock(_ event: PromiseEvent) -> Bool {
  ///   if case .waitEnded(_, _, _, .deadlock) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum WaitEnding: String, Hashable, Sendable, Codable, CaseIterable {
    /// The promise is settled.
    case settled
    /// In a simulation: nothing was left that could settle it.
    case deadlock
    /// The simulation came to a limit of its run, or was given up.
    case gaveUp
  }

  /// Why a task that awaited a promise stops waiting.
  ///
  /// ```swift
  /// func isGivenUp(_ event: PromiseEvent) -> Bool {
  ///   if case .awaitEnded(_, .abandoned) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum AwaitEnding: String, Hashable, Sendable, Codable, CaseIterable {
    /// The promise is settled.
    case settled
    /// The task was cancelled.
    case cancelled
    /// The promise can never settle: it, or what it waits for, was freed while pending.
    case abandoned
  }

  /// Why a settlement passed a link.
  ///
  /// ```swift
  /// func isPolicy(_ event: PromiseEvent) -> Bool {
  ///   if case .handlerSkipped(_, _, .cancellationPassesByPolicy) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum SkipReason: String, Hashable, Sendable, Codable, CaseIterable {
    /// A value passes a catch or a recover.
    case valuePassesErrorHandler
    /// An error passes a then, map, done or get.
    case errorPassesValueHandler
    /// A cancellation passes a catch or recover whose policy leaves cancellations out.
    case cancellationPassesByPolicy
    /// An error passes a catch or a recover that is for others only, or a `cancelled`.
    case errorNotNamed
    /// The handler's owner is gone.
    case ownerGone
    /// The chain was cancelled before the handler began.
    case chainCancelled
  }

  /// In what state a promise was freed.
  ///
  /// ```swift
  /// func isLost(_ event: PromiseEvent) -> Bool {
  ///   if case .deallocated(_, .pending, _) = event.kind { true } else { false }
  /// }
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum FinalState: Hashable, Sendable {
    /// With a value or an error.
    case settled
    /// It will never settle, and neither will those that wait for it.
    case pending
    /// Its place passed to `to`, which settles in its stead: the end of its life, and no leak.
    case forwarded(to: PromiseID)
  }

  /// What is known of a queue.
  ///
  /// ```swift
  /// PromiseEnvironment.shared.declare(queue: "images", kind: .concurrent(width: 4))
  /// ```
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum QueueKind: Hashable, Sendable {
    /// One job at a time.
    case serial
    /// `width` jobs at once; none where nothing bounds it.
    case concurrent(width: Int?)
    /// `on: nil`: handlers run inline, on whichever thread settles.
    case immediate
  }
}
