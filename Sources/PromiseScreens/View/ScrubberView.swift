import PromiseGraph

/// One line for the whole run, where the time pane has no room: what is behind, the playhead, what
/// is ahead.
enum ScrubberView {
  /// Draws the line in `row`.
  static func draw(_ run: Run, _ glyphs: GlyphSet, row: Rect, on canvas: inout Canvas) {
    let (last, _) = run.total
    let base = run.history.base
    let label = " \(milliseconds(run.graph.time)) ms"
    let room = max(0, row.width - displayWidth(label) - 1)
    let behind = last > base ? (run.playhead - base) * room / (last - base) : 0
    var line = StyledLine(glyphs.line(.timeLine, behind))
    line.add(String(glyphs[.playhead]), .running)
    line.add(glyphs.line(.dotted, room - behind), .future)
    line.add(label)
    canvas.draw(line, x: row.x, y: row.y, width: row.width)
  }
}
