import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The known run, and the playhead in it.
struct TimeScene {
  /// All recorded or predicted events, and an index over them.
  let whole: History
  let timeline: Timeline
  /// The state at the end of these events.
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
  let language: Language
  /// Whether the axis is by turns, and whether it has to be, because all events are at one instant.
  let isByTurns: Bool
  let isInstant: Bool
  let start: Int64
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
    language = context.language
    graph = context.graph
    zoom = context.timeZoom
    end = context.playhead >= whole.last ? context.graph : whole.graph(at: whole.last)
    start =
      [history, whole].lazy.compactMap { history in
        history.nextPosition(after: history.base).flatMap { history[$0]?.time }
      }.first ?? 0
    now = max(start, context.now)
    isInstant = end.time <= start
    isByTurns = context.countsTurns || isInstant
  }

  /// Returns the axis over the whole run, or over the shown part.
  func axis(columns: Int) -> TimeAxis {
    var turns: TurnScale?
    if isByTurns {
      turns = TurnScale(
        starts: timeline.turnStarts, forgotten: timeline.forgottenTurns, base: base, last: last)
    }
    return TimeAxis(
      times: start...max(start, end.time, now), turns: turns, columns: columns, zoom: zoom,
      playhead: Timeline.Mark(time: now, sequence: playhead))
  }

  /// The column of the playhead.
  func playheadColumn(_ axis: TimeAxis) -> Int { axis.column(time: now, number: playhead) }

  /// Returns whether a moment is ahead of the playhead.
  func isAhead(_ moment: Moment) -> Bool { moment.sequence > playhead }

  /// By turns, `turn 9/12`; the header has the time and the event.
  var status: String {
    guard isByTurns else { return "" }
    return language.text("turn \(aligned("\(graph.turn)", with: "\(end.turn)"))/\(end.turn)")
  }

  /// `Time`, with the magnification: `Time by turns  ×8`.
  var title: String {
    let title = isByTurns ? language.text("Time by turns") : language.text("Time")
    guard zoom > 0 else { return title }
    return title + "  \(times(1 << min(zoom, 40)))"
  }

  var isZoomed: Bool { zoom > 0 }
}
