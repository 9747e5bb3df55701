import Synchronization

/// A task awaits the promise.
///
/// The task does not keep the promise alive: it stops waiting when the promise is freed while pending, or
/// when what the promise waits for is.
final class TaskWait: Handler, @unchecked Sendable {
  private let state = Mutex(State.begun)
  private let promise: WeakCore
  /// Who is told that the task waits.
  private let observed: (environment: PromiseEnvironment, promise: PromiseID)?

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

  /// A task begins to wait for `core`, which is pending.
  init(for core: PromiseCore) {
    promise = WeakCore(core)
    observed = core.observed.map { ($0, core.id) }
    super.init(child: nil)
    if let observed { observed.environment.post(.awaitBegan(promise: observed.promise)) }
    core.add(self)
    // Nothing stops the wait any more if what the promise waits for was freed before.
    if core.locked({ $0.isOrphan }) { giveUp() }
  }

  /// Calls `resume` once when the wait is over; immediately, if it already is.
  func suspend(_ resume: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if case .over(let outcome) = state { return outcome }
      state = .suspended(resume)
      return nil
    }
    if let outcome { resume(outcome) }
  }

  /// The task was cancelled: it stops waiting. Returns whether it was still waiting.
  @discardableResult
  func cancel() -> Bool {
    guard end(.cancelled, .failure(CancellationError())) else { return false }
    // A promise that outlives many tasks does not collect their waits.
    let removed = promise.core?.locked { $0.remove(self) }
    withExtendedLifetime(removed) {}
    return true
  }

  override var isOutside: Bool {
    state.withLock { if case .over = $0 { false } else { true } }
  }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    end(.settled, .success(settled))
  }

  override func giveUp() { end(.abandoned, .failure(PMKError.deadlock)) }

  /// Ends the wait. Returns whether it was going on.
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
    if let observed {
      observed.environment.post(.awaitEnded(promise: observed.promise, ending: ending))
    }
    resume?(outcome)
    return true
  }
}
