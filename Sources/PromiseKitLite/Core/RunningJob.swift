/// A job that settles a promise, on its way from being enqueued to its end.
struct RunningJob: Sendable {
  let id: JobID
  let child: PromiseID?
  let queue: QueueID
  let dispatcher: (any Dispatcher)?
  let environment: PromiseEnvironment
  private let run: @Sendable (RunningJob) -> @Sendable () -> Void
  /// How late it begins, where its environment shuffles.
  private let delay: Int64

  /// A job that will settle `child`, which has a name where somebody observes; `run` answers what is to be done at its end.
  /// `name` is what it is called where the environment shuffles.
  init(
    settling child: PromiseID?, called name: @autoclosure () -> UInt64,
    on dispatcher: (any Dispatcher)?,
    in environment: PromiseEnvironment,
    run: @escaping @Sendable (RunningJob) -> @Sendable () -> Void
  ) {
    id = environment.bus.nextJob()
    self.child = child
    queue = environment.queue(of: dispatcher)
    self.dispatcher = dispatcher
    self.environment = environment
    self.run = run
    delay =
      environment.shuffle.map { shuffle in
        dispatcher?.isInline == false ? shuffle.delay(of: name()) : 0
      } ?? 0
  }

  /// Tells that the job is over, and how.
  func end(_ ending: PromiseEvent.JobEnding) {
    environment.post(.jobEnded(job: id, child: child, queue: queue, ending: ending))
  }

  /// Puts the job on its queue; without one it runs here and now, on this queue's time.
  func enqueue(label: String? = nil) {
    environment.post(.jobEnqueued(job: id, child: child, queue: queue, label: label))
    if let dispatcher, !dispatcher.isInline {
      let job = Job(id: id) {
        if delay > 0 { hesitate() }
        return start()
      }
      environment.executor.enqueue(job, on: dispatcher, queue: queue, in: environment)
    } else {
      environment.bindAgain { start()() }
    }
  }

  /// Begins late, on the queue's own time.
  private func hesitate() {
    let longest = environment.executor.isOnMain ? Shuffle.longestOnMain : .max
    environment.executor.work(for: min(delay, longest))
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
