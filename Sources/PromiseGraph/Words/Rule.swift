/// The rules of `docs/rules.md`, by their numbers there.
package enum Rule: Int, Hashable, Sendable, CaseIterable {
  case once = 1
  case neverInside, attachOrder, breadthFirst, defaultQueue, errorsPass, adoption, fanIn, errors
  case cancellation, unhandled, wait, anyThread, misuse, unobserved

  /// The words of a clause with the number behind them: `... (rule 7)`.
  func after(_ clause: String) -> String { "\(clause) (rule \(rawValue))" }
}
