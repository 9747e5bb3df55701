import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The turns of a run, as an axis: each takes one step, in which its events are at equal distances.
struct TurnScale: Hashable, Sendable {
  /// The first event of each turn, and how many turns before them are not known anymore.
  let starts: [Timeline.Mark]
  let forgotten: Int
  /// The event before the first one, and the last one.
  let base: Int
  let last: Int

  /// The number of steps: what precedes the first turn is one of them.
  var count: Int { starts.count + 1 }

  /// Returns the step of an event and the part of the step that precedes it.
  func value(_ number: Int) -> Double {
    let step = starts.partitionPoint { $0.sequence <= number }
    let events = self.events(step)
    let share =
      (Double(number) - Double(events.lowerBound)) / max(1, length(of: events))
    return Double(step) + min(max(0, share), 0.999_999)
  }

  /// Returns the last event whose value is less than `value`.
  func lastNumber(before value: Double) -> Int {
    let step = Int(min(max(0, value), Double(count - 1)))
    let events = self.events(step)
    let share = min(max(0, value - Double(step)), 1)
    let passed = Int(min((share * length(of: events)).rounded(.up), 9e18))
    var number = min(events.lowerBound.saturatingPlus(passed), events.upperBound - 1)
    while number > base, self.value(number) >= value { number -= 1 }
    return number
  }

  /// The events of a step.
  private func events(_ step: Int) -> Range<Int> {
    let first = step == 0 ? base : starts[step - 1].sequence
    let end = step < starts.count ? starts[step].sequence : last.saturatingPlus(1)
    return first..<max(first.saturatingPlus(1), end)
  }

  private func length(of events: Range<Int>) -> Double {
    Double(events.upperBound) - Double(events.lowerBound)
  }
}

/// Maps moments to columns: in proportion to time, or by turns.
struct TimeAxis: Hashable, Sendable {
  /// The number of columns; at least one.
  let columns: Int
  /// The turns, if it is by turns.
  let turns: TurnScale?
  /// Whether it shows only a part, around the playhead.
  let isPart: Bool
  private let first: Double
  private let last: Double
  /// The columns of a turn.
  private let step: Double

  /// The most columns of a turn.
  private static let widestStep = 48.0

  /// Creates an axis over the given times, or over `turns`; with `zoom`, it shows the part around `playhead`,
  /// half as much for each step.
  init(
    times: ClosedRange<Int64>, turns: TurnScale? = nil, columns: Int, zoom: Int = 0,
    playhead: Timeline.Mark? = nil
  ) {
    self.columns = max(1, columns)
    self.turns = turns
    let (low, high) =
      turns.map { (0, Double($0.count)) } ?? (Double(times.lowerBound), Double(times.upperBound))
    let now = playhead.map { turns?.value($0.sequence) ?? Double($0.time) } ?? low
    var span = high - low
    for _ in 0..<max(0, zoom) { span /= 2 }
    isPart = zoom > 0 && high > low
    if isPart {
      // The part moves by halves, so that it does not move with every step of the playhead.
      let half = span / 2
      let start = low + ((now - low) / half - 0.5).rounded(.down) * half
      first = min(max(low, start), high - span)
      last = first + span
    } else {
      (first, last) = (low, high)
    }
    let exact = Double(self.columns) / max(last - first, 1e-9)
    // Turns of equal width are whole columns.
    step = exact >= 1 && !isPart ? min(exact.rounded(.down), Self.widestStep) : exact
  }

  /// Returns the column of a moment. Moments outside the run map to the nearer end; moments outside the shown
  /// part map to -1 or to the column after the last.
  func column(time: Int64, number: Int) -> Int {
    column(turns?.value(number) ?? Double(time))
  }

  /// Returns the column of a moment.
  func column(_ moment: Moment) -> Int { column(time: moment.time, number: moment.sequence) }

