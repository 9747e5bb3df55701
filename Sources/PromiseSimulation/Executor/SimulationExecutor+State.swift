package import PromiseKitLite

/// Who decides every step of a run, also where only one thing can happen.
package protocol Director: AnyObject, Sendable {
  /// A run begins that `accessTracker` is told of.
  func begin(_ accessTracker: AccessTracker)
  /// What happens next; none ends the run.
  func choose(from options: [Choice], newestPromise: Int) -> Choice?
}

/// Who picks what happens next, given the first thing that can, and whether it is the only one.
protocol StepChooser: AnyObject, Sendable {
  /// It is asked also where only one thing can happen.
  var decidesAlways: Bool { get }
  /// What happens next; none ends the run.
  func choose(_ first: Choice, _ isOnly: Bool) -> Choice?
}

extension SimulationExecutor {
  /// What the lock guards.
  struct State {
    var scheduler = Scheduler()
    /// The kinds of the queues by their shown names: as declared, or as first seen.
    var kinds: [String: PromiseEvent.QueueKind]
    let globalWidth: Int
    /// Who steps.
    var control = Control.nobody
    /// What a step may still do.
    var limits = Limits()
    /// The real thread of the caller.
    var caller: ThreadMark?
    /// The code that is running.
    var step: RunningStep?
    /// Who picks, also in the steps of pooled threads, while a call goes on.
    var chooser: (any StepChooser)?
    /// How many pooled threads it has: those that step, and those whose job waits.
    var threads = 0
    /// The thread on which timers fire, once one has.
    var timerThread: ThreadID?
    /// The thread that stands for all that are not simulated, once one was seen.
    var outsideThread: ThreadID?
    /// Threads whose names no event has told yet.
    var unnamed = [NamedThread(id: ThreadNumbers.main, name: "main")]
    var externalCalls = 0
    /// The chooser has ended the run, for good.
    var isCutShort = false
    /// How many waits were ended because nothing was left.
    var deadlocks = 0
    var isAbandoned = false
  }

  struct NamedThread {
    var id: ThreadID
    var name: String
  }

  /// Who steps: at any time there is one thread that runs simulated code, or none.
  enum Control {
    /// Nobody: no call is going on.
    case nobody
    /// The thread that called ``Simulation/step()``, ``Simulation/run(steps:until:)`` or
    /// ``Simulation/start(_:)``.
    case caller
    /// A job on the caller's own stack waits: a pooled thread steps until that goes on.
    case pool(AbandonmentHandler?)
    /// The same, and nothing can happen: no thread steps until something comes from outside.
    case stalled(AbandonmentHandler?)
    /// A job on a pooled thread goes on in a step of the caller's, which stands at the gate until that
    /// job is over or waits again.
    case lent(OneShotSemaphore)
    /// The simulation was given up: a pooled thread lets the jobs that wait end.
    case windingDown
  }

  /// What the caller allows.
  struct Limits {
    var steps = Limits.mostSteps
    var time = Int64.max

    /// As many as ``Simulation/run(steps:until:)`` allows.
    static let mostSteps = 10_000_000
  }
}

extension SimulationExecutor.State {
  /// The simulated thread of a real one.
  mutating func thread(of mark: ThreadMark) -> ThreadID {
    if let step, step.mark == mark { return step.thread }
    if let outsideThread { return outsideThread }
    let thread = name(scheduler.newThread(), "outside")
    outsideThread = thread
    return thread
  }

  /// Whether something may come in; it is counted if it comes from outside.
  mutating func admit(_ mark: ThreadMark) -> Bool {
    if step?.mark != mark { externalCalls += 1 }
    return !isAbandoned
  }

  /// What became of a job that was to be put on a queue.
  enum Put {
    /// The queue has had no job so far.
    case unknown
    case done
    /// A pooled thread is to step again.
    case wakes
  }

  /// Puts a job at the end of a known queue's line.
  mutating func put(_ job: Job, on queue: QueueID, in environment: PromiseEnvironment) -> Put {
    guard let pool = scheduler.pool(of: queue) else { return .unknown }
    guard admit(.current) else { return .done }
    environment.accessTracker?.touch(scheduler.line(of: pool))
    scheduler.enqueue(job, id: job.id ?? environment.bus.nextJob(), on: pool)
    return wake() ? .wakes : .done
  }

  /// Takes what was chosen, and goes over to the thread on which it happens; none if the run is over.
  mutating func take(_ choice: Choice, unless isOver: Bool = false) -> Scheduler.Action? {
    guard !isOver else { return nil }
    let action = scheduler.take(choice)
    switch action {
    case .start(let id, _, let worker)?, .end(let id, let worker, _)?:
      step?.thread = worker.thread
      step?.job = id
      step?.busy = 0
    case .fire?:
      let thread = timerThread ?? name(scheduler.newThread(), "timers")
      timerThread = thread
      step?.thread = thread
    case .resume?, nil: break
    }
    return action
  }

  private mutating func name(_ thread: ThreadID, _ name: String) -> ThreadID {
    unnamed.append(.init(id: thread, name: name))
    return thread
  }
}
