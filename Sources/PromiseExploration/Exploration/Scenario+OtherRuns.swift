import PromiseKitLite
import PromiseSimulation

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
