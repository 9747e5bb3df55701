/// Converts the stamps of a binary trace to nanoseconds, with the comparisons of the counter and
/// the system's clock that the trace contains.
struct BinaryClock {
  private struct Comparison {
    var ticks: UInt64
    var nanoseconds: Int64
  }

  /// In order, and at least ``spacing`` nanoseconds apart.
  private var comparisons: [Comparison] = []
  /// The number of nanoseconds for each tick, over the longest known interval.
  private var rate = 1.0
  /// The comparison that was used last; stamps come in order.
  private var place = 0

  /// Adds a comparison.
  mutating func add(ticks: UInt64, nanoseconds: Int64) {
    let new = Comparison(ticks: ticks, nanoseconds: nanoseconds)
    let end = comparisons.lastIndex { $0.ticks <= ticks }.map { $0 + 1 } ?? 0
    if end > 0 {
      let before = comparisons[end - 1]
      guard nanoseconds - before.nanoseconds >= Self.spacing, ticks > before.ticks else { return }
    }
    if end < comparisons.count {
      guard comparisons[end].nanoseconds - nanoseconds >= Self.spacing else { return }
    }
    comparisons.insert(new, at: end)
    if end <= place { place = 0 }
    if let first = comparisons.first, let last = comparisons.last, last.ticks > first.ticks {
      rate = Double(last.nanoseconds - first.nanoseconds) / Double(last.ticks - first.ticks)
    }
  }

  /// Returns the time of a stamp. Complexity: O(1), if stamps come in order.
  mutating func nanoseconds(of ticks: UInt64) -> Int64 {
    guard let first = comparisons.first else { return Int64(clamping: ticks) }
    if comparisons[place].ticks > ticks { place = 0 }
    while place + 1 < comparisons.count, comparisons[place + 1].ticks <= ticks { place += 1 }
    let before = comparisons[place]
    guard ticks >= before.ticks else {
      return first.nanoseconds - Self.length(first.ticks - ticks, rate)
    }
    guard place + 1 < comparisons.count else {
      return before.nanoseconds &+ Self.length(ticks - before.ticks, rate)
    }
    let after = comparisons[place + 1]
    let slope =
      Double(after.nanoseconds - before.nanoseconds) / Double(after.ticks - before.ticks)
    return before.nanoseconds + Self.length(ticks - before.ticks, slope)
  }

  private static func length(_ ticks: UInt64, _ rate: Double) -> Int64 {
    Int64(min(max(Double(ticks) * rate, 0), 4e18))
  }

  private static var spacing: Int64 { 50_000 }
}
