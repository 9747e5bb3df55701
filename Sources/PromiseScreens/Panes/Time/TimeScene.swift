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

  /// `ev 31/46  206.0 / 266.0 ms`; by turns, `turn 9/12` precedes it.
  var status: String {
    let (event, time) = (aligned("\(playhead)", with: "\(last)"), milliseconds(max(end.time, now)))
    let events =
      language.text("ev \(event)/\(last)")
      + "  \(aligned(milliseconds(now), with: time)) / \(time) ms"
    guard isByTurns else { return events }
    let turn = aligned("\(graph.turn)", with: "\(end.turn)")
    return language.text("turn \(turn)/\(end.turn)") + "  " + events
  }

  /// `Time`, with the magnification: `Time by turns  ×8`.
  var title: String {
    let title = isByTurns ? language.text("Time by turns") : language.text("Time")
    guard zoom > 0 else { return title }
    return title + "  \(times(1 << min(zoom, 40)))"
  }

  var isZoomed: Bool { zoom > 0 }
}
