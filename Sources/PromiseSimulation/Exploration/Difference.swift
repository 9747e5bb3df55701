public import PromiseKitLite

/// Two schedules that differ in one choice, of which one comes to what is wanted and the other does not.
public struct Difference: Sendable {
  /// The run that comes to what is wanted.
  public let passing: ScheduledRun
  /// The run that does not.
  public let failing: ScheduledRun
  /// The place of the choice in both schedules.
  public let place: Int
  /// What could happen there, in order.
  public let options: [Choice]
  /// How many runs it took to find it.
  public let replays: Int
  /// Why it matters, as a sentence.
  public let cause: String
}
