/// The bookkeeping of a fan-in as a pure state machine.
struct FanInState {
  /// When a fan-in settles, and with what.
  enum Rule: Sendable {
    /// With all values, or with the first error.
    case all
    /// With everything, when the last input is settled.
    case allSettled
    /// As the first input that settles.
    case race
    /// As the first input that is fulfilled, or with all errors.
    case any
  }

  enum Decision {
    /// Others are waited for.
    case wait
    /// It is over; the input no longer matters.
    case ignored
    /// It settles as this input did.
    case settleAsInput
    /// Every input is in, in their order.
    case complete([Settled])
  }

  private let rule: Rule
  private var settled: [Settled?]
  private var missing: Int
  private var isOver = false

  init(rule: Rule, count: Int) {
    self.rule = rule
    settled = Array(repeating: nil, count: count)
    missing = count
  }

  /// Takes the settlement of one input in. Complexity: O(1), O(n) for the one that completes it.
  mutating func receive(_ input: Settled, index: Int) -> Decision {
    guard !isOver else { return .ignored }
    if rule.decides(input) {
      isOver = true
      settled = []
      return .settleAsInput
    }
    settled[index] = input
    missing -= 1
    guard missing == 0 else { return .wait }
    isOver = true
    defer { settled = [] }
    return .complete(settled.compactMap { $0 })
  }
}

extension FanInState.Rule {
  /// One such input settles the whole.
  fileprivate func decides(_ input: Settled) -> Bool {
    switch (self, input) {
    case (.race, _), (.all, .rejected), (.any, .fulfilled): true
    case (.all, .fulfilled), (.any, .rejected), (.allSettled, _): false
    }
  }
}
