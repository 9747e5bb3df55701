import TestSupport

/// Events spread over a run, for tests that look at the state after each of them.
enum SpreadEvents {
  /// About how many; `make test-stress` looks at all of them.
  private static let count = Rounds.number("DEMO_EVENTS") ?? 12

  /// Returns numbers of events up to `last`, which is one of them.
  static func upTo(_ last: Int) -> StrideThrough<Int> {
    let step = max(1, last / max(1, count))
    return stride(from: last % step, through: last, by: step)
  }
}
