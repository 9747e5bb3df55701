/// One transition of a promise, a job, a queue, or a timer, as a value.
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
/// The events of one environment form a stream, ordered by ``sequence``: the cause of an event
/// always has a lower number than the event. An observer may receive events from several threads
/// out of order, and sorts them by number. Every number that never arrives lies in a gap that a
/// ``Kind/dropped(count:)`` event reports.
public struct PromiseEvent: Hashable, Sendable {
  /// The event's place in its stream, counting from 1 without gaps.
  public var sequence: Int
  /// Nanoseconds since the start of the stream's clock: monotonic in a real run, virtual in a
  /// simulation.
  public var time: Int64
  /// The thread on which the transition happened; `nil` for a choice, which no thread makes.
  public var thread: PromiseEvent.ThreadID?
  /// The queue whose job was running on that thread; `nil` outside any job that the library knows.
  public var queue: PromiseEvent.QueueID?
  /// What happened.
  public var kind: Kind

  /// Creates an event from its parts.
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
  /// The kinds of events. Later versions may add kinds; a reader skips kinds that it does not know.
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
  /// `docs/library/events.md` lists all of them, in groups.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Kind: Hashable, Sendable {
    /// Posted when a promise is created. Every other event about the promise follows it.
    case created(Creation)

    /// Posted when the body of `Promise { seal in … }` starts. Followed by
    /// ``bodyEnded(promise:threw:)``.
    case bodyStarted(promise: PromiseID)
    /// Posted when the body has returned or thrown; the promise may still be pending.
    case bodyEnded(promise: PromiseID, threw: Bool)

    /// Posted when an operator attaches a handler to `parent`. `child` is the promise that the
    /// operator returns, `ordinal` counts the handlers of `parent` from 1 in the order of
    /// attachment, and `queue` is where the handler will run. Once `parent` settles,
    /// ``jobEnqueued(job:child:queue:label:)`` or ``handlerSkipped(parent:child:reason:)`` follows.
    /// Handlers that the library itself attaches (for the inputs of a fan-in, or for an adoption)
    /// are not counted: ``inputSettled(fanIn:index:input:outcome:)`` and ``adopted(outer:inner:)`` report those.
    case handlerAttached(parent: PromiseID, child: PromiseID, ordinal: Int, queue: QueueID)

    /// Posted when a handler or a body is enqueued. For `on: nil` the queue is the immediate one,
    /// and ``jobStarted(job:child:queue:)`` follows immediately.
    case jobEnqueued(job: JobID, child: PromiseID?, queue: QueueID, label: String?)
    /// Posted when the job starts. On any queue but the immediate one this begins a turn.
    case jobStarted(job: JobID, child: PromiseID?, queue: QueueID)
    /// Posted when the job has ended; immediately afterwards its result settles `child` or locks it
    /// in.
    case jobEnded(job: JobID, child: PromiseID?, queue: QueueID, ending: JobEnding)
    /// Posted right after ``jobStarted(job:child:queue:)`` if the program has declared, with
    /// `accessing`, what state the job accesses: the names of that state, in order.
    case touched(job: JobID, names: [String])

    /// Posted when a settlement skips a link without running its handler; ``settled(_:)`` of
    /// `child` follows, unless `child` has already settled, for example because it was cancelled.
    case handlerSkipped(parent: PromiseID, child: PromiseID, reason: SkipReason)

    /// Posted when `outer` is locked in to `inner`: it settles when `inner` does, and the same way.
    /// (Promises/A+ 2.3.2)
    case adopted(outer: PromiseID, inner: PromiseID)

    /// Posted when a promise leaves the pending state, once. (Promises/A+ 2.1)
    case settled(Settlement)
    /// Posted when code resolves a promise that is already settled or locked in, which has no
    /// effect. `attempt` is `nil` if it was resolved with a promise that is still pending.
    case resolutionIgnored(promise: PromiseID, site: SourceSite?, attempt: Outcome?)

    /// Posted when a fan-in that is created before its inputs adds one: the next promise of an
    /// iterator, or the next attempt of a retry. For every other fan-in, ``Creation/parents`` names
    /// the inputs.
    case inputAdded(fanIn: PromiseID, index: Int, input: PromiseID)
    /// Posted when an input of an all, a race, or an any settles while the fan-in is still pending.
    case inputSettled(fanIn: PromiseID, index: Int, input: PromiseID, outcome: Outcome)
    /// Posted when an input settles after the fan-in has settled: the input no longer matters.
    case inputIgnored(fanIn: PromiseID, index: Int, input: PromiseID, outcome: Outcome)

    /// Posted when a rejection reaches a handler that handles it. `by` is the handler's child, or
    /// the fan-in.
    case errorHandled(promise: PromiseID, by: PromiseID)
    /// Posted when the last promise that a rejection reached is freed and no handler has handled
    /// it. `origin` is the promise in which the error arose. As long as one of these promises is
    /// alive, a handler may still be attached.
    case errorUnhandled(promise: PromiseID, origin: PromiseID, error: String)

    /// Posted when a promise is freed. If it was freed while pending, `waiting` lists the promises
    /// that waited for it and now never settle. Of a task: when it has awaited nothing for a long
    /// time, and the library no longer follows it.
    case deallocated(promise: PromiseID, state: FinalState, waiting: [PromiseID])

