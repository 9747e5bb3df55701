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
  /// (``PromiseKitLite/Dispatcher/accessing(_:)``) and share none of it. What an object does in its `deinit`
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

extension Scenario {
  /// Other real runs of the scenario than `run`: one for each outcome that a short exploration finds, then
  /// those that differ from `run` at one choice, the earliest choice first. The same each time.
  ///
  /// - Parameters:
  ///   - run: A run of this scenario.
  ///   - limit: The most runs that are answered.
  ///   - schedules: The most schedules that are explored before.
  ///
  /// Complexity: the time of a run for each of both.
  package func otherRuns(
    than run: ScheduledRun, limit: Int = 24, exploring schedules: Int = 200
  ) -> [ScheduledRun] {
    let exploration = explore(within: Budget(schedules: schedules, duration: .seconds(2)))
    let found = exploration.findings.lazy.filter { $0.outcome != run.outcome }.map(\.schedule)
    let chosen = Array(found.prefix(limit)) + neighbours(of: run, limit: limit)
    return chosen.prefix(limit).map { self.run($0) }
  }

  /// The schedules that go with `run` to one of its choices and take another option there.
  private func neighbours(of run: ScheduledRun, limit: Int) -> [Schedule] {
    var schedules: [Schedule] = []
    var taken: [Int] = []
    for event in run.events where schedules.count < limit {
      guard case .choiceMade(let chosen, let options) = event.kind else { continue }
      for other in options.indices where other != chosen {
        schedules.append(Schedule(taken + [other]))
      }
      taken.append(chosen)
    }
    return schedules
  }
}
