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
    /// job touches, with `accessing`: the names of that, in order.
    case accessed(job: JobID, names: [String])

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
    case overridden(promise: PromiseID, what: String)

    /// Posted when events were lost: `count` up to here. It has the number of the last of them, or one
    /// after it.
    case dropped(count: Int)
  }
}

/// When and where something happened: what every event says beside what it was.
@usableFromInline
package struct EventStamp: Sendable {
  @usableFromInline package var sequence = 0
  @usableFromInline package var time: Int64 = 0
  @usableFromInline package var thread: PromiseEvent.ThreadID?
  @usableFromInline package var queue: PromiseEvent.QueueID?

  init() {}

  @inlinable
  package init(
    sequence: Int, time: Int64, thread: PromiseEvent.ThreadID?, queue: PromiseEvent.QueueID?
  ) {
    (self.sequence, self.time) = (sequence, time)
    (self.thread, self.queue) = (thread, queue)
  }
}

extension PromiseEvent {
  /// The stamp of the event.
  @inline(__always)
  var stamp: EventStamp {
    EventStamp(sequence: sequence, time: time, thread: thread, queue: queue)
  }

  /// What happened then and there.
  @inline(__always)
  package init(_ stamp: EventStamp, _ kind: Kind) {
    self.init(
      sequence: stamp.sequence, time: stamp.time, thread: stamp.thread, queue: stamp.queue,
      kind: kind)
  }
}

extension PromiseEvent {
  /// One of the things that can happen next in a simulation, where several can.
  ///
  /// ```swift
  /// func isTimer(_ choice: PromiseEvent.Choice) -> Bool {
  ///   if case .fire = choice { true } else { false }
  /// }
  /// ```
  ///
  /// Choices are made only among things that are possible at the same virtual instant. They are
  /// ordered: jobs that go on after a wait, before starts, before ends, before timers, and among these
  /// by number.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Choice: Hashable, Comparable, Sendable {
    /// A job whose wait is over goes on. The main program has a number of its own while it waits.
    case resume(job: JobID)
    /// The first job that waits on a queue with a free worker begins.
    case start(queue: QueueID, job: JobID)
    /// A job whose time is over ends.
    case end(job: JobID)
    /// A timer that is due fires.
    case fire(timer: TimerID)
  }
}

extension PromiseEvent.Choice {
  /// How many of the things that could happen an event tells at most.
  public static var limit: Int { 64 }
}

extension PromiseEvent.Choice: CustomStringConvertible {
  /// The choice in words: `start j3 on q2`
  public var description: String {
    switch self {
    case .resume(let job): "resume \(job)"
    case .start(let queue, let job): "start \(job) on \(queue)"
    case .end(let job): "end \(job)"
    case .fire(let timer): "fire \(timer)"
    }
  }
}
