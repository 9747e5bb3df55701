/// Which lints are told, and from where on.
package struct LintSettings: Hashable, Sendable {
  /// The places of those that are muted, a bit each.
  private var muted: UInt64 = 0
  /// The thresholds that were set, by place.
  private var thresholds: [Int: Int64] = [:]

  /// All of them, with their own thresholds.
  package init() {}

  /// Those that are told, in their order.
  package var lints: [any Lint.Type] {
    Lints.all.indices.filter { tells($0) }.map { Lints.all[$0] }
  }

  /// Whether a lint is told.
  package func tells(_ lint: any Lint.Type) -> Bool { Self.place(of: lint).map(tells) ?? false }

  /// Whether the lint at that place is told.
  func tells(_ place: Int) -> Bool { muted >> UInt64(place) & 1 == 0 }

  /// Mutes a lint, or tells it again.
  package mutating func set(_ lint: any Lint.Type, isTold: Bool) {
    guard let place = Self.place(of: lint) else { return }
    if isTold { muted &= ~(1 << UInt64(place)) } else { muted |= 1 << UInt64(place) }
  }

  /// Mutes all of them, or tells them again.
  package mutating func setAll(isTold: Bool) {
    for lint in Lints.all { set(lint, isTold: isTold) }
  }

  /// The threshold of a lint; of one that has none it is 0.
  package func threshold(of lint: any Lint.Type) -> Int64 {
    guard !thresholds.isEmpty, let place = Self.place(of: lint), let value = thresholds[place]
    else { return lint.threshold?.standard ?? 0 }
    return value
  }

  /// Sets the threshold of a lint that has one.
  package mutating func setThreshold(of lint: any Lint.Type, to value: Int64) {
    guard lint.threshold != nil, let place = Self.place(of: lint) else { return }
    thresholds[place] = value
  }

  private static func place(of lint: any Lint.Type) -> Int? {
    Lints.all.firstIndex { $0 == lint }
  }
}

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
