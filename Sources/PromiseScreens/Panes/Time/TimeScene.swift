import PromiseGraph
import PromiseKitLite

/// The whole run as far as it is known, and where the playhead stands in it.
struct TimeScene {
  /// All that is recorded or predicted, and an index over it.
  let whole: History
  let timeline: Timeline
  /// The state at the end of that.
  let end: Graph
  /// The state at the playhead.
  let graph: Graph
  /// The number of the last known event.
  let last: Int
  let base: Int
  let playhead: Int
  /// The time at the playhead.
  let now: Int64
  let glyphs: GlyphSet
  private let start: Int64
  private let zoom: Int

  init(_ context: PaneContext) {
    let history = context.history
    let ahead = context.prediction.flatMap { $0.last > history.last ? $0 : nil }
    whole = ahead ?? history
    timeline = context.timeline ?? Timeline(whole)
    base = min(history.base, context.playhead)
    last = max(whole.last, base)
    playhead = context.playhead
    glyphs = context.glyphs
    graph = context.graph
    zoom = context.zoom
    end = context.playhead >= whole.last ? context.graph : whole.graph(at: whole.last)
    start =
      [history, whole].lazy.compactMap { history in
        history.nextPosition(after: history.base).flatMap { history[$0]?.time }
      }.first ?? 0
    now = context.playhead > history.base ? context.graph.time : start
  }

  /// The axis over all of it, or over the part that is shown.
  func axis(columns: Int) -> TimeAxis {
    TimeAxis(
      times: start...max(start, end.time), numbers: base...last, columns: columns, zoom: zoom,
      playhead: Timeline.Mark(time: now, sequence: playhead))
  }

  /// The column of the playhead.
  func playheadColumn(_ axis: TimeAxis) -> Int { axis.column(time: now, number: playhead) }

  /// It has not happened at the playhead.
  func isAhead(_ moment: Moment) -> Bool { moment.sequence > playhead }

  /// `ev 31/46  206.0 / 266.0 ms`.
  var status: String {
    let (event, time) = (aligned("\(playhead)", with: "\(last)"), milliseconds(end.time))
    return "ev \(event)/\(last)  \(aligned(milliseconds(now), with: time)) / \(time) ms"
  }

  /// Twice as much room for each step of the zoom: `x8`.
  var scale: String { zoom > 0 ? "x\(1 << min(zoom, 40))" : "" }
}
