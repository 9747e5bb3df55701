import PromiseEvents
import PromiseGraph

/// Maps moments to columns: in proportion to time or, if all events are at the same instant, to their
/// numbers.
struct TimeAxis: Hashable, Sendable {
  /// The number of columns; at least one.
  let columns: Int
  /// Whether all events are at the same instant.
  let countsEvents: Bool
  /// Whether it shows only a part, around the playhead.
  let isPart: Bool
  private let first: Double
  private let last: Double

  /// Creates an axis over the given times and numbers; with `zoom`, it shows the part around `playhead`,
  /// half as much for each step.
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
    // The part moves by halves, so that it does not move with every step of the playhead.
    let half = span / 2
    let start = low + ((now - low) / half - 0.5).rounded(.down) * half
    first = min(max(low, start), high - span)
    last = first + span
  }

  /// Returns the column of a moment. Moments outside the run map to the nearer end; moments outside the shown
  /// part map to -1 or to the column after the last.
  func column(time: Int64, number: Int) -> Int {
    column(countsEvents ? Double(number) : Double(time))
  }

  /// Returns the column of a moment.
  func column(_ moment: Moment) -> Int { column(time: moment.time, number: moment.sequence) }

  /// Returns the column of a mark.
  func column(_ mark: Timeline.Mark) -> Int { column(time: mark.time, number: mark.sequence) }

  private func column(_ value: Double) -> Int {
    guard last > first else { return 0 }
    let share = (value - first) / (last - first)
    let column = (share * Double(columns - 1)).rounded()
    guard isPart else { return Int(min(max(0, column), Double(columns - 1))) }
    return Int(min(max(-1, column), Double(columns)))
  }

  /// Returns the last time or number that maps to a column, as a whole number.
  func lastValue(of column: Int) -> Int {
    guard last > first, columns > 1 else { return Self.whole(last) }
    guard column < columns - 1 || isPart else { return Self.whole(last) }
    let scale = (last - first) / Double(columns - 1)
    var value = Self.whole(first + (Double(column) + 0.5) * scale)
    // Rounding may have moved it to the next column.
    while self.column(Double(value)) > column, Double(value) > first {
      value -= max(1, Int(Double(value).ulp))
    }
    return value
  }

  /// Returns `value` rounded toward zero and limited to a safe range, since a trace may contain any time.
  private static func whole(_ value: Double) -> Int { Int(min(max(-9e18, value), 9e18)) }

  /// Returns the time per column: `1 col = 1.4 ms`.
  func scale(_ language: Language) -> String? {
    guard columns > 1, !countsEvents, last > first else { return nil }
    let time = Self.decimal((last - first) / Double(columns - 1) / 1_000_000)
    return language.text("1 col = \(time) ms")
  }

  /// Returns round numbers at least `gap` columns apart, and their columns.
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

  /// Returns a label: an event number, or a time in milliseconds with as many digits as the ticks need, or in
  /// seconds if these are round.
  private func label(_ value: Double, step: Double) -> String {
    if countsEvents { return Self.decimal(value, digits: 0) }
    if step >= 1e9 { return Self.decimal(value / 1e9, digits: 0) + "s" }
    return Self.decimal(
      value / 1e6, digits: step >= 1e6 ? 0 : step >= 1e5 ? 1 : step >= 1e3 ? 3 : 6)
  }

  /// Returns `value` with one decimal, or with three if it is less than a tenth.
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

/// What a queue did during each column. O(columns · log jobs)
struct TimeStretches {
  /// Counts of one kind in a column.
  struct Counts: Hashable, Sendable {
    /// How many there were at its start and at its end.
    var before = 0
    var after = 0
    /// How many started and how many ended in it.
    var begun = 0
    var over = 0

    /// Whether there was one at some moment.
    var isBusy: Bool { before > 0 || begun > 0 }
  }

  /// A column.
  struct Stretch: Hashable, Sendable {
    var waiting = Counts()
    var running = Counts()
  }

  private(set) var columns: [Stretch] = []

  /// - Parameters:
  ///   - playhead: the column of the playhead, and `number` its event. What happens after that event in the
  ///     same column is counted in the next column.
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
    // Nothing precedes the whole run.
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
