import PromiseGraph
package import PromiseKitLite

/// The time: where the playhead stands between the first event and the last one that is known, who
/// was busy when, and, where there is room, the life of each promise.
package enum TimePane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let rows = TimeRows(context, width: width, height: height)
    let scene = rows.scene
    let painter = TimePainter(scene: scene, axis: rows.axis)
    var content = PaneContent(title: "Time", status: scene.status)
    if !scene.scale.isEmpty { content.title += "  \(scene.scale)" }
    if let scale = painter.axis.scale, width >= TimeRows.wideFrom || !scene.scale.isEmpty {
      content.status += "   \(scale)"
    }
    if let token = context.token { content.footing = "schedule \(token)" }
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

  /// The number of the last event in the time that a column of the pane stands for; none in the labels.
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
