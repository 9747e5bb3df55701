/// From where on a ``Lint`` tells.
package struct Threshold: Hashable, Sendable {
  /// What is counted or measured.
  package enum Unit: Hashable, Sendable {
    /// A time; the value is in nanoseconds.
    case time
    /// How many of something.
    case count
  }

  package let unit: Unit
  /// The value where nothing else is said.
  package let standard: Int64
  /// What it is the threshold of, in a few words.
  package let meaning: String

  /// A time in milliseconds.
  static func milliseconds(_ value: Int64, _ meaning: String) -> Threshold {
    Threshold(unit: .time, standard: value * 1_000_000, meaning: meaning)
  }

  /// A number.
  static func count(_ value: Int64, _ meaning: String) -> Threshold {
    Threshold(unit: .count, standard: value, meaning: meaning)
  }

  /// A value in words that ``value(of:)`` reads: `100ms`, `3`.
  package func text(of value: Int64) -> String {
    guard unit == .time else { return "\(value)" }
    let units: [(Int64, String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1000, "us")]
    for (size, name) in units where value % size == 0 { return "\(value / size)\(name)" }
    return "\(value)ns"
  }

  /// The value that a text means: `200ms`, `1.5s`, `3`; none where it means none.
  package func value(of text: some StringProtocol) -> Int64? {
    switch unit {
    case .count: return Int64(text).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
    case .time:
      let units: [(String, Double)] = [("ms", 1e6), ("us", 1e3), ("ns", 1), ("s", 1e9)]
      for (name, size) in units where text.hasSuffix(name) {
        guard let number = Double(text.dropLast(name.count)), number >= 0 else { return nil }
        let value = number * size
        return value <= 1e18 ? Int64(value.rounded()) : nil
      }
      return nil
    }
  }

  /// What can be set, in words.
  package var allowed: String {
    unit == .time ? "a time, such as 200ms or 1.5s" : "a number from 1 on"
  }
}
