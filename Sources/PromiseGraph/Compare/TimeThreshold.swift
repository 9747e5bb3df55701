/// From which difference on two lengths of time count as different.
package struct TimeThreshold: Hashable, Sendable {
  /// At least so many nanoseconds, and at least this part of the length before.
  package var length: Int64
  package var share: Double

  package init(length: Int64, share: Double) {
    (self.length, self.share) = (length, share)
  }

  /// What is told of real programs, whose lengths are never twice the same; in virtual time every
  /// difference is.
  package static let real = TimeThreshold(length: 10_000_000, share: 0.1)
  package static let virtual = TimeThreshold(length: 1, share: 0)

  /// Whether these lengths count as different.
  func tells(_ before: Int64, _ after: Int64) -> Bool {
    let difference = after.saturatingMinus(before).magnitude
    return difference >= length.magnitude && Double(difference) >= share * Double(max(0, before))
  }
}
