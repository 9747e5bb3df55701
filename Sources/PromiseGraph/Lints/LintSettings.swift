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
