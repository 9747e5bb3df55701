import ArgumentParser
import PromiseSimulation

extension Scenario {
  /// The scenario with the schedule that `token` stands for.
  ///
  /// - Throws: the status of bad usage, once it is said why it is no schedule of this scenario.
  func following(_ token: ScheduleToken) throws -> Scenario {
    let explorable = explored
    if let refusal = token.refusal(by: explorable) { throw unusable(refusal) }
    let run = explorable.run(token.schedule)
    let wanted = token.schedule.choices.count
    if let place = run.strayedAt {
      throw unusable(
        "'\(token)' is no schedule of '\(explorable.name)': its choice number \(place + 1) was not "
          + "possible.")
    }
    if run.schedule.choices.count < wanted, !run.outcome.isEndless {
      throw unusable(
        "'\(token)' is no schedule of '\(explorable.name)': it names \(wanted) choices, and the run "
          + "has \(run.schedule.choices.count).")
    }
    var scenario = self
    scenario.schedule = token.schedule
    return scenario
  }
}
