import PromiseKitLite
import PromiseSimulation

extension Scenario {
  /// Runs the scenario by one schedule after the other, and groups what can be observed.
  ///
  /// ```swift
  /// let exploration = scenario.explore()
  /// print(exploration.coverage, exploration.schedules)
  /// ```
  ///
  /// Exhaustive as long as everything that the scenario does goes through promises and simulated queues.
  /// Two steps are tried in both orders unless they have nothing to do with each other: steps of the
  /// library that share no promise and no queue, and handlers that declare what they touch
  /// (``PromiseKitLite/Dispatcher/touching(_:)``) and share none of it. What an object does in its `deinit`
  /// counts to nobody, unless it speaks or settles promises; neither does what happens to promises that
  /// were made outside the scenario.
  ///
  /// - Parameters:
  ///   - search: How the schedules are chosen.
  ///   - budget: How long it goes on.
  ///   - invariants: What is to hold in every outcome; see ``Exploration/failure``.
  ///   - progress: Called now and then, some twenty times a second, on the calling thread, with what was
  ///     found so far. To answer false stops the exploration.
  /// - Returns: What was found. The scenario runs on threads of its own, one at a time.
  ///
  /// Complexity: the time of a run for each schedule; their number is exponential in the number of steps
  /// that have to do with each other.
  public func explore(
    _ search: Exploration.Search = .exhaustive,
    within budget: Exploration.Budget = Exploration.Budget(),
    expecting invariants: [Exploration.Invariant] = [],
    progress: (Exploration) -> Bool = { _ in true }
  ) -> Exploration {
    let explorer = Explorer(self, search, budget, invariants)
    while true {
      // A run may take its thread for good, and the exploration goes on on another one.
      if Simulation.onSpareThread({ explorer.go(on: .milliseconds(50)) }) == nil {
        explorer.goOnWithoutThread()
      }
      let exploration = explorer.exploration
      guard exploration.coverage == .running else { return exploration }
      if !progress(exploration) { explorer.stop(.stopped) }
    }
  }
}
