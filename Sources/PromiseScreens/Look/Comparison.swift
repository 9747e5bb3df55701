package import PromiseExploration
import PromiseSimulation

/// A run that comes to an outcome, beside the one that differs least and does not.
package struct Comparison: Hashable, Sendable {
  /// One of the two runs.
  package struct Side: Hashable, Sendable {
    /// What happened, in words.
    package var lines: [RunLine]
    /// What it came to.
    package var outcome: String

    package init(lines: [RunLine], outcome: some CustomStringConvertible) {
      self.lines = lines
      self.outcome = "\(outcome)"
    }
  }

  /// The run with another outcome: one that breaks nothing, where this one breaks something.
  package var other: Side
  /// The run with the outcome.
  package var this: Side
  /// The choices of the run with the outcome, and their text; none of a run that nobody scheduled.
  package var token: ScheduleToken?
  /// The place, in both schedules, of the choice that matters; of runs that nobody scheduled the number of
  /// the event at which this one parts from the other.
  package var place: Int
  /// How many choices, to that one, are not the first of what is possible.
  package var deviations: Int
  /// How many there were in the schedule that was found first.
  package var deviationsBefore: Int
  /// Why that choice matters, or what each run does where they part: a sentence.
  package var cause: String

  package init(
    other: Side, this: Side, token: ScheduleToken?, place: Int, deviations: Int,
    deviationsBefore: Int, cause: String
  ) {
    self.other = other
    self.this = this
    self.token = token
    self.place = place
    self.deviations = deviations
    self.deviationsBefore = deviationsBefore
    self.cause = cause
  }

  /// Two runs that nobody scheduled; this one parts from the other at an event.
  package init(other: Side, this: Side, partingAt event: Int, cause: String) {
    self.init(
      other: other, this: this, token: nil, place: event, deviations: 0, deviationsBefore: 0,
      cause: cause)
  }
}
