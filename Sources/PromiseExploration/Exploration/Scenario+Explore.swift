import PromiseKitLite
import PromiseSimulation

extension Scenario {
  /// Runs the scenario by one schedule after the other, and groups the runs by their outcomes.
  ///
  /// ```swift
  /// let exploration = scenario.explore()
  /// print(exploration.coverage, exploration.schedules)
  /// ```
  ///
  /// The exploration is exhaustive as long as everything that the scenario does goes through
  /// promises and simulated queues. Two steps are tried in both orders unless they are independent:
  /// steps of the library that share no promise and no queue, and handlers that declare what they
  /// access (``/PromiseKitLite/Dispatcher/accessing(_:)-(String...)``) and have no access in common. What an
  /// object does in its `deinit` is not tracked, unless it writes notes or settles promises;
  /// neither is what happens to promises that were created outside the scenario.
  ///
  /// - Parameters:
  ///   - search: How the schedules are chosen.
  ///   - budget: The limits of the exploration.
  ///   - invariants: What must hold in every outcome; see ``Exploration/failure``.
  ///   - jobs: The number of schedules to run at a time, on as many threads; by default one for each
  ///     core. The results do not depend on it. A short exploration uses only one thread.
  ///   - progress: Called about twenty times a second, on the calling thread, with the results so
  ///     far. Return false to stop the exploration.
  /// - Returns: The results. The scenario runs on threads of its own.
  ///
  /// Complexity: the time of a run for each schedule. The number of schedules is exponential in the
  /// number of dependent steps.
  public func explore(
    _ search: Exploration.Search = .exhaustive,
    within budget: Exploration.Budget = Exploration.Budget(),
    expecting invariants: [Exploration.Invariant] = [], jobs: Int? = nil,
    progress: (Exploration) -> Bool = { _ in true }
  ) -> Exploration {
    let setup = ExplorationSetup(self, search, budget, invariants)
    return Explorer(setup, jobs: jobs ?? Simulation.cores).explore(progress: progress)
  }
}

extension Scenario {
  /// Returns real runs of the scenario other than `run`: one for each outcome that a short
  /// exploration finds, then runs that differ from `run` in one choice, earliest choice first. The
  /// result is deterministic.
  ///
  /// - Parameters:
  ///   - run: A run of this scenario.
  ///   - limit: The maximum number of runs to return.
  ///   - schedules: The maximum number of schedules to explore first.
  ///
  /// Complexity: the time of a run for each of these.
  package func otherRuns(
    than run: ScheduledRun, limit: Int = 24, exploring schedules: Int = 200
  ) -> [ScheduledRun] {
    let exploration = explore(within: Budget(schedules: schedules, duration: .seconds(2)))
    let found = exploration.findings.lazy.filter { $0.outcome != run.outcome }.map(\.schedule)
    let chosen = Array(found.prefix(limit)) + neighbors(of: run, limit: limit)
    return chosen.prefix(limit).map { self.run($0) }
  }

  /// Returns the schedules that follow `run` up to one of its choices and take another option
  /// there.
  private func neighbors(of run: ScheduledRun, limit: Int) -> [Schedule] {
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
