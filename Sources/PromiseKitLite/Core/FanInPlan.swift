/// When a fan-in settles, and with what.
package enum FanInRule: Sendable {
  /// With all values, or with the first error.
  case all
  /// With all results, when the last input settles.
  case allSettled
  /// In the same way as the first input that settles.
  case race
  /// In the same way as the first input that is fulfilled, or with all errors.
  case any
}

/// The plan of a fan-in, which the hooks of its environment can change.
package struct FanInPlan: Sendable {
  /// When it settles.
  package var rule: FanInRule
  /// Returns the settlement, given those of all inputs.
  package var complete: @Sendable ([Settled]) -> Settled
  /// Returns the settlement that counts for an input; `nil` if that is the input's own.
  package var input: (@Sendable (Settled) -> Settled)?

  package init(
    rule: FanInRule, complete: @escaping @Sendable ([Settled]) -> Settled,
    input: (@Sendable (Settled) -> Settled)? = nil
  ) {
    self.rule = rule
    self.complete = complete
    self.input = input
  }
}
