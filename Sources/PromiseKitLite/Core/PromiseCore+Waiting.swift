import Dispatch
import Synchronization

extension PromiseCore {
  /// Blocks the thread until the promise is settled. If that can never happen, returns `nil` if the
  /// caller `canFail`, and blocks the thread forever otherwise. A wait on main is reported even if
  /// the promise is settled, because whether it blocks depends on timing. `site` is where the
  /// program waits. (rule 12)
  @usableFromInline
  package func waitUntilSettled(canFail: Bool, at site: CallSite) -> Settled? {
    let environment = environment
    let isOnMain = environment.executor.isOnMain
    if isOnMain {
      environment.warn(
        .waitOnMainThread(PromiseWarning.Place(label: label?.text, site: self.site.resolved)))
    }
    if let settled { return settled }
    guard observed != nil else { return block(in: environment, canFail: canFail).settled }
    let (id, job) = (id, environment.executor.waiter(in: environment))
    let queue = environment.runningQueue ?? (isOnMain ? environment.queue(of: .main) : nil)
    let place = site.isKnown ? site.resolved : nil
    environment.post(.waitBegan(promise: id, queue: queue, job: job, site: place))
    let (settled, ending) = block(in: environment, canFail: canFail)
    environment.post(.waitEnded(promise: id, queue: queue, job: job, ending: ending))
    return settled
  }

  private func block(
    in environment: PromiseEnvironment, canFail: Bool
  ) -> (settled: Settled?, ending: PromiseEvent.WaitEnding) {
    // The promise may depend on handlers that this thread has yet to notify.
    ThreadState.current.catchUp()
    if let settled { return (settled, .settled) }
    let ending = environment.executor.wait(in: environment, canFail: canFail) { resume in
      add(Waiter { _ in resume() })
      // It may have settled in the meantime. A drain of this thread then has the waiter in its list.
      ThreadState.current.catchUp()
    }
    return (ending == .settled ? settled : nil, ending)
  }

  /// Blocks the thread forever.
  @usableFromInline
  package func waitForEver() -> Never {
    blockForever()
  }

  // Not a loop: the optimizer of Swift 6.3 does not terminate on a loop without an exit.
  private func blockForever() -> Never {
    _ = environment.executor.wait(in: environment, canFail: false) { _ in }
    waitForEver()
  }

  /// Reports that the running task, which runs on `actor`, awaits the promise, which is settled.
  func postAwait(on actor: (any Actor)?, at site: CallSite) {
    guard let observed else { return }
    AwaitName(id, in: observed, on: actor, at: site).end(.settled)
  }

  /// Calls `resume` with the settlement, on the thread that settles the promise, or immediately if
  /// it is settled. An error counts as handled.
  @usableFromInline
  package func whenSettled(_ resume: @escaping @Sendable (Settled) -> Void) {
    add(Waiter(resume))
  }
}

/// A handler for a task that awaits the promise.
///
/// The task does not keep the promise alive. It stops waiting when the promise, or a promise that
/// it waits for, is freed while pending.
final class TaskWait: Handler, @unchecked Sendable {
  private let state = Mutex(State.begun)
  private let promise: Weak<PromiseCore>
  /// The names of the task and the promise in the events, if there is an observer.
  private let name: AwaitName?

  private enum State {
    /// The task is about to suspend.
    case begun
    case suspended(@Sendable (Outcome) -> Void)
    case over(Outcome)
  }

  /// How the wait ended.
  struct Outcome: Sendable {
    let ending: PromiseEvent.AwaitEnding
    let result: Result<Settled, any Error>
  }

  /// Starts to wait for `core`, which is pending. The running task, which runs on `actor`, awaits it
  /// at `site`.
  init(for core: PromiseCore, on actor: (any Actor)?, at site: CallSite) {
    promise = Weak(core)
    name = core.observed.map { AwaitName(core.id, in: $0, on: actor, at: site) }
    super.init(child: nil)
    core.add(self)
    // If the promise that `core` waits for was freed before, nothing else would end the wait.
    if core.locked({ $0.isOrphan }) { giveUp() }
  }

