import PromiseKitLite
import PromiseSimulation

/// What an exploration tries, and what must hold. All parts share it.
struct ExplorationSetup: Sendable {
  let scenario: Scenario
  let search: Search
  let budget: Budget
  let invariants: [Invariant]
  /// The names whose order matters to the expectations.
  let watched: Set<String>
  let needsEvents: Bool
  /// The expectations that must hold in only one schedule.
  let someExpectations: Set<Invariant>
  /// The number of accesses from outside, in all runs.
  let outside = OutsideCount()

  init(_ scenario: Scenario, _ search: Search, _ budget: Budget, _ invariants: [Invariant]) {
    self.scenario = scenario
    self.search = search == .exhaustive && invariants.needEveryOrder ? .unreduced : search
    self.budget = budget
    self.invariants = invariants
    watched = invariants.watched
    needsEvents = invariants.needEvents
    someExpectations = Set(invariants.filter { $0.scope == .some })
  }

  /// The search for all schedules.
  var whole: PartSearch { PartSearch(search, atMost: budget.schedules) }

  /// The tally of no schedules.
  var nothing: Tally { Tally(unmet: someExpectations) }

  /// Runs a schedule, and repeats it at most the given number of times. Returns how the runs
  /// differ, if they do.
  func repeatability(of schedule: Schedule, times: Int = 1) -> Coverage? {
    let first = scenario.run(schedule, steps: budget.steps).events
    for _ in 0..<times {
      let other = scenario.run(schedule, steps: budget.steps).events
      if let what = firstDifference(between: first, and: other) { return .notRepeatable(what) }
    }
    return nil
  }

  /// Describes how a schedule led to two different outcomes, or to the same outcome with other
  /// handlers.
  func difference(
    _ outcome: Exploration.Outcome, _ other: Exploration.Outcome, by schedule: Schedule
  ) -> Coverage {
    if outside.isAny { return .outsideCalls }
    return repeatability(of: schedule, times: Self.manyTimes)
      ?? .notRepeatable(
        outcome == other
          ? "the same schedule ran other handlers"
          : "\(outcome), and \(other) with the same schedule")
  }

  /// How often to repeat a schedule that is known not to be repeatable.
  static let manyTimes = 12
}
