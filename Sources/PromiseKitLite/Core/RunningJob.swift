/// A job that settles a promise, from when it is enqueued until it ends.
struct RunningJob: Sendable {
  fileprivate let work: JobWork
  fileprivate let id: JobID
  private let child: PromiseID?
  fileprivate let queue: QueueID
  fileprivate let environment: PromiseEnvironment
  /// The stamp of the job's last event.
  private var lastStamp: UInt64 = 0

  private init(
    _ work: JobWork, settling child: PromiseID?, queue: QueueID, in environment: PromiseEnvironment
  ) {
    self.work = work
    id = environment.bus.nextJob()
    self.child = child
    self.queue = queue
    self.environment = environment
  }

  /// Runs `work`, which will settle `child`, immediately, on behalf of the running queue. The child
  /// has a name only if there is an observer.
  static func run(
    _ work: JobWork, settling child: PromiseID?, label: String? = nil,
    declared: DeclaredAccess? = nil,
    queue: QueueID? = nil, in environment: PromiseEnvironment
  ) {
    var job = RunningJob(
      work, settling: child, queue: queue ?? environment.inlineQueue, in: environment)
    job.postEnqueued(label)
    environment.bindAgain { [job] in job.end(job.start(declared: declared, wasEnqueued: false)) }
  }

  /// Enqueues `work`, which will settle `child`, on the queue with the given name. On real queues,
  /// `dispatch` dispatches the block that runs the job.
  static func enqueue(
    _ work: JobWork, settling child: PromiseID?, on dispatcher: any Dispatcher, queue: QueueID,
    label: String? = nil, in environment: PromiseEnvironment,
    dispatch: (@escaping @Sendable () -> Void) -> Void
  ) {
    let declared = dispatcher.declaredAccess
    guard !dispatcher.isInline else {
      return run(
        work, settling: child, label: label, declared: declared, queue: queue, in: environment)
    }
    var job = RunningJob(work, settling: child, queue: queue, in: environment)
    job.postEnqueued(label)
    let delay = environment.hooks?.delay(ofJobFor: work.core) ?? 0
    let queued = QueuedJob(job, delay: delay, declared: declared)
    let executor = environment.executor
    if let block = executor.block(for: queued, on: dispatcher, queue: queue, in: environment) {
      dispatch(block)
    } else {
      executor.enqueue(queued, on: dispatcher, queue: queue, in: environment)
    }
  }

  private mutating func postEnqueued(_ label: String?) {
    if environment.bus.isObserved {
      environment.bus.postEnqueued(environment.stamp(after: &lastStamp), id, child, queue, label)
    }
  }

  /// Runs the work of a job that was enqueued. A delay keeps the queue busy. Returns the outcome.
  fileprivate func run(after delay: Int64, declared: DeclaredAccess?) -> JobOutcome {
    if delay > 0 { environment.hooks?.delayStart(by: delay, in: environment) }
    return start(declared: declared, wasEnqueued: true)
  }

  private func start(declared: DeclaredAccess?, wasEnqueued: Bool) -> JobOutcome {
    let hooks = environment.hooks
    hooks?.runsCode(accessing: declared)
    if environment.bus.isObserved {
      var cause = lastStamp
      environment.bus.postStarted(environment.stamp(after: &cause), id, child, queue)
    }
    if case .only(let names)? = declared, !names.isEmpty {
      environment.post(.touched(job: id, names: names.sorted()))
    }
    if wasEnqueued { hooks?.jobBegan() }
    Step.reached(.started)
    return work.run(in: environment)
  }

  /// Posts the end of the job and its outcome, and then applies the outcome.
  fileprivate func end(_ outcome: JobOutcome) {
    if environment.bus.isObserved {
      environment.bus.postEnded(
        environment.stamp(), id, child, queue, outcome.ending(after: work.read))
    }
    work.finish(outcome)
  }
}

/// A job that waits for its queue, as an executor knows it.
private final class QueuedJob: Job {
  private let job: RunningJob
  /// How long the start is delayed, in nanoseconds.
  private let delay: Int64
  private let declared: DeclaredAccess?

  init(_ job: RunningJob, delay: Int64, declared: DeclaredAccess?) {
    (self.job, self.delay, self.declared) = (job, delay, declared)
  }

  var id: JobID? { job.id }
  var promise: PromiseCore? { job.work.core }
  var read: Settled? { job.work.read }

  func run() -> @Sendable () -> Void {
    let outcome = job.run(after: delay, declared: declared)
    return { self.job.end(outcome) }
  }

  func runToEnd() { job.end(job.run(after: delay, declared: declared)) }

}

/// The work of a job that settles a promise. It is not a protocol, because the methods of a generic
/// class that conforms to ``Job`` are not specialized.
enum JobWork: Sendable {
  case body(PromiseCore.BodyWork)
  case handler(OperationHandler.HandlerWork)

  /// The promise that the job settles.
  var core: PromiseCore? {
    switch self {
    case .body(let work): work.promise
    case .handler(let work): work.core
    }
  }

  /// The settlement that the program's closure reads; `nil` if it reads none.
  var read: Settled? {
    switch self {
    case .body: nil
    case .handler(let work): work.settled
    }
  }

  /// Runs the program's closure, unless the chain was canceled in the meantime.
  fileprivate func run(in environment: PromiseEnvironment) -> JobOutcome {
    switch self {
    case .body(let work): work.run(in: environment)
    case .handler(let work): work.run(in: environment)
    }
  }

  /// Applies the outcome to the promise, after the job has ended.
  fileprivate func finish(_ outcome: JobOutcome) {
    switch self {
    case .body(let work): work.finish(outcome)
    case .handler(let work): work.finish(outcome)
    }
  }
}

/// The outcome of a job.
enum JobOutcome: Sendable {
  /// The program's closure did not run.
  case skipped
  /// The reaction to apply to the promise; `nil` if a resolver settled it, or will.
  case ran(Reaction?)

  /// Returns how a job that read `settled` ended.
  func ending(after settled: Settled?) -> PromiseEvent.JobEnding {
    switch self {
    case .skipped: .skipped
    case .ran(let reaction): reaction?.ending(after: settled) ?? .returned
    }
  }
}
