public import PromiseKitLite
public import PromiseSimulation

extension Exploration {
  /// One run of a scenario by one schedule.
  ///
  /// ```swift
  /// let run = scenario.run()
  /// print(run.outcome, run.events.isEmpty)
  /// // Prints "3 false"
  /// ```
  public struct ScheduledRun: Sendable {
    /// The outcome, as far as it can be observed.
    public let outcome: Exploration.Outcome
    /// The choices that it made. They go beyond the given schedule if that was too short: the run
    /// then takes the first possible choice.
    public let schedule: Simulation.Schedule
    /// The events of the run.
    public let events: [PromiseEvent]
    /// The index of the first choice in the schedule that was not possible, which means that the
    /// schedule is not for this scenario.
    public let strayedAt: Int?
    /// The notes and the watched names, in the order in which they happened.
    let marks: [String]
  }
}

extension Scenario {
  /// Runs the scenario once by `schedule`, and records the events.
  ///
  /// ```swift
  /// let run = scenario.run([0, 1])
  /// print(run.outcome, run.events.count)
  /// ```
  ///
  /// It runs on a thread of its own, which is lost if a `Guarantee.wait()` never ends.
  ///
  /// - Parameters:
  ///   - schedule: The choices; after its end, the first possible choice is taken.
  ///   - steps: The maximum number of steps.
  public func run(_ schedule: Simulation.Schedule = [], steps: Int = 10_000)
    -> Exploration.ScheduledRun
  {
    run(schedule, steps: steps, watching: [])
  }

  /// Runs the scenario as ``run(_:steps:)`` does, and watches the names in `invariants`.
  func run(
    _ schedule: Schedule, steps: Int = 10_000, watching invariants: [Invariant]
  ) -> ScheduledRun {
    let attempt = Attempt(
      self, replaying: schedule, recorder: RunRecorder(), watching: invariants.watched)
    _ = Simulation.onSpareThread { attempt.run(steps: steps) }
    return attempt.scheduledRun()
  }

  /// Returns the outcome of a run by `schedule`, and the order of the watched names. Events are
  /// recorded only if they are needed, or after a deadlock.
  func observe(
    _ schedule: Schedule, steps: Int, watching invariants: [Invariant]
  ) -> (outcome: Exploration.Outcome, marks: [String], events: [PromiseEvent]) {
    guard !invariants.needEvents else {
      let run = run(schedule, steps: steps, watching: invariants)
      return (run.outcome, run.marks, run.events)
    }
    let attempt = Attempt(self, replaying: schedule, watching: invariants.watched)
    guard Simulation.onSpareThread({ attempt.run(steps: steps) }) != nil,
      !attempt.simulation.isDeadlocked
    else {
      let run = run(schedule, steps: steps, watching: invariants)
      return (run.outcome, run.marks, run.events)
    }
    return (attempt.outcome, attempt.record.marks, [])
  }
}
