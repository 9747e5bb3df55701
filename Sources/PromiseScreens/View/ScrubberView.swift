import PromiseGraph

/// One line for the whole run, where the time pane has no room: what is behind, the playhead, what
/// is ahead.
enum ScrubberView {
  /// Draws the line in `row`.
  static func draw(_ run: Run, _ glyphs: GlyphSet, row: Rect, on canvas: inout Canvas) {
    let (last, _) = run.total
    let base = run.history.base
    let room = room(run, row)
    let behind = last > base ? (run.playhead - base) * room / (last - base) : 0
    var line = StyledLine(glyphs.line(.timeLine, behind))
    line.add(String(glyphs[.playhead]), .running)
    line.add(glyphs.line(.dotted, room - behind), .future)
    line.add(label(run))
    canvas.draw(line, x: row.x, y: row.y, width: row.width)
  }

  /// The number of the event that a column of the line stands for; none right of the line.
  static func position(atColumn column: Int, _ run: Run, row: Rect) -> Int? {
    let (last, _) = run.total
    let base = run.history.base
    let room = room(run, row)
    guard (0...room).contains(column), last > base else { return nil }
    // The first event that is drawn in that column.
    return room == 0 ? base : base + (column * (last - base) + room - 1) / room
  }

  private static func label(_ run: Run) -> String { " \(milliseconds(run.graph.time)) ms" }

  /// The cells of the line without the playhead.
  private static func room(_ run: Run, _ row: Rect) -> Int {
    max(0, row.width - displayWidth(label(run)) - 1)
  }
}
