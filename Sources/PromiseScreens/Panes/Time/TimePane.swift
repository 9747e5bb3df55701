package import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The time pane: the playhead between the first and the last known event; what ran on each thread of each
/// queue, the timers, the fan-ins and, if there is room, the life of each promise.
package enum TimePane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let rows = TimeRows(context, width: width, height: height)
    let scene = rows.scene
    var content = PaneContent(title: scene.title, status: scene.status)
    if let scale = rows.axis.scale(context.language), width >= TimeRows.wideFrom || scene.isZoomed {
      content.status += content.status.isEmpty ? scale : "   \(scale)"
    }
    if let token = context.token {
      content.footing = context.language.text("schedule \(token)")
    }
    guard width > 0 else { return content }

    content.frozen = rows.frozen.count
    content.anchor = rows.anchor.map { $0 + rows.frozen.count }
    let seen = content.window(
      of: rows.count, frozen: rows.frozen.count, context.scroll, subject: rows.subject,
      height: height)
    let visible = rows.frozen + seen.map { rows[$0] }
    let painter = TimePainter(scene: scene, axis: rows.axis, rows: visible)
    for (index, row) in visible.enumerated() {
      let place = index < rows.frozen.count ? index : index + seen.lowerBound
      if let promise = row.promise { content.promises[place] = promise }
      content.lines.append(rows.line(row, at: index, painter))
    }
    return content
  }

  package static func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID? {
    let promises = TimeRows(context, width: width, height: height).promises
    return promises.step(rows, from: promise.flatMap(promises.place))
  }

  /// Returns what a column of the pane stands for: the last event in it and, if the axis is not by turns, the
  /// time. `nil` in the labels.
  static func place(
    atColumn column: Int, _ context: PaneContext, width: Int, height: Int
  ) -> (event: Int, time: Int64)? {
    let rows = TimeRows(context, width: width, height: height)
    guard column >= rows.labelRoom, column < width else { return nil }
    let (scene, axis) = (rows.scene, rows.axis)
    let place = column - rows.labelRoom
    if let number = axis.lastNumber(of: place) {
      let event = min(max(number, scene.base), scene.last)
      return (event, scene.whole[event]?.time ?? scene.now)
    }
    let found = scene.whole.position(atTime: axis.lastTime(of: place))
    let event = min(max(found, scene.base), scene.last)
    let time = scene.whole[event]?.time
    // Where there is an event, the playhead stands at it; elsewhere, between two events.
    if let time, axis.column(time: time, number: event) == place { return (event, time) }
    return (event, max(time ?? .min, axis.time(of: place)))
  }
}
