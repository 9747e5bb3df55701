// What waiting jobs do to a simulation, and to whoever steps it.

extension Simulation: StepChooser {
  var decidesAlways: Bool { director != nil }
}

extension Simulation {
  /// How many waits nothing was left for: those that ended with ``PromiseKitLite/PMKError/deadlock``,
  /// and those that go on for ever.
  ///
  /// The events say more: see `Simulation.Deadlock` of the module PromiseExploration.
  public var deadlocks: Int { executor.deadlocks }

  /// Somebody waited for what could not come.
  public var isDeadlocked: Bool { deadlocks > 0 }

  /// How many jobs are in a `Guarantee.wait()`, each on a thread of its own. Those that are at the end of
  /// the run wait for ever, since they cannot be told of a deadlock, and their threads are lost.
  public var parkedWaits: Int { executor.parked }

  /// Runs `body` on a thread that may be lost, and answers what it returns; nothing if a
  /// `Guarantee.wait()` of a simulation that is run in it would keep that thread for ever.
  ///
  /// A job runs on the thread that steps the simulation, and keeps it while it waits. Whoever steps a
  /// scenario that is not known, and wants to go on after it, steps it in here:
  ///
  /// ```swift
  /// let isOver = Simulation.onSpareThread {
  ///   let simulation = Simulation()
  ///   simulation.start { Guarantee<Int>.pending().guarantee.wait() }
  ///   return simulation.run() == .finished
  /// }
  /// print(isOver ?? false)
  /// // Prints "false"
  /// ```
  ///
  /// - Parameter body: May run any number of simulations; the calling thread waits for it.
  public static func onSpareThread<Answer: Sendable>(
    _ body: @escaping @Sendable () -> Answer
  ) -> Answer? {
    let call = BlockingCall<Answer>()
    ThreadPool.shared.run {
      let abandonmentHandler = AbandonmentHandler { call.end(nil) }
      call.end(AbandonmentHandler.$current.withValue(abandonmentHandler, operation: body))
    }
    return call.wait()
  }
}

extension Simulation {
  /// How many threads beside the caller's it keeps: one that steps, and those whose job waits.
  package var pooledThreads: Int { executor.threads }
}
