import PromiseGraph
import PromiseKitLite

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