  /// Returns the column of a mark.
  func column(_ mark: Timeline.Mark) -> Int { column(time: mark.time, number: mark.sequence) }

  private func column(_ value: Double) -> Int {
    guard last > first else { return 0 }
    let column =
      turns == nil
      ? ((value - first) / (last - first) * Double(columns - 1)).rounded()
      : ((value - first) * step).rounded(.down)
    guard isPart else { return Int(min(max(0, column), Double(columns - 1))) }
    return Int(min(max(-1, column), Double(columns)))
  }

  /// Returns the last column of what begins and ends at these moments. By turns, what ends in the turn in which
  /// it began takes the whole step.
  func lastColumn(from begin: Timeline.Mark, to end: Timeline.Mark) -> Int {
    let column = column(end)
    guard let turns else { return column }
    let turn = turns.value(begin.sequence).rounded(.down)
    guard turns.value(end.sequence) < turn + 1 else { return column }
    return max(column, self.column(turn + 1 - 1e-6))
  }

  /// Returns the last event in a column of an axis by turns.
  func lastNumber(of column: Int) -> Int? {
    turns.map { $0.lastNumber(before: first + Double(column + 1) / step) }
  }

  /// Returns the last time that maps to a column.
  func lastTime(of column: Int) -> Int64 {
    guard last > first, columns > 1 else { return Self.whole(last) }
    guard column < columns - 1 || isPart else { return Self.whole(last) }
    var value = Self.whole(first + (Double(column) + 0.5) * scale)
    // Rounding may have moved it to the next column.
    while self.column(Double(value)) > column, Double(value) > first {
      value -= max(1, Int64(Double(value).ulp))
    }
    return value
  }

  /// Returns the time that a column stands for, as a round number.
  func time(of column: Int) -> Int64 {
    guard last > first, columns > 1 else { return Self.whole(first) }
    var unit = 1.0
    while unit * 10 <= scale { unit *= 10 }
    return Self.whole(((first + Double(column) * scale) / unit).rounded() * unit)
  }

  /// The nanoseconds of a column.
  private var scale: Double { (last - first) / Double(columns - 1) }

  /// Returns `value` rounded toward zero and limited to a safe range, since a trace may contain any time.
  private static func whole(_ value: Double) -> Int64 { Int64(min(max(-9e18, value), 9e18)) }

  /// Returns the time per column: `1 col = 1.4 ms`.
  func scale(_ language: Language) -> String? {
    guard columns > 1, turns == nil, last > first else { return nil }
    let time = Self.decimal(scale / 1_000_000)
    return language.text("1 col = \(time) ms")
  }
}

extension TimeAxis {
  /// Returns round numbers at least `gap` columns apart, and their columns.
  func ticks(gap: Int) -> [(column: Int, text: String)] {
    if let turns { return ticks(of: turns) }
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

  /// Returns the numbers of turns; where there is room, with the time if it is not that of the turn before.
  private func ticks(of turns: TurnScale) -> [(column: Int, text: String)] {
    let widest = "\(turns.forgotten + turns.count)".count + 2
    var power = 1
    var every = 1
    while Double(every) * step < Double(widest), power < 1_000_000_000 {
      every = [2, 5, 10].lazy.map { $0 * power }.first { $0 > every } ?? every
      if every == 10 * power { power *= 10 }
    }
    var ticks: [(Int, String)] = []
    var number = Int(first.rounded(.up)) / every * every
    var time: Int64?
    while number < turns.count, Double(number) <= last, ticks.count < columns {
      var text = "\(turns.forgotten + number)"
      if number > 0, step >= 14 {
        let now = turns.starts[number - 1].time
        if now != time { text += " @\(milliseconds(now))" }
        time = now
      }
      ticks.append((column(Double(number)), text))
      number += every
    }
    return ticks
  }

  /// Returns a label: a time in milliseconds with as many digits as the ticks need, or in seconds if these are
  /// round.
  private func label(_ value: Double, step: Double) -> String {
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
