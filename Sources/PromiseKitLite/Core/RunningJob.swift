/// A job that settles a promise, on its way from being enqueued to its end.
struct RunningJob<Work: JobWork>: Sendable {
  private let work: Work
  private let id: JobID
  private let child: PromiseID?
  private let queue: QueueID
  private let environment: PromiseEnvironment

  private init(
    _ work: Work, settling child: PromiseID?, queue: QueueID, in environment: PromiseEnvironment
  ) {
    self.work = work
    id = environment.bus.nextJob()
    self.child = child
    self.queue = queue
    self.environment = environment
  }

  /// Does `work`, which will settle `child`, here and now, on the time of the queue that is running. The child
  /// has a name where somebody observes.
  static func run(
    _ work: Work, settling child: PromiseID?, label: String? = nil, declared: Touching? = nil,
    queue: QueueID? = nil, in environment: PromiseEnvironment
  ) {
    let job = RunningJob(
      work, settling: child, queue: queue ?? environment.inlineQueue, in: environment)
    job.tellEnqueued(label)
    environment.bindAgain { job.end(job.start(declared: declared)) }
  }

  /// Puts `work`, which will settle `child`, on a queue. `name` is what it is called where the environment
  /// shuffles.
  static func enqueue(
    _ work: Work, settling child: PromiseID?, on dispatcher: any Dispatcher, label: String? = nil,
    called name: @autoclosure () -> UInt64, in environment: PromiseEnvironment
  ) {
    let queue = environment.queue(of: dispatcher)
    guard !dispatcher.isInline else {
      return run(
        work, settling: child, label: label, declared: dispatcher.declaredTouching, queue: queue,
        in: environment)
    }
    let job = RunningJob(work, settling: child, queue: queue, in: environment)
    job.tellEnqueued(label)
    let delay = environment.shuffle.map { $0.delay(of: name()) } ?? 0
    let queued = Job(id: job.id) {
      if delay > 0 { job.hesitate(delay) }
      let outcome = job.start(declared: dispatcher.declaredTouching)
      return { job.end(outcome) }
    }
    environment.executor.enqueue(queued, on: dispatcher, queue: queue, in: environment)
  }

  private func tellEnqueued(_ label: String?) {
    if environment.bus.isObserved {
      environment.bus.postEnqueued(environment.stamp(), id, child, queue, label)
    }
  }

  /// Begins late, on the queue's own time.
  private func hesitate(_ delay: Int64) {
    let longest = environment.executor.isOnMain ? Shuffle.longestOnMain : .max
    environment.executor.work(for: min(delay, longest))
  }

  private func start(declared: Touching?) -> JobOutcome {
    environment.witness?.runsCode(touching: declared)
    if environment.bus.isObserved {
      environment.bus.postStarted(environment.stamp(), id, child, queue)
    }
    if case .only(let names)? = declared, !names.isEmpty {
      environment.post(.touched(job: id, names: names.sorted()))
    }
    return work.run(in: environment)
  }

  /// Tells that the job is over, and how, and then does what follows from it.
  private func end(_ outcome: JobOutcome) {
    if environment.bus.isObserved {
      environment.bus.postEnded(
        environment.stamp(), id, child, queue, outcome.ending(after: work.read))
    }
    work.finish(outcome)
  }
}

/// What a job does that settles a promise.
protocol JobWork: Sendable {
  /// The settlement that the program's closure reads; none where it reads none.
  var read: Settled? { get }
  /// Runs the program's closure, unless it is too late for that.
  func run(in environment: PromiseEnvironment) -> JobOutcome
  /// Does to the promise what came of that. The job is over.
  func finish(_ outcome: JobOutcome)
}

/// What came of a job.
enum JobOutcome: Sendable {
  /// The program's closure did not run.
  case skipped
  /// The promise settles so; where there is no reaction, it was settled by hand, or will be.
  case ran(Reaction?)

  /// How the job is said to have ended that read `settled`.
  func ending(after settled: Settled?) -> PromiseEvent.JobEnding {
    switch self {
    case .skipped: .skipped
    case .ran(let reaction): reaction?.ending(after: settled) ?? .returned
    }
  }
}
