package import PromiseExploration
package import PromiseInsight

/// A run with an outcome, beside the most similar run with another outcome.
package struct Comparison: Hashable, Sendable {
  /// One of the two runs.
  package struct Side: Hashable, Sendable {
    /// What happened, one line each.
    package var lines: [RunLine]
    /// Its outcome.
    package var outcome: String
    /// The real run and its trace; `nil` for a schedule.
    package var run: ClosestRuns.Run?
    /// The number of the event at which a real run diverges from the other; its last event if it does nothing more.
    package var event: Int

    package init(
      lines: [RunLine], outcome: some CustomStringConvertible, run: ClosestRuns.Run? = nil,
      event: Int = 0
    ) {
      (self.lines, self.run, self.event) = (lines, run, event)
      self.outcome = "\(outcome)"
    }
  }

  /// The run with another outcome: one that breaks nothing, where this one breaks something.
  package var other: Side
  /// The run with the outcome.
  package var this: Side
  /// What reproduces the run with the outcome, as text; `nil` for a schedule.
  package var again: String?
  /// The schedule of the run with the outcome; `nil` for a real run.
  package var token: ScheduleToken?
  /// The index of the decisive choice in both schedules.
  package var place: Int
  /// How many choices, up to that one, do not take the first option.
  package var deviations: Int
  /// The same number for the schedule that was found first.
  package var deviationsBefore: Int
  /// Why that choice matters, or what each run does where they diverge, or where they have the order that
  /// distinguishes the failing runs, as a sentence.
  package var cause: String
  /// The promises of that order in the run with the outcome, as `p8,p9`; `nil` if there is no such order.
  package var order: String?

  package init(
    other: Side, this: Side, token: ScheduleToken? = nil, place: Int = 0, deviations: Int = 0,
    deviationsBefore: Int = 0, cause: String, order: String? = nil
  ) {
    (self.other, self.this, self.token, self.place) = (other, this, token, place)
    (self.deviations, self.deviationsBefore) = (deviations, deviationsBefore)
    (self.cause, self.order) = (cause, order)
  }
}
