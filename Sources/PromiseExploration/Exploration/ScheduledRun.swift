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
    /// What can be observed.
    public let outcome: Exploration.Outcome
    /// The choices that it took. Longer than the schedule that was asked for where that was at its end: then
    /// it takes the first of what is possible.
    public let schedule: Simulation.Schedule
    /// Its events.
    public let events: [PromiseEvent]
    /// The place in the schedule that named a choice that was not possible: it is not one of this scenario.
    public let strayedAt: Int?
    /// The notes, and the names that were watched, in the order in which they happened.
    let marks: [String]
  }
}

extension Scenario {
  /// Runs the scenario once by `schedule`, and keeps the events.
  ///
  /// ```swift
  /// let run = scenario.run([0, 1])
  /// print(run.outcome, run.events.count)
  /// ```
  ///
  /// It runs on a thread of its own, which is lost if a `Guarantee.wait()` never ends.
  ///
  /// - Parameters:
  ///   - schedule: The choices; where they are at their end the first of what is possible is taken.
  ///   - steps: The most steps that it takes.
  public func run(_ schedule: Simulation.Schedule = [], steps: Int = 10_000)
    -> Exploration.ScheduledRun
  {
    run(schedule, steps: steps, watching: [])
  }

  /// Runs the scenario as ``run(_:steps:)`` does; the names of `invariants` are watched.
  func run(
    _ schedule: Schedule, steps: Int = 10_000, watching invariants: [Invariant]
  ) -> ScheduledRun {
    let attempt = Attempt(
      self, replaying: schedule, recorder: RunRecorder(), watching: invariants.watched)
    _ = Simulation.onSpareThread { attempt.run(steps: steps) }
    return attempt.scheduledRun()
  }

  /// The same on the thread that calls, which is one that may be lost.
  func runHere(
    _ schedule: Schedule, steps: Int, watching invariants: [Invariant] = []
  ) -> ScheduledRun {
    let attempt = Attempt(
      self, replaying: schedule, recorder: RunRecorder(), watching: invariants.watched)
    attempt.run(steps: steps)
    return attempt.scheduledRun()
  }

  /// What can be observed of a run by `schedule`, and the order of what is watched. Without events, as
  /// long as nothing is deadlocked.
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
