package import PromiseKitLite
import Synchronization

/// Decides every step of a run, even if only one thing can happen.
package protocol Director: AnyObject, Sendable {
  /// Called at the start of a run; `accessTracker` records what its steps access.
  func begin(_ accessTracker: AccessTracker)
  /// Returns what happens next, or `nil` to end the run. `options` replaces the elements of an array
  /// by what is possible, in order, so that the array can be used again.
  func choose(newestPromise: Int, from options: (inout [Choice]) -> Void) -> Choice?
}

/// Picks what happens next, given the first possible choice and whether it is the only one.
protocol StepChooser: AnyObject, Sendable {
  /// A Boolean value that indicates whether the chooser is called even if only one thing can
  /// happen.
  var decidesAlways: Bool { get }
  /// Returns what happens next, or `nil` to end the run.
  func choose(_ first: Choice, _ isOnly: Bool) -> Choice?
}

extension SimulationExecutor {
  /// The state that the lock protects.
  struct State {
    var scheduler = Scheduler()
    /// The kinds of the queues by their display names, as declared or as first seen.
    var kinds: QueueKinds
    let globalWidth: Int
    /// Which thread runs steps.
    var control = Control.nobody
    /// What the current call may still do.
    var limits = Limits()
    /// The real thread of the caller.
    var caller: ThreadMark?
    /// The code that is running.
    var step: RunningStep? { didSet { mirror.show(step, at: scheduler.now) } }
    /// What the running code can read of this without the lock.
    let mirror: Mirror
    /// The current call's chooser, which also chooses for steps on pooled threads.
    var chooser: (any StepChooser)?
    /// The number of pooled threads in use: threads that run steps, and threads whose job waits.
    var threads = 0
    /// The thread on which timers fire, once one has fired.
    var timerThread: ThreadID?
    /// The thread that represents all threads that are not simulated, once one was seen.
    var outsideThread: ThreadID?
    /// Threads whose names have not been posted yet.
    var unnamed = Self.unnamedAtStart
    var externalCalls = 0
    /// The chooser has ended the run permanently.
    var isCutShort = false
    /// The threads that have a name from the beginning.
    private static let unnamedAtStart = [NamedThread(id: ThreadNumbers.main, name: "main")]
    /// The number of waits that ended because nothing was left to happen.
    var deadlocks = 0
    var isAbandoned = false
  }

  /// The thread that runs a step, its simulated thread, and the time. Only that thread reads it,
  /// after it has written it itself, or a semaphore has ordered the two.
  final class Mirror: Sendable {
    private let mark = Atomic<UInt>(0)
    private let thread = Atomic<Int>(0)
    private let now = Atomic<Int64>(0)

    func show(_ step: RunningStep?, at now: Int64) {
      mark.store(step?.mark.bits ?? 0, ordering: .relaxed)
      thread.store(step?.thread.rawValue ?? 0, ordering: .relaxed)
      self.now.store(now, ordering: .relaxed)
    }

    /// The time and the simulated thread, if the calling thread runs the step.
    var instant: (now: Int64, thread: ThreadID)? {
      guard mark.load(ordering: .relaxed) == ThreadMark.current.bits else { return nil }
      return (now.load(ordering: .relaxed), ThreadID(thread.load(ordering: .relaxed)))
    }
  }

  struct NamedThread: Sendable {
    var id: ThreadID
    var name: String
  }

  /// Which thread runs steps. At any time at most one thread runs simulated code.
  enum Control {
    /// None: no call is in progress.
    case nobody
    /// The thread that called ``Simulation/step()``, ``Simulation/run(steps:until:)``, or
    /// ``Simulation/start(_:)``.
    case caller
    /// A job on the caller's stack waits. A pooled thread runs steps until that job resumes.
    case pool(AbandonmentHandler?)
    /// The same, but nothing can happen: no thread runs steps until something comes from outside.
    case stalled(AbandonmentHandler?)
    /// A job on a pooled thread resumes within a step of the caller, which blocks on the semaphore
    /// until the job ends or waits again.
    case lent(OneShotSemaphore)
    /// The simulation was discarded: a pooled thread lets the waiting jobs end.
    case windingDown
  }

  /// The limits that the caller sets.
  struct Limits {
    var steps = Limits.mostSteps
    var time = Int64.max

    /// The default of ``Simulation/run(steps:until:)``.
    static let mostSteps = 10_000_000
  }
}

extension SimulationExecutor.State {
  /// The kinds of queues by their display names. There are few, so searching them takes less time
  /// than hashing a label.
  struct QueueKinds {
    private var entries: [(label: String, kind: PromiseEvent.QueueKind)] = []

    subscript(label: String) -> PromiseEvent.QueueKind? {
      get { entries.first { $0.label == label }?.kind }
      set {
        entries.removeAll { $0.label == label }
        if let newValue { entries.append((label, newValue)) }
      }
    }
  }
}

extension SimulationExecutor.State {
  /// Returns the simulated thread for a real one.
  mutating func thread(of mark: ThreadMark) -> ThreadID {
    if let step, step.mark == mark { return step.thread }
    if let outsideThread { return outsideThread }
    let thread = name(scheduler.newThread(), "outside")
    outsideThread = thread
    return thread
  }

  /// Returns whether a request is accepted; counts it if it comes from outside.
  mutating func admit(_ mark: ThreadMark) -> Bool {
    if step?.mark != mark { externalCalls += 1 }
    return !isAbandoned
  }

  /// The result of enqueuing a job.
  enum EnqueueResult {
    /// The queue is not known: it has had no job so far.
    case unknown
    case done
    /// Enqueued; a pooled thread must run steps again.
    case wakes
  }

  /// Appends a job to the line of a known queue.
  mutating func put(_ job: any Job, on queue: QueueID, in environment: PromiseEnvironment)
    -> EnqueueResult
  {
    guard let pool = scheduler.pool(of: queue) else { return .unknown }
    guard admit(.current) else { return .done }
    environment.accessTracker?.touch(scheduler.line(of: pool))
    scheduler.enqueue(job, id: job.id ?? environment.bus.nextJob(), on: pool)
    return wake() ? .wakes : .done
  }

  /// Takes what was chosen, and switches to the simulated thread on which it happens; `nil` if the
  /// run has ended.
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
