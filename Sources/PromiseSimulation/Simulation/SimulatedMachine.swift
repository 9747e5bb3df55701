package import PromiseKitLite

/// The environment and the executor of a simulation, which another one can use after it: creating
/// them takes a good part of the time of a short run.
package struct SimulatedMachine: Sendable {
  private(set) var environment: PromiseEnvironment
  let executor: SimulationExecutor

  /// Creates a machine for runs that report to `accessTracker`.
  package init(
    observers: [any PromiseObserver], queues: [SimulatedQueue], accessTracker: AccessTracker
  ) {
    executor = SimulationExecutor(queues: queues, globalWidth: 4)
    environment = PromiseEnvironment(
      executor: executor, observers: observers, accessTracker: accessTracker)
  }

  /// Prepares the machine for another run, including its access tracker. Returns false if that is not
  /// possible, because something of an earlier run still refers to it, such as a promise that the
  /// program has kept.
  package mutating func restart() -> Bool {
    guard !environment.bus.hasObservers else { return false }
    environment.dropReports()
    guard isKnownUniquelyReferenced(&environment) else { return false }
    executor.restart()
    environment.restart()
    return true
  }

  /// The tracker of the runs.
  package var accessTracker: AccessTracker? { environment.accessTracker }
}
