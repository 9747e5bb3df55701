public import PromiseKitLite

/// One run of a scenario by one schedule.
public struct ScheduledRun: Sendable {
  /// What can be observed.
  public let outcome: Outcome
  /// The choices that it took. Longer than the schedule that was asked for where that was at its end: then
  /// it takes the first of what is possible.
  public let schedule: Schedule
  /// Its events.
  public let events: [PromiseEvent]
  /// The place in the schedule that named a choice that was not possible: it is not one of this scenario.
  public let strayedAt: Int?
  /// The notes, and the names that were watched, in the order in which they happened.
  let marks: [String]
}

extension Scenario {
  /// Runs the scenario once by `schedule`, and keeps the events.
  ///
  /// ```swift
  /// let run = scenario.run([0, 1])
  /// print(run.outcome, run.events.count)
  /// ```
  ///
  /// - Parameters:
  ///   - schedule: The choices; where they are at their end the first of what is possible is taken.
  ///   - steps: The most steps that it takes.
  public func run(_ schedule: Schedule = [], steps: Int = 10_000) -> ScheduledRun {
    run(schedule, steps: steps, watching: [])
  }

  /// Runs the scenario as ``run(_:steps:)`` does; the names of `expectations` are watched.
  func run(
    _ schedule: Schedule, steps: Int = 10_000, watching expectations: [Invariant]
  ) -> ScheduledRun {
    let recorder = RunRecorder()
    let attempt = Attempt(
      self, replaying: schedule, observers: [recorder], watching: expectations.watched)
    attempt.run(steps: steps)
    let outcome = attempt.outcome
    return ScheduledRun(
      outcome: outcome, schedule: attempt.simulation.schedule, events: recorder.events,
      strayedAt: attempt.simulation.strayedAt, marks: attempt.record.marks)
  }
}

extension [Invariant] {
  /// The names whose order any of them is about.
  var watched: Set<String> { Set(flatMap(\.names)) }
}
