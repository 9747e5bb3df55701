/// The kinds of order bugs for which there are programs.
package enum Bug: String, CaseIterable, Sendable {
  /// The answer to an older request overwrites the answer to a newer one.
  case olderAnswer = "an older answer overwrites a newer one"
  /// A handler starts a chain that ends in `catch`, and does not return it: what follows does not
  /// wait for it.
  case chainNotReturned = "a chain is started in a handler and not returned"
  /// Two handlers of one promise run in the order in which they were attached, which is wrong.
  case attachOrder = "two handlers run in the order in which they were attached"
  /// A timeout gives up on work that later has its effect.
  case workAfterTimeout = "work goes on to its effect after a timeout"
  /// A `recover` meant for one error takes every error.
  case recoverTakesAll = "a recover takes every error"
  /// A handler blocks its serial queue in `wait()`.
  case waitInHandler = "a handler waits and blocks its queue"
  /// Attempts of a retry settle the same promise.
  case sharedResolver = "the attempts of a retry share a resolver"
  /// Each of several users of a pool holds one thing and waits for another.
  case holdAndWait = "users of a pool hold one thing and wait for another"
  /// What should run once at a time runs twice at once.
  case overlappingRuns = "what should run once runs twice at once"
  /// A fan-in fails, the cleanup runs, and then another input has its effect.
  case effectAfterFailure = "an input has its effect after the fan-in failed and was cleaned up"
}
