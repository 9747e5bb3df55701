/// A job that settles a promise, on its way from being enqueued to its end.
struct RunningJob: Sendable {
  let id: JobID
  let child: PromiseID?
  let queue: QueueID
  let dispatcher: (any Dispatcher)?
  let environment: PromiseEnvironment
  private let run: @Sendable (RunningJob) -> @Sendable () -> Void

  /// A job that will settle `child`, which has a name where somebody observes; `run` answers what is to be done at its end.
  init(
    settling child: PromiseID?, on dispatcher: (any Dispatcher)?,
    in environment: PromiseEnvironment,
    run: @escaping @Sendable (RunningJob) -> @Sendable () -> Void
  ) {
    id = environment.bus.nextJob()
    self.child = child
    queue = environment.queue(of: dispatcher)
    self.dispatcher = dispatcher
    self.environment = environment
    self.run = run
  }

  /// Tells that the job is over, and how.
  func end(_ ending: PromiseEvent.JobEnding) {
    environment.post(.jobEnded(job: id, child: child, queue: queue, ending: ending))
  }

  /// Puts the job on its queue; without one it runs here and now, on this queue's time.
  func enqueue(label: String? = nil) {
    environment.post(.jobEnqueued(job: id, child: child, queue: queue, label: label))
    if let dispatcher, !dispatcher.isInline {
      let job = Job(id: id) { start() }
      environment.executor.enqueue(job, on: dispatcher, queue: queue, in: environment)
    } else {
      environment.bindAgain { start()() }
    }
  }

  private func start() -> @Sendable () -> Void {
    if let witness = environment.witness {
      witness.runsCode(touching: dispatcher?.declaredTouching)
    }
    environment.post(.jobStarted(job: id, child: child, queue: queue))
    if case .only(let names)? = dispatcher?.declaredTouching, !names.isEmpty {
      environment.post(.touched(job: id, names: names.sorted()))
    }
    return run(self)
  }
}
