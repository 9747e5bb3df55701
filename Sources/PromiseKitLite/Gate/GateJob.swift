#if !PROMISE_NO_GATE
  /// What a gate knows about a job before it starts.
  package struct GateSubject: Sendable {
    /// The promise that the job settles, if it has a name in the events.
    package var promise: PromiseID?
    /// The label of that promise.
    package var label: String?
    /// The tag of its chain.
    package var tag: String?
    /// The label of the queue; empty for a timer.
    package var queue: String
    /// Where the promise was created.
    package var site: SourceSite?
    /// How the promise that the handler reads was settled; `nil` if the job reads none.
    package var outcome: PromiseEvent.Outcome?
    /// The description of the value or the error that the handler reads.
    package var value: String
  }

  extension GateSubject {
    /// Describes a job that settles `core`, reads `settled`, and runs on `queue`.
    init(_ core: PromiseCore?, reading settled: Settled?, on queue: QueueID?) {
      let environment = core?.environment ?? .shared
      promise = core.flatMap { $0.observed == nil ? nil : $0.id }
      label = core?.label?.text
      tag = core?.metadata?.tag?.text
      site = core.flatMap { $0.site.isKnown ? $0.site.resolved : nil }
      self.queue = queue.flatMap { environment.labelAndKind(of: $0)?.0 } ?? ""
      outcome = settled?.outcome
      value = settled?.description(for: environment.bus.values) ?? ""
    }

    /// The name under which a schedule lists the job or the timer, without its count.
    func name(isTimer: Bool) -> JobSchedule.Name {
      JobSchedule.Name(label: label, site: label == nil ? site : nil, isTimer: isTimer)
    }

    /// The name in a sentence: `'submit'`, or the place.
    package var text: String {
      label.map { "'\($0)'" } ?? site.map { "\($0.file):\($0.line)" } ?? "a job"
    }
  }

  /// A job at a gate.
  final class GateJob: Sendable {
    let job: Job
    let dispatcher: any Dispatcher
    let queue: QueueID
    let environment: PromiseEnvironment
    /// The number of jobs with the same name that were enqueued before; 0 if no schedule needs it.
    let occurrence: Int
    /// The description, made on demand: it runs code of the program.
    let describe: @Sendable () -> GateSubject

    init(
      _ job: Job, on dispatcher: any Dispatcher, queue: QueueID,
      in environment: PromiseEnvironment, occurrence: Int,
      describe: @escaping @Sendable () -> GateSubject
    ) {
      (self.job, self.dispatcher, self.queue) = (job, dispatcher, queue)
      (self.environment, self.occurrence, self.describe) = (environment, occurrence, describe)
    }

    /// Whether the job is dispatched with flags of its own, such as that of a barrier.
    var isFlagged: Bool {
      dispatcher is FlaggedQueue || (dispatcher as? AccessingDispatcher)?.base is FlaggedQueue
    }
  }

  /// A job that a gate holds.
  struct HeldJob: Sendable {
    let job: GateJob
    /// The number of jobs that arrived before it.
    let arrival: Int
    /// The name of the job, if the gate follows a schedule.
    let step: JobSchedule.Step?
    /// Whether a breakpoint has already stopped before it.
    let isMatched: Bool
  }

  /// A timer at a gate.
  final class GateTimer: Sendable {
    /// When the timer was to fire, if the gate was never closed.
    let due: Int64
    /// How long the gate's clock had stood still when the timer was set.
    let offset: Int64
    let id: TimerID?
    let environment: PromiseEnvironment
    let promise: PromiseCore
    let step: JobSchedule.Step?
    let fire: @Sendable () -> Void
    /// Set by the code that fires or cancels the timer.
    let isOver = Flag()
    /// The number of timers that were set before it.
    let number: Int

    init(
      due: Int64, offset: Int64, id: TimerID?, of promise: PromiseCore,
      in environment: PromiseEnvironment, number: Int, step: JobSchedule.Step?,
      fire: @escaping @Sendable () -> Void
    ) {
      (self.due, self.offset, self.id, self.promise) = (due, offset, id, promise)
      (self.environment, self.number, self.step, self.fire) = (environment, number, step, fire)
    }
  }
#endif
