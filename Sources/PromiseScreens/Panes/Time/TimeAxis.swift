import PromiseEvents
import PromiseGraph

/// Which column stands for which moment: in proportion to time or, where all events lie at one
/// instant, to their numbers.
struct TimeAxis: Hashable, Sendable {
  /// How many columns there are; at least one.
  let columns: Int
  /// All events lie at one instant.
  let countsEvents: Bool
  /// It shows a part, around the playhead.
  let isPart: Bool
  private let first: Double
  private let last: Double

  /// An axis over the events from the position `base` on and up to `end`; `zoom` times doubled, it shows
  /// the part of it in which `playhead` lies.
  init(
    times: ClosedRange<Int64>, numbers: ClosedRange<Int>, columns: Int, zoom: Int = 0,
    playhead: Timeline.Mark? = nil
  ) {
    self.columns = max(1, columns)
    let counts = times.lowerBound == times.upperBound
    countsEvents = counts
    let (low, high) =
      counts
      ? (Double(numbers.lowerBound), Double(numbers.upperBound))
      : (Double(times.lowerBound), Double(times.upperBound))
    let now = playhead.map { counts ? Double($0.sequence) : Double($0.time) } ?? low
    var span = high - low
    for _ in 0..<max(0, zoom) { span /= 2 }
    isPart = zoom > 0 && high > low
    guard isPart else {
      (first, last) = (low, high)
      return
    }
    // The part moves on by halves, so that it stands still for a while as the playhead moves.
    let half = span / 2
    let start = low + ((now - low) / half - 0.5).rounded(.down) * half
    first = min(max(low, start), high - span)
    last = first + span
  }

  /// The column of a moment. What lies outside the whole comes to the nearer end; what lies outside the part
  /// that is shown is -1, or the column after the last.
  func column(time: Int64, number: Int) -> Int {
    column(countsEvents ? Double(number) : Double(time))
  }

  /// The column of a moment.
  func column(_ moment: Moment) -> Int { column(time: moment.time, number: moment.sequence) }

  /// The column of a mark.
  func column(_ mark: Timeline.Mark) -> Int { column(time: mark.time, number: mark.sequence) }

  private func column(_ value: Double) -> Int {
    guard last > first else { return 0 }
    let share = (value - first) / (last - first)
    let column = (share * Double(columns - 1)).rounded()
    guard isPart else { return Int(min(max(0, column), Double(columns - 1))) }
    return Int(min(max(-1, column), Double(columns)))
  }

  /// The last time, or number, that a column stands for, as far as that is a whole number.
  func lastValue(of column: Int) -> Int {
    guard last > first, columns > 1 else { return Self.whole(last) }
    guard column < columns - 1 || isPart else { return Self.whole(last) }
    let scale = (last - first) / Double(columns - 1)
    var value = Self.whole(first + (Double(column) + 0.5) * scale)
    // A rounding may have put it into the next column.
    while self.column(Double(value)) > column, Double(value) > first {
      value -= max(1, Int(Double(value).ulp))
    }
    return value
  }

  /// The whole number below, or the nearest that is far from the end of all numbers: a trace may claim any
  /// time.
  private static func whole(_ value: Double) -> Int { Int(min(max(-9e18, value), 9e18)) }

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

/// What a queue did in the time that each column stands for. O(columns · log jobs)
struct TimeStretches {
  /// Things of one kind in one column.
  struct Counts: Hashable, Sendable {
    /// How many were there at its beginning and at its end.
    var before = 0
    var after = 0
    /// How many began and how many ended in it.
    var begun = 0
    var over = 0

    /// There was one at some moment.
    var isBusy: Bool { before > 0 || begun > 0 }
  }

  /// One column.
  struct Stretch: Hashable, Sendable {
    var waiting = Counts()
    var running = Counts()
  }

  private(set) var columns: [Stretch] = []

  /// - Parameters:
  ///   - playhead: the column of the playhead, and `number` its event: what comes after that in the same
  ///     column is left out there and counted in the next one.
  init(_ activity: Timeline.Activity, _ axis: TimeAxis, playhead: Int, number: Int) {
    columns = Array(repeating: Stretch(), count: axis.columns)
    let limits = (-1..<axis.columns).map { column -> (Timeline.Mark) -> Bool in
      let last = axis.lastValue(of: column)
      let counts = axis.countsEvents
      return { mark in
        (counts ? mark.sequence : Int(mark.time)) <= last
          && (column != playhead || mark.sequence <= number)
      }
    }
    fill(\.waiting, activity.waiting, limits, isWhole: !axis.isPart)
    fill(\.running, activity.running, limits, isWhole: !axis.isPart)
  }

  private mutating func fill(
    _ kind: WritableKeyPath<Stretch, Counts>, _ spans: Timeline.Spans,
    _ limits: [(Timeline.Mark) -> Bool], isWhole: Bool
  ) {
    guard !spans.isEmpty else { return }
    // Nothing lies before the whole.
    var known = isWhole ? (begun: 0, over: 0) : spans.counts(where: limits[0])
    for (column, isBefore) in limits.dropFirst().enumerated() {
      let next = spans.counts(where: isBefore)
      columns[column][keyPath: kind] = Counts(
        before: known.begun - known.over, after: next.begun - next.over,
        begun: next.begun - known.begun, over: next.over - known.over)
      known = next
    }
  }
}
