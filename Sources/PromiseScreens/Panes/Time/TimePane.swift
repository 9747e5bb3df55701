package import PromiseEvents
import PromiseGraph

/// The time pane: the playhead between the first and the last known event, when each queue was busy and, if
/// there is room, the life of each promise.
package enum TimePane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let rows = TimeRows(context, width: width, height: height)
    let scene = rows.scene
    let painter = TimePainter(scene: scene, axis: rows.axis)
    var content = PaneContent(title: context.language.text("Time"), status: scene.status)
    if !scene.scale.isEmpty { content.title += "  \(scene.scale)" }
    if let scale = painter.axis.scale(context.language),
      width >= TimeRows.wideFrom || !scene.scale.isEmpty
    {
      content.status += "   \(scale)"
    }
    if let token = context.token {
      content.footing = context.language.text("schedule \(token)")
    }
    guard width > 0 else { return content }

    content.frozen = rows.frozen.count
    content.anchor = context.selection.flatMap(rows.place).map { $0 + rows.frozen.count }
    let seen = content.window(
      of: rows.count, frozen: rows.frozen.count, context.scroll, subject: context.selection,
      height: height)
    content.lines = rows.frozen.map { rows.line($0, painter) }
    for place in seen {
      let row = rows[place]
      if case .promise(let promise) = row { content.promises[rows.frozen.count + place] = promise }
      content.lines.append(rows.line(row, painter))
    }
    return content
  }

  package static func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID? {
    let lanes = TimeRows(context, width: width, height: height)
    let promises = lanes.promises
    return promises.step(rows, from: promise.flatMap(promises.place))
  }

  /// Returns the last event in a column of the pane; `nil` in the labels.
  static func position(
    atColumn column: Int, _ context: PaneContext, width: Int, height: Int
  ) -> Int? {
    let rows = TimeRows(context, width: width, height: height)
    guard column >= rows.labelRoom, column < width else { return nil }
    let value = rows.axis.lastValue(of: column - rows.labelRoom)
    let scene = rows.scene
    let position =
      rows.axis.countsEvents ? value : scene.whole.position(atTime: Int64(clamping: value))
    return min(max(position, scene.base), scene.last)
  }
}

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
    language = context.language
    graph = context.graph
    zoom = context.zoom
    end = context.playhead >= whole.last ? context.graph : whole.graph(at: whole.last)
    start =
      [history, whole].lazy.compactMap { history in
        history.nextPosition(after: history.base).flatMap { history[$0]?.time }
      }.first ?? 0
    now = context.playhead > history.base ? context.graph.time : start
  }

  /// Returns the axis over the whole run, or over the shown part.
  func axis(columns: Int) -> TimeAxis {
    TimeAxis(
      times: start...max(start, end.time), numbers: base...last, columns: columns, zoom: zoom,
      playhead: Timeline.Mark(time: now, sequence: playhead))
  }

  /// The column of the playhead.
  func playheadColumn(_ axis: TimeAxis) -> Int { axis.column(time: now, number: playhead) }

  /// Returns whether a moment is ahead of the playhead.
  func isAhead(_ moment: Moment) -> Bool { moment.sequence > playhead }

  /// `ev 31/46  206.0 / 266.0 ms`.
  var status: String {
    let (event, time) = (aligned("\(playhead)", with: "\(last)"), milliseconds(end.time))
    return language.text("ev \(event)/\(last)")
      + "  \(aligned(milliseconds(now), with: time)) / \(time) ms"
  }

  /// The magnification, `×8`.
  var scale: String {
    zoom > 0 ? "\(glyphs == .unicode ? "×" : "x")\(1 << min(zoom, 40))" : ""
  }
}