  /// Calls `resume` once when the wait ends, or immediately if it already has.
  func suspend(_ resume: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if case .over(let outcome) = state { return outcome }
      state = .suspended(resume)
      return nil
    }
    if let outcome { resume(outcome) }
  }

  /// Ends the wait, because the task was canceled. Returns whether the task was still waiting.
  @discardableResult
  func cancel() -> Bool {
    guard end(.cancelled, .failure(CancellationError())) else { return false }
    // Otherwise, a promise that outlives many tasks would collect their waits.
    let removed = promise.object?.locked { $0.remove(self) }
    withExtendedLifetime(removed) {}
    return true
  }

  override var isOutside: Bool {
    state.withLock { if case .over = $0 { false } else { true } }
  }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    thread.resume(after: parent) { self.end(.settled, .success(settled)) }
  }

  override func giveUp() { end(.abandoned, .failure(PMKError.deadlock)) }

  /// Ends the wait. Returns whether it had not ended before.
  @discardableResult
  private func end(
    _ ending: PromiseEvent.AwaitEnding, _ result: Result<Settled, any Error>
  ) -> Bool {
    let outcome = Outcome(ending: ending, result: result)
    let (counts, resume) = state.withLock { state -> (Bool, (@Sendable (Outcome) -> Void)?) in
      defer { if case .over = state {} else { state = .over(outcome) } }
      switch state {
      case .begun: return (true, nil)
      case .suspended(let resume): return (true, resume)
      case .over: return (false, nil)
      }
    }
    guard counts else { return false }
    if case .success(.rejected(let rejection)) = result { rejection.handle() }
    name?.end(ending)
    resume?(outcome)
    return true
  }
}

extension PromiseCore {
  /// Settles the promise with `settled` after the given number of nanoseconds on the clock of its
  /// environment.
  ///
  /// The timer keeps the promise alive. It is stopped, and reported as stopped, when the promise's
  /// context cancels the promise, or when the caller cancels the returned timer.
  @discardableResult
  func settle(_ settled: Settled, after delay: Int64) -> PromiseTimer {
    let executor = environment.executor
    let due = executor.now.addingReportingOverflow(max(0, delay))
    let timer = PromiseTimer(due: due.overflow ? .max : due.partialValue, of: self) { [self] in
      settle(settled)
    }
    if context != nil { onCancel(.beforeSettling) { timer.cancel() } }
    return timer
  }
}

/// A timer that settles a promise.
struct PromiseTimer: Sendable {
  private let name: Name?
  private let scheduled: ScheduledTimer?

  /// The timer's identity in the events.
  private struct Name: Sendable {
    let timer: TimerID
    let promise: PromiseID
    let environment: PromiseEnvironment

    /// Returns a closure that posts that the timer fires, and then calls `fire`.
    func posting(before fire: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
      {
        environment.post(.timerFired(timer: timer, promise: promise))
        fire()
      }
    }
  }

  /// Calls `fire` at `due`, or never if the promise is already settled.
  init(due: Int64, of promise: PromiseCore, fire: @escaping @Sendable () -> Void) {
    guard !promise.locked({ $0.isSettled }) else {
      (name, scheduled) = (nil, nil)
      return
    }
    let environment = promise.environment
    let (due, late) = environment.hooks?.timer(due: due, of: promise) ?? (due, 0)
    let name = promise.observed.map {
      Name(timer: $0.bus.nextTimer(), promise: promise.id, environment: $0)
    }
    if let name {
      environment.post(
        .timerScheduled(timer: name.timer, promise: name.promise, due: due))
    }
    self.name = name
    let postAndFire = if let name { name.posting(before: fire) } else { fire }
    scheduled = environment.executor.schedule(
      at: due > .max - late ? due : due + late, timer: name?.timer, of: promise, in: environment,
      fire: postAndFire)
  }

  /// Stops the timer. Does nothing if it has fired or was stopped.
  func cancel() {
    guard let scheduled, scheduled.cancel(), let name else { return }
    name.environment.post(.timerCancelled(timer: name.timer, promise: name.promise))
  }
}
