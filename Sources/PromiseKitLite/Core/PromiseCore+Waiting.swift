import Dispatch

extension PromiseCore {
  /// Blocks the thread until the promise is settled. Answers nothing where that can never be and the
  /// caller `canFail`; otherwise that thread blocks for ever. A wait on main warns also where the promise is
  /// settled: whether it blocks depends on luck. (rule 12)
  @usableFromInline
  package func waitUntilSettled(canFail: Bool) -> Settled? {
    let environment = environment
    let isOnMain = environment.executor.isOnMain
    if isOnMain {
      environment.warn(
        .waitOnMainThread(PromiseWarning.Place(label: label?.text, site: site.resolved)))
    }
    if let settled { return settled }
    guard observed != nil else { return block(in: environment, canFail: canFail).settled }
    let (id, job) = (id, environment.executor.waiter(in: environment))
    let queue = environment.runningQueue ?? (isOnMain ? environment.queue(of: .main) : nil)
    environment.post(.waitBegan(promise: id, queue: queue, job: job))
    let (settled, ending) = block(in: environment, canFail: canFail)
    environment.post(.waitEnded(promise: id, queue: queue, job: job, ending: ending))
    return settled
  }

  private func block(
    in environment: PromiseEnvironment, canFail: Bool
  ) -> (settled: Settled?, ending: PromiseEvent.WaitEnding) {
    // What it waits for may be behind what this thread has still to hand out.
    ThreadState.current.catchUp()
    if let settled { return (settled, .settled) }
    let ending = environment.executor.wait(in: environment, canFail: canFail) { resume in
      add(Waiter { _ in resume() })
    }
    return (ending == .settled ? settled : nil, ending)
  }

  /// Blocks the thread for ever.
  @usableFromInline
  package func waitForEver() -> Never {
    waitForWhatNeverComes()
  }

  // No loop: the optimiser of Swift 6.3 does not come to an end over this one, which has no exit.
  private func waitForWhatNeverComes() -> Never {
    _ = environment.executor.wait(in: environment, canFail: false) { _ in }
    waitForEver()
  }

  /// Calls `resume` with the settlement, on the thread that settles the promise, or at once if it is
  /// settled. An error counts as handled.
  @usableFromInline
  package func whenSettled(_ resume: @escaping @Sendable (Settled) -> Void) {
    add(Waiter(resume))
  }
}

/// Dispatch's main queue.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// The running code is a job of the main queue, or the main program, which blocks it too. Under
  /// `dispatchMain()` its jobs run on any thread, so that the thread says nothing.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
