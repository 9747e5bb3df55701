/// Converts the stamps of a binary trace to nanoseconds, with the comparisons of the counter and
/// the system's clock that the trace contains. Stamps come in order.
struct BinaryClock {
  private struct Comparison {
    var ticks: UInt64
    var nanoseconds: Int64
  }

  /// The first comparison, and the newest one that is not after the last stamp.
  private var first: Comparison?
  private var last: Comparison?
  /// The comparisons after the last stamp, the next one at the end.
  private var ahead: [Comparison] = []
  private var isSorted = true
  /// The number of nanoseconds for each tick, over the longest known interval.
  private var rate = 1.0

  /// Adds a comparison from the header of the trace or of a chunk, which can be at any instant.
  mutating func add(ticks: UInt64, nanoseconds: Int64) {
    ahead.append(Self.comparison(ticks, nanoseconds))
    isSorted = false
  }

  /// Adds a comparison from a record that follows the last stamp.
  mutating func reach(ticks: UInt64, nanoseconds: Int64) {
    passUntil(ticks)
    pass(Self.comparison(ticks, nanoseconds))
  }

  /// Returns the time of a stamp, within ``EventNumbers/times``. Complexity: O(1) amortized.
  mutating func nanoseconds(of ticks: UInt64) -> Int64 {
    passUntil(ticks)
    guard let last = last ?? ahead.last else { return Self.clamped(Int64(clamping: ticks)) }
    guard ticks > last.ticks else {
      return Self.clamped(last.nanoseconds - Self.length(last.ticks - ticks, rate))
    }
    var slope = rate
    if let next = ahead.last, next.ticks > last.ticks {
      slope = Self.slope(last, next)
    }
    return Self.clamped(last.nanoseconds + Self.length(ticks - last.ticks, slope))
  }

  private mutating func passUntil(_ ticks: UInt64) {
    if !isSorted {
      ahead.sort { $0.ticks > $1.ticks }
      isSorted = true
    }
    while let next = ahead.last, next.ticks <= ticks {
      ahead.removeLast()
      pass(next)
    }
  }

  /// Uses a comparison from now on, if it is far enough from the last one.
  private mutating func pass(_ new: Comparison) {
    guard let first, let last else {
      (first, last) = (new, new)
      return
    }
    guard new.nanoseconds - last.nanoseconds >= Self.spacing, new.ticks > last.ticks else { return }
    self.last = new
    rate = Self.slope(first, new)
  }

  private static func comparison(_ ticks: UInt64, _ nanoseconds: Int64) -> Comparison {
    Comparison(ticks: ticks, nanoseconds: clamped(nanoseconds))
  }

  /// The number of nanoseconds for each tick between two comparisons, of which `later` has more
  /// ticks.
  private static func slope(_ earlier: Comparison, _ later: Comparison) -> Double {
    Double(later.nanoseconds - earlier.nanoseconds) / Double(later.ticks - earlier.ticks)
  }

  private static func length(_ ticks: UInt64, _ rate: Double) -> Int64 {
    Int64(min(max(Double(ticks) * rate, 0), 4e18))
  }

  /// Numbers in this range can be added to and subtracted from each other, and to a length.
  private static func clamped(_ nanoseconds: Int64) -> Int64 {
    min(
      max(nanoseconds, Int64(EventNumbers.times.lowerBound)), Int64(EventNumbers.times.upperBound))
  }

  private static var spacing: Int64 { 50_000 }
}
