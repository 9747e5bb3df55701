import Dispatch
import PromiseKitLite
import Synchronization

// One thread at a time runs simulated code, or picks what runs next. A job that waits keeps its
// thread and blocks on a semaphore, while another thread continues to run steps. Control is always
// transferred under the lock, before the semaphore is signaled, and nothing is accessed afterwards.

extension SimulationExecutor {
  func waiter(in environment: PromiseEnvironment) -> JobID? {
    let (isInside, job) = state.withLock { ($0.step?.mark == .current, $0.step?.job) }
    guard isInside, job == nil else { return job }
    let number = environment.bus.nextJob()
    state.withLock { $0.step?.job = number }
    return number
  }

  func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding {
    let gate = OneShotSemaphore()
    guard let job = waiter(in: environment) else {
      // A thread that is not simulated blocks as it would anywhere.
      register { gate.open() }
      return gate.pass()
    }
    environment.postFreed(on: environment.runningQueue)
    environment.accessTracker?.touch(.waits)
    state.withLock { state in
      guard let step = state.step else { return }
      state.scheduler.add(WaitingJob(job: job, canFail: canFail, gate: gate, step: step))
    }
    register { self.settle(job, at: gate, in: environment) }
    switch state.withLock({ $0.beginWait(AbandonmentHandler.current) }) {
    case .pooledThread: beginStepping(in: environment)
    case .caller(let caller): caller.open()
    }
    let ending = gate.pass()
    // The code after the wait belongs to the program, so the accesses that its job declared no
    // longer apply.
    environment.accessTracker?.runsHere()
    environment.accessTracker?.runsCode(accessing: .anything)
    return ending
  }

  /// Called when the promise that the job waits for has settled. The job can resume, if it is still
  /// waiting.
  private func settle(_ job: JobID, at gate: OneShotSemaphore, in environment: PromiseEnvironment) {
    let wakes = state.withLock { state in
      state.scheduler.settle(job, at: gate)
      return state.wake()
    }
    if wakes { beginStepping(in: environment) }
  }

  /// Resumes a waiting job on its own thread. A pooled thread that ran the steps is then done; the
  /// caller blocks until the job ends or waits again.
  func resume(_ waiting: WaitingJob) -> Stepped {
    let gate = state.withLock { $0.transferControl(to: waiting) }
    waiting.gate.open(waiting.ending)
    guard let gate else { return .handedOver }
    gate.pass()
    return .done
  }
}

// MARK: - Pooled threads

extension SimulationExecutor {
  /// Runs steps on a pooled thread. The state already says so.
  func beginStepping(in environment: PromiseEnvironment) {
    ThreadPool.shared.run { self.keepStepping(in: environment) }
  }

  private func keepStepping(in environment: PromiseEnvironment) {
    let mark = ThreadMark.current
    let chooser = CurrentChooser(executor: self)
    while !returnControl() {
      switch step(on: mark, in: environment, choose: chooser) {
      case .done: continue
      case .handedOver: return
      case .nothing: if stop() { return }
      }
    }
  }

  /// Returns control to the caller, if it is waiting for that.
  private func returnControl() -> Bool {
    let gate = state.withLock { state -> OneShotSemaphore? in
      guard case .lent(let gate) = state.control else { return nil }
      state.threads -= 1
      state.returnControl()
      return gate
    }
    gate?.open()
    return gate != nil
  }

  /// Called when nothing can happen or a limit is reached. Returns whether this thread stops. A
  /// wait on the caller's stack that can fail ends at the limit of the run.
  private func stop() -> Bool {
    let (waiting, abandonmentHandler) = state.withLock { $0.stop() }
    abandonmentHandler?.cut()
    guard let waiting else { return true }
    return resume(waiting) == .handedOver
  }

  /// Lets the waiting jobs end, one after the other, because the simulation was discarded.
  func windDown(in environment: PromiseEnvironment) {
    let begins = state.withLock { state in
      guard case .nobody = state.control, state.scheduler.nextTime != nil else { return false }
      state.control = .windingDown
      state.limits = Limits()
      state.threads += 1
      return true
    }
    if begins { beginStepping(in: environment) }
  }
}

extension SimulationExecutor.State {
  /// Which thread continues when the running code waits.
  enum Successor {
    /// A pooled thread, which runs steps.
    case pooledThread
    /// The caller, which is blocked on the semaphore.
    case caller(OneShotSemaphore)
  }

  /// Records that the running code waits from now on.
  mutating func beginWait(
    _ abandonmentHandler: @autoclosure () -> AbandonmentHandler?
  ) -> Successor {
    let isOnCaller = step?.mark == caller
    step = nil
    if case .lent(let gate) = control, !isOnCaller {
      returnControl()
      return .caller(gate)
    }
    if isOnCaller { control = .pool(abandonmentHandler()) }
    threads += 1
    return .pooledThread
  }

  /// Makes the caller the stepping thread.
  mutating func returnControl() {
    control = .caller
    step = caller.map { RunningStep(mark: $0, thread: ThreadNumbers.main) }
  }

  /// Returns whether a pooled thread must run steps again, because something has come from outside.
  mutating func wake() -> Bool {
    guard case .stalled(let abandonmentHandler) = control else { return false }
    control = .pool(abandonmentHandler)
    threads += 1
    return true
  }

  /// Transfers control to the thread of a waiting job. Returns the semaphore on which the previous
  /// stepping thread blocks meanwhile, if that is the caller.
  mutating func transferControl(to waiting: WaitingJob) -> OneShotSemaphore? {
    let isOnCaller = step?.mark == caller
    if waiting.ending == .deadlock { deadlocks += 1 }
    step = waiting.step
    if waiting.step.mark == caller { control = .caller }
    guard isOnCaller else {
      threads -= 1
      return nil
    }
    let gate = OneShotSemaphore()
    control = .lent(gate)
    return gate
  }

  /// Called when nothing can happen, or a limit is reached, while a pooled thread runs steps.
  /// Returns the wait that ends at the limit; otherwise the pooled thread stops, and the
  /// abandonment handler is returned.
  mutating func stop() -> (WaitingJob?, AbandonmentHandler?) {
    step = nil
    guard case .pool(let abandonmentHandler) = control else {
      control = .nobody
      threads -= 1
      return (nil, nil)
    }
    if scheduler.nextTime != nil, let caller, let waiting = scheduler.giveUp(at: caller) {
      return (waiting, nil)
    }
    control = .stalled(abandonmentHandler)
    threads -= 1
    return (nil, abandonmentHandler)
  }
}

/// Uses the chooser of the current call, without keeping it alive on a pooled thread.
private final class CurrentChooser: StepChooser {
  private let executor: SimulationExecutor
  init(executor: SimulationExecutor) { self.executor = executor }

  private var chooser: (any StepChooser)? { executor.state.withLock { $0.chooser } }
  var decidesAlways: Bool { chooser?.decidesAlways ?? false }

  func choose(_ first: Choice, _ isOnly: Bool) -> Choice? {
    guard let chooser else { return first }
    return chooser.choose(first, isOnly)
  }
}
