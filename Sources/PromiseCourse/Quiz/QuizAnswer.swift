/// What can be answered to a question: a fact about a run, not yet in words.
package enum QuizAnswer: Hashable, Sendable {
  /// This is printed, in this order.
  case notes([String])
  /// The promise of this name.
  case promise(String)
  /// The time that was allowed is over first.
  case timer
  /// The queue of this label.
  case queue(String)
  /// On no queue: inside the call that settles or attaches.
  case inline
  /// The state at the end.
  case state(State)

  /// The states in which a run can leave a promise.
  package enum State: String, Hashable, Sendable, CaseIterable {
    case fulfilled, rejected, cancelled, pending
  }
}
