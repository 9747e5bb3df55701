/// Which lints are enabled, and their thresholds.
package struct LintSettings: Hashable, Sendable {
  /// The disabled lints, a bit each.
  private var muted: UInt64 = 0
  /// The thresholds that were set, by the index of the lint.
  private var thresholds: [Int: Int64] = [:]
  /// The library with whose rules orders are compared.
  package var library = LibraryRules.promiseKit
  /// How many things that are worth a look are reported.
  package var worth = 3

  /// Creates settings with all lints enabled and their standard thresholds.
  package init() {}

  /// The enabled lints, in order.
  package var lints: [any Lint.Type] {
    Lints.all.indices.filter { reports($0) }.map { Lints.all[$0] }
  }

  /// Returns whether a lint is enabled.
  package func reports(_ lint: any Lint.Type) -> Bool { Self.place(of: lint).map(reports) ?? false }

  /// Returns whether the lint at an index is enabled.
  func reports(_ place: Int) -> Bool { muted >> UInt64(place) & 1 == 0 }

  /// Enables or disables a lint.
  package mutating func set(_ lint: any Lint.Type, isReported: Bool) {
    guard let place = Self.place(of: lint) else { return }
    if isReported { muted &= ~(1 << UInt64(place)) } else { muted |= 1 << UInt64(place) }
  }

  /// Enables or disables all lints.
  package mutating func setAll(isReported: Bool) {
    for lint in Lints.every { set(lint, isReported: isReported) }
  }

  /// Returns the threshold of a lint; 0 if it has none.
  package func threshold(of lint: any Lint.Type) -> Int64 {
    guard !thresholds.isEmpty, let place = Self.place(of: lint), let value = thresholds[place]
    else { return lint.threshold?.standard ?? 0 }
    return value
  }

  /// Sets the threshold of a lint, if it has one.
  package mutating func setThreshold(of lint: any Lint.Type, to value: Int64) {
    guard lint.threshold != nil, let place = Self.place(of: lint) else { return }
    thresholds[place] = value
  }

  private static func place(of lint: any Lint.Type) -> Int? {
    Lints.every.firstIndex { $0 == lint }
  }
}

/// The value from which a ``Lint`` reports a mistake.
package struct Threshold: Hashable, Sendable {
  /// What the threshold counts or measures.
  package enum Unit: Hashable, Sendable {
    /// A time; the value is in nanoseconds.
    case time
    /// A number of things.
    case count
  }

  package let unit: Unit
  /// The default value.
  package let standard: Int64
  /// What it limits, in a few words.
  package let meaning: String

  /// Returns a threshold for a time in milliseconds.
  static func milliseconds(_ value: Int64, _ meaning: String) -> Threshold {
    Threshold(unit: .time, standard: value * 1_000_000, meaning: meaning)
  }

  /// Returns a threshold for a number.
  static func count(_ value: Int64, _ meaning: String) -> Threshold {
    Threshold(unit: .count, standard: value, meaning: meaning)
  }

  /// Returns a value as text that ``value(of:)`` reads: `100ms`, `3`.
  package func text(of value: Int64) -> String {
    guard unit == .time else { return "\(value)" }
    let units: [(Int64, String)] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1000, "us")]
    for (size, name) in units where value % size == 0 { return "\(value / size)\(name)" }
    return "\(value)ns"
  }

  /// Returns the value that a text stands for, `200ms`, `1.5s`, `3`; `nil` if it is no valid value.
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

  /// What can be set, for error messages.
  package var allowed: String {
    unit == .time ? "a time, such as 200ms or 1.5s" : "a number of at least 1"
  }
}
