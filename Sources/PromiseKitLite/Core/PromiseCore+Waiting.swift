import Dispatch

extension PromiseCore {
  /// Blocks the thread until the promise is settled. Answers nothing where that can never be.
  @usableFromInline
  package func waitUntilSettled() -> Settled? {
    if let settled { return settled }
    let environment = environment
    let isOnMain = environment.executor.isOnMain
    if isOnMain {
      environment.log(
        .waitOnMainThread(LogEvent.Place(label: label?.text, site: site.resolved)))
    }
    let id = observed.map { _ in self.id }
    let queue = id.flatMap { _ in
      environment.runningQueue ?? (isOnMain ? environment.queue(of: .main) : nil)
    }
    if let id { environment.post(.waitBegan(promise: id, queue: queue)) }
    defer { if let id { environment.post(.waitEnded(promise: id, queue: queue)) } }
    // What it waits for may be behind what this thread has still to hand out.
    ThreadState.current.catchUp()
    if let settled { return settled }
    return environment.executor.wait(in: environment) { resume in
      add(Waiter { _ in resume() })
    } ? settled : nil
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
