import PromiseExploration
import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// What must hold in a run that is over, as it is typed: a ``Claim``, or what the exploration expects of every
/// schedule: `login before fetch`, `never deadlock`, `fetch on net`, `never warns slow-handler`.
package struct RunExpectation: Hashable, Sendable {
  /// As it was typed.
  package let text: String
  let statement: Statement

  enum Statement: Hashable, Sendable {
    case claim(Claim)
    /// The first never happens without the second before it.
    case neverBefore(MomentPattern, MomentPattern)
    case neverWarns(String)
    case never(Invariant.Mishap)
    /// A chain ends with that value.
    case result(String)
  }

  /// Reads an expectation.
  ///
  /// - Throws: a sentence that says what an expectation can be.
  package init(_ text: String) throws(CourseProblem) {
    self.text = text.trimmed
    statement = try Self.statement(self.text)
  }

  private static func statement(_ text: String) throws(CourseProblem) -> Statement {
    if text.hasPrefix("result ") { return .result(text.dropFirst(7).trimmed) }
    if text.hasPrefix("never ") {
      let rest = text.dropFirst(6).trimmed
      if let statement = try never(rest) { return statement }
    }
    guard let claim = try? Claim(text) else {
      throw CourseProblem("'\(text)' is no expectation; \(forms)")
    }
    guard claim.isOfStandardRun else {
      throw CourseProblem(
        "'\(text)' is about more than one run; 'promise-tui explore' has them all")
    }
    if case .warns(let lint) = claim.statement { try known(lint) }
    return .claim(claim)
  }

  private static func never(_ rest: String) throws(CourseProblem) -> Statement? {
    if rest.hasPrefix("warns ") {
      let lint = rest.dropFirst(6).trimmed
      try known(lint)
      return .neverWarns(lint)
    }
    switch Invariant.Mishap(rest) {
    case .before(let a, let b)?:
      guard let a = MomentPattern(a), let b = MomentPattern(b) else { return nil }
      return .neverBefore(a, b)
    case .note?, nil: return nil
    case .endlessRun?:
      throw CourseProblem(
        "'never endless' is for 'promise-tui explore': a run that is over has an end")
    case let mishap?: return .never(mishap)
    }
  }

  private static func known(_ lint: String) throws(CourseProblem) {
    guard Lints.all.contains(where: { $0.id == lint }) else {
      throw CourseProblem("there is no lint '\(lint)'; 'promise-tui lints' lists them")
    }
  }

  /// What an expectation can be, in a sentence.
  package static let forms =
    "an expectation is 'A before B', 'never A before B', 'A on QUEUE', 'A is fulfilled', "
    + "'A is rejected with TEXT', 'A starts 3 times', 'A at 80 ms', 'A queued for 2 ms', "
    + "'note TEXT', 'result VALUE', 'warns LINT', a moment such as 'A skipped', 'never' and a moment, "
    + "or 'never' and one of: deadlock, never settled, rejection, cancellation, unhandled"
}
