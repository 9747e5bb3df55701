// How waiting jobs affect a simulation and its callers.

import PromiseSystem

extension Simulation: StepChooser {
  var decidesAlways: Bool { director != nil }
}

extension Simulation {
  /// The number of deadlocked waits: those that ended with ``/PromiseKitLite/PMKError/deadlock``,
  /// and those that never end.
  ///
  /// For details see `Simulation.Deadlock` in the module PromiseExploration.
  public var deadlocks: Int { executor.deadlocks }

  /// A Boolean value that indicates whether a wait deadlocked.
  public var isDeadlocked: Bool { deadlocks > 0 }

  /// The number of jobs in a `Guarantee.wait()`, each on a thread of its own. Those that are left at
  /// the end of the run wait forever, because such a wait cannot throw, and their threads are lost.
  public var parkedWaits: Int { executor.parked }

  /// Runs `body` on a thread that may be lost, and returns its result; `nil` if a
  /// `Guarantee.wait()` in a simulation that it runs would block that thread forever.
  ///
  /// A job runs on the thread that runs the simulation's steps, and blocks it while it waits. If
  /// you run an unknown scenario and want to continue afterwards, run its steps in here:
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
  /// - Parameter body: May run any number of simulations. The calling thread waits for it.
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
  /// Discards what is left of a run that has ended: jobs that never run, and timers that never fire.
  package func discardWhatIsLeft() { executor.abandon(environment) }

  /// The number of cores of the machine.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Runs `work` on a thread other than the caller's, which it may keep for as long as it likes.
  package static func onOtherThread(_ work: @escaping @Sendable () -> Void) {
    ThreadPool.shared.run(work)
  }

  /// The number of threads that it keeps in addition to the caller's: the one that runs steps, and
  /// those whose job waits.
  package var pooledThreads: Int { executor.threads }
}
