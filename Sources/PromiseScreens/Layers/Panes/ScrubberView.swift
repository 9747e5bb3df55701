import PromiseGraph
import PromiseInsight

/// One line for the whole run, if there is no room for the time pane: the past, the playhead, the future.
enum ScrubberView {
  /// Draws the line in `row`.
  static func draw(_ run: Run, _ glyphs: GlyphSet, row: Rect, on canvas: inout Canvas) {
    let (last, _) = run.total
    let base = run.history.base
    let room = room(run, row)
    let behind = last > base ? (run.playhead - base) * room / (last - base) : 0
    var line = StyledLine()
    for column in 0...max(0, room) {
      let (glyph, role): (Glyph, Role) =
        if column == behind {
          (.playhead, .running)
        } else if isGap(column, room, run) {
          (.unknown, .warning)
        } else {
          column < behind ? (.timeLine, .body) : (.dotted, .future)
        }
      line.join(glyphs[glyph], role)
    }
    line.add(label(run))
    canvas.draw(line, x: row.x, y: row.y, width: row.width)
  }

  /// Returns whether events are missing in a column.
  private static func isGap(_ column: Int, _ room: Int, _ run: Run) -> Bool {
    let (last, base) = (run.total.last, run.history.base)
    guard !run.gaps.isEmpty, room > 0, last > base else { return false }
    let first = base + column * (last - base) / room
    let end = base + (column + 1) * (last - base) / room
    let next = run.gaps.partitionPoint { $0.upperBound.sequence <= first }
    return next < run.gaps.count && run.gaps[next].lowerBound.sequence < end
  }

  /// Returns the event that a column stands for; `nil` right of the line.
  static func position(atColumn column: Int, _ run: Run, row: Rect) -> Int? {
    let (last, _) = run.total
    let base = run.history.base
    let room = room(run, row)
    guard (0...room).contains(column), last > base else { return nil }
    // The first event that is drawn in that column.
    return room == 0 ? base : base + (column * (last - base) + room - 1) / room
  }

  /// The time at the playhead, as wide as that of the end, so that the line does not move.
  private static func label(_ run: Run) -> String {
    let end = max(run.history.endTime, run.prediction?.endTime ?? 0)
    return " \(aligned(milliseconds(run.clock), with: milliseconds(end))) ms"
  }

  /// The width of the line without the playhead.
  private static func room(_ run: Run, _ row: Rect) -> Int {
    max(0, row.width - displayWidth(label(run)) - 1)
  }
}
