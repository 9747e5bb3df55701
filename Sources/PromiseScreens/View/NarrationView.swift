import PromiseGraph
import PromiseKitLite

/// The lines above the footer: the event at the playhead in a plain sentence, and the rule behind it.
enum NarrationView {
  /// Draws as many lines as there are `rows`.
  static func draw(_ run: Run, _ glyphs: GlyphSet, _ rows: Rect, on canvas: inout Canvas) {
    let lines = lines(run, glyphs, width: rows.width, height: rows.height)
    for (row, line) in lines.enumerated() {
      canvas.draw(line, x: rows.x, y: rows.y + row, width: rows.width)
    }
  }

  /// The sentence, which may go on in the second line; the rule in what room is left, whole or not at
  /// all.
  static func lines(_ run: Run, _ glyphs: GlyphSet, width: Int, height: Int) -> [StyledLine] {
    let mark = "\(glyphs[.playhead]) "
    let room = width - mark.count
    guard room > 0, height > 0 else { return [] }
    let (sentence, rule) = words(run)
    var texts = wrapped(sentence, to: room)
    if texts.count > height {
      let rest = texts[(height - 1)...].joined(separator: " ")
      texts = texts[..<(height - 1)] + [clipped(rest, to: room, ellipsis: glyphs[.ellipsis])]
    }
    var lines = texts.enumerated().map { row, text in
      StyledLine([Span(row == 0 ? mark : "  ", .running), Span(text)])
    }
    guard let rule else { return lines }
    if lines.count < height, displayWidth(rule) <= room {
      lines.append(StyledLine([Span("  "), Span(rule, .dim)]))
    } else if let last = texts.last, displayWidth(last) + 2 + displayWidth(rule) <= room {
      lines[lines.count - 1].add("  \(rule)", .dim)
    }
    return lines
  }

  private static func words(_ run: Run) -> (sentence: String, rule: String?) {
    guard run.playhead > run.history.base else {
      let (base, since) = (run.history.base, run.history.since)
      if run.history.evicted > 0 { return ("the events up to \(base) were given up", nil) }
      return (since > 0 ? "what was alive at event \(since)" : "before the first event", nil)
    }
    guard let event = run.history[run.playhead] else {
      return ("event \(run.playhead) was lost", nil)
    }
    let narration = Narration(event, in: run.graph)
    return (narration.sentence, narration.rule)
  }
}
