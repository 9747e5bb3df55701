/// The kinds of questions about a run.
package enum QuizKind: String, Hashable, Sendable, CaseIterable {
  /// What is printed, in which order.
  case order
  /// Which input settles a race, which failure an `all`, or whether a timeout comes first.
  case winner
  /// On which queue a handler or a body runs.
  case queue
  /// What state a promise is in when nothing is left to happen.
  case state
  /// Which of several handlers runs first.
  case first
}
