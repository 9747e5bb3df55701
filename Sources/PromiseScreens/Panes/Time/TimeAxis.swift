import PromiseGraph

/// Which column stands for which moment: in proportion to time or, where all events lie at one
/// instant, to their numbers.
struct TimeAxis: Hashable, Sendable {
  /// How many columns there are; at least one.
  let columns: Int
  /// All events lie at one instant.
  let countsEvents: Bool
  private let first: Double
  private let last: Double

  /// An axis over the events from the position `base` on and up to `end`.
  init(times: ClosedRange<Int64>, numbers: ClosedRange<Int>, columns: Int) {
    self.columns = max(1, columns)
    countsEvents = times.lowerBound == times.upperBound
    first = countsEvents ? Double(numbers.lowerBound) : Double(times.lowerBound)
    last = countsEvents ? Double(numbers.upperBound) : Double(times.upperBound)
  }

  /// The column of a moment; what lies outside comes to the nearer end.
  func column(time: Int64, number: Int) -> Int {
    column(countsEvents ? Double(number) : Double(time))
  }

  /// The column of a moment.
  func column(_ moment: Moment) -> Int { column(time: moment.time, number: moment.sequence) }

  private func column(_ value: Double) -> Int {
    guard last > first else { return 0 }
    let share = min(max(0, (value - first) / (last - first)), 1)
    return Int((share * Double(columns - 1)).rounded())
  }

  /// What one column stands for: `1 col = 1.4 ms`.
  var scale: String? {
    guard columns > 1, !countsEvents, last > first else { return nil }
    return "1 col = \(Self.decimal((last - first) / Double(columns - 1) / 1_000_000)) ms"
  }

  /// Round numbers in columns at least `gap` apart, and their columns.
  func ticks(gap: Int) -> [(column: Int, text: String)] {
    guard last > first, columns > gap else { return [(0, label(first, step: 1))] }
    let least = (last - first) * Double(gap) / Double(columns - 1)
    var step = 1.0
    while step * 10 <= least { step *= 10 }
    step = [1.0, 2, 5, 10].map { $0 * step }.first { $0 >= least } ?? step * 10
    var ticks: [(Int, String)] = []
    var value = (first / step).rounded(.up) * step
    while value <= last, ticks.count < columns {
      ticks.append((column(value), label(value, step: step)))
      value += step
    }
    return ticks
  }

  /// Events by number, times in milliseconds with as many digits as tell the ticks apart, seconds
  /// where those are round.
  private func label(_ value: Double, step: Double) -> String {
    if countsEvents { return Self.decimal(value, digits: 0) }
    if step >= 1e9 { return Self.decimal(value / 1e9, digits: 0) + "s" }
    return Self.decimal(
      value / 1e6, digits: step >= 1e6 ? 0 : step >= 1e5 ? 1 : step >= 1e3 ? 3 : 6)
  }

  /// `value` with a digit after the point, or three where it is less than a tenth.
  private static func decimal(_ value: Double) -> String {
    decimal(value, digits: value < 0.1 ? 3 : 1)
  }

  private static func decimal(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let units = Int(min(max(-1e15, (value * Double(scale)).rounded()), 1e15))
    guard digits > 0 else { return "\(units)" }
    let fraction = String(units.magnitude % UInt(scale))
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(units < 0 ? "-" : "")\(units.magnitude / UInt(scale)).\(zeros)\(fraction)"
  }
}