    /// Posted when a thread begins to block on a promise. `queue` is the queue that it blocks,
    /// `job` the job that runs there. In a simulation the main program has a job number too while
    /// it waits. `site` is where the program calls `wait()`.
    case waitBegan(promise: PromiseID, queue: QueueID?, job: JobID?, site: SourceSite? = nil)
    /// Posted when the thread continues; `ending` says why.
    case waitEnded(promise: PromiseID, queue: QueueID?, job: JobID?, ending: WaitEnding)
    /// Posted when a task begins to await a promise. It blocks no thread and no queue. If the
    /// promise is settled, ``awaitEnded(promise:ending:by:)`` follows immediately. `by` is what awaits
    /// it, if that is known: the node of a task (``Operation/task``), or the promise of
    /// `Promise(async:)` or of an async function, whose task it is. `site` is the place of the
    /// `await`. The event's queue is that of the actor on which the task awaits.
    case awaitBegan(promise: PromiseID, by: PromiseID? = nil, site: SourceSite? = nil)
    /// Posted when the task stops awaiting; `ending` says why.
    case awaitEnded(promise: PromiseID, ending: AwaitEnding, by: PromiseID? = nil)

    /// Posted when the cancellation of a chain is requested, in the environment in which its
    /// context was created and in the environments of its promises. `context` counts the contexts
    /// that were cancelled.
    case cancelRequested(context: Int)

    /// Posted when a timer is set; `due` is on the clock of ``PromiseEvent/time``.
    case timerScheduled(timer: TimerID, promise: PromiseID?, due: Int64)
    /// Posted when the timer fires. This begins a turn.
    case timerFired(timer: TimerID, promise: PromiseID?)
    /// Posted when the timer is no longer needed: its chain was cancelled, or the promise it
    /// guarded has settled. It will not fire.
    case timerCancelled(timer: TimerID, promise: PromiseID?)

    /// Posted in a simulation if more than one step is possible next. `options` lists these steps
    /// in order, up to the first 64; `chosen` is the index, from 0, of the step that happens now.
    /// The event belongs to the turn before it. The chosen indices of a run are its schedule, with
    /// which the run can be repeated.
    case choiceMade(chosen: Int, options: [Choice])

    /// Posted when a queue is first seen. `assumed` says that its kind was not declared.
    case queueDeclared(queue: QueueID, label: String, kind: QueueKind, assumed: Bool)
    /// Posted when a thread that has a name is first seen.
    case threadNamed(thread: ThreadID, name: String)

    /// Posted when the program writes a note with `PromiseTrace.note(_:)`: what a demo prints.
    case note(String)
    /// Posted when the text of a source file becomes available. `text` is the source from
    /// `firstLine` on, and `file` is its `#fileID`.
    case sourceText(file: String, firstLine: Int, text: String)

    /// Posted in a simulation when a what-if changes the run. `what` describes the change in words
    /// that follow the promise's name, as in `takes 90 ms instead of 150 ms`. The changed
    /// transition follows: the timer being set, the end of the job, or the settlement.
    case intervened(promise: PromiseID, what: String)

    /// Posted when events were lost: `count` of them, up to this one. It has the number of the last
    /// lost event, or the number after it.
    case dropped(count: Int)

    /// Posted when a promise becomes part of a distributed trace. `context` is the W3C trace context
    /// of the span, and `role` says what the span is to the promise. A request that one process sends
    /// and another receives has the same context in both.
    case spanLinked(promise: PromiseID, context: TraceContext, role: SpanRole)

    /// Posted in the events of several processes when one of them is first seen. `systemID` is the
    /// number that the operating system gave it. `uncertainty` is the number of nanoseconds by which
    /// its times can be off against those of the first process; `nil` if they have the same clock.
    /// Posted again when the uncertainty becomes smaller.
    case processDeclared(process: ProcessID, name: String, systemID: Int?, uncertainty: Int64?)
    /// Posted in the events of several processes when a thread is first seen: everything that happens
    /// on `thread` happens in `process`.
    case threadAssigned(thread: ThreadID, process: ProcessID)

    /// Posted when the gate of a program closes or opens, when it holds a job or a timer, when it lets
    /// one start, or when a schedule that it follows cannot be kept.
    case gateChanged(GateChange)
  }
}

/// When and where an event happened: everything about an event except its kind.
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

  /// Creates an event from its stamp and its kind.
  @inline(__always)
  package init(_ stamp: EventStamp, _ kind: Kind) {
    self.init(
      sequence: stamp.sequence, time: stamp.time, thread: stamp.thread, queue: stamp.queue,
      kind: kind)
  }
}

extension PromiseEvent {
  /// One of several steps that are possible next in a simulation.
  ///
  /// ```swift
  /// func isTimer(_ choice: PromiseEvent.Choice) -> Bool {
  ///   if case .fire = choice { true } else { false }
  /// }
  /// ```
  ///
  /// A simulation chooses only among steps that are possible at the same virtual instant. They are
  /// ordered: jobs that resume after a wait, then starts, then ends, then timers, and within each
  /// group by number.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Choice: Hashable, Comparable, Sendable {
    /// A job resumes after its wait has ended. The main program has a number of its own while it
    /// waits.
    case resume(job: JobID)
    /// The first job in the line of a queue with a free worker starts.
    case start(queue: QueueID, job: JobID)
    /// A job whose time is up ends.
    case end(job: JobID)
    /// A timer that is due fires.
    case fire(timer: TimerID)
  }
}

extension PromiseEvent.Choice {
  /// The maximum number of options that an event lists.
  public static var limit: Int { 64 }
}

extension PromiseEvent.Choice: CustomStringConvertible {
  /// A description of the choice: `start j3 on q2`
  public var description: String {
    switch self {
    case .resume(let job): "resume \(job)"
    case .start(let queue, let job): "start \(job) on \(queue)"
    case .end(let job): "end \(job)"
    case .fire(let timer): "fire \(timer)"
    }
  }
}
