import Dispatch
import PromiseKitLite
import Synchronization

// One thread at a time runs simulated code, or picks what runs next. A job that waits keeps its thread
// and stands at a gate; whoever steps then goes on without it. Every hand-over is made under the lock,
// before the gate is opened, and nothing is touched after it.

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
    environment.tellFreed(on: environment.runningQueue)
    environment.accessTracker?.touch(.waits)
    state.withLock { state in
      guard let step = state.step else { return }
      state.scheduler.add(WaitingJob(job: job, canFail: canFail, gate: gate, step: step))
    }
    register { self.settle(job, at: gate, in: environment) }
    switch state.withLock({ $0.letGo(AbandonmentHandler.current) }) {
    case .steps: beginStepping(in: environment)
    case .stands(let caller): caller.open()
    }
    let ending = gate.pass()
    // The code after the wait is the program's: what its job declared is not known here.
    environment.accessTracker?.runsHere()
    environment.accessTracker?.runsCode(accessing: .anything)
    return ending
  }

  /// The promise that the job waits for is settled; the job can go on, if it still waits.
  private func settle(_ job: JobID, at gate: OneShotSemaphore, in environment: PromiseEnvironment) {
    let wakes = state.withLock { state in
      state.scheduler.settle(job, at: gate)
      return state.wake()
    }
    if wakes { beginStepping(in: environment) }
  }

  /// A job that waited goes on, on its own thread. A pooled thread that stepped has nothing to do any
  /// more; the caller stands still until the job is over, or waits again.
  func resume(_ waiting: WaitingJob) -> Stepped {
    let gate = state.withLock { $0.handOver(to: waiting) }
    waiting.gate.open(waiting.ending)
    guard let gate else { return .handedOver }
    gate.pass()
    return .done
  }
}

// MARK: - Pooled threads

extension SimulationExecutor {
  /// Steps on a pooled thread. The state says already that one does.
  func beginStepping(in environment: PromiseEnvironment) {
    ThreadPool.shared.run { self.keepStepping(in: environment) }
  }

  private func keepStepping(in environment: PromiseEnvironment) {
    let mark = ThreadMark.current
    let chooser = LaterChooser(executor: self)
    while !giveBack() {
      switch step(on: mark, in: environment, choose: chooser) {
      case .done: continue
      case .handedOver: return
      case .nothing: if stop() { return }
      }
    }
  }

  /// Gives control back to the caller, if it waits for that.
  private func giveBack() -> Bool {
    let gate = state.withLock { state -> OneShotSemaphore? in
      guard case .lent(let gate) = state.control else { return nil }
      state.threads -= 1
      state.giveBack()
      return gate
    }
    gate?.open()
    return gate != nil
  }

  /// Nothing can happen, or a limit is reached. Answers whether this thread stops: a wait on the
  /// caller's stack that can fail ends with the run's limit.
  private func stop() -> Bool {
    let (waiting, abandonmentHandler) = state.withLock { $0.stop() }
    abandonmentHandler?.cut()
    guard let waiting else { return true }
    return resume(waiting) == .handedOver
  }

  /// Lets the jobs that wait end, one after the other: the simulation is given up.
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
  /// Who goes on when the running code waits.
  enum Successor {
    /// A pooled thread that steps.
    case steps
    /// The caller, which stands at a gate.
    case stands(OneShotSemaphore)
  }

  /// The running code waits from now on.
  mutating func letGo(_ abandonmentHandler: @autoclosure () -> AbandonmentHandler?) -> Successor {
    let isOnCaller = step?.mark == caller
    step = nil
    if case .lent(let gate) = control, !isOnCaller {
      giveBack()
      return .stands(gate)
    }
    if isOnCaller { control = .pool(abandonmentHandler()) }
    threads += 1
    return .steps
  }

  /// The caller goes on.
  mutating func giveBack() {
    control = .caller
    step = caller.map { RunningStep(mark: $0, thread: ThreadNumbers.main) }
  }

  /// A pooled thread is to step again, since something has come from outside.
  mutating func wake() -> Bool {
    guard case .stalled(let abandonmentHandler) = control else { return false }
    control = .pool(abandonmentHandler)
    threads += 1
    return true
  }

  /// The job's thread goes on. Answers where the one that has stepped stands meanwhile, if that is the
  /// caller.
  mutating func handOver(to waiting: WaitingJob) -> OneShotSemaphore? {
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

  /// Nothing can happen, or a limit is reached, while a pooled thread steps. Answers the wait that
  /// ends with the limit; otherwise that thread stops, and whoever waits for the caller is told.
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

/// The simulation's chooser, as long as a call goes on: a pooled thread does not keep it.
private final class LaterChooser: StepChooser {
  private let executor: SimulationExecutor
  init(executor: SimulationExecutor) { self.executor = executor }

  private var chooser: (any StepChooser)? { executor.state.withLock { $0.chooser } }
  var decidesAlways: Bool { chooser?.decidesAlways ?? false }

  func choose(_ first: Choice, _ isOnly: Bool) -> Choice? {
    guard let chooser else { return first }
    return chooser.choose(first, isOnly)
  }
}
