import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The lines above the footer: the event at the playhead as a sentence, and the rule behind it.
enum NarrationView {
  /// Draws as many lines as fit into `rows`.
  static func draw(
    _ run: Run, _ glyphs: GlyphSet, _ language: Language, _ rows: Rect, on canvas: inout Canvas
  ) {
    let lines = lines(run, glyphs, language, width: rows.width, height: rows.height)
    for (row, line) in lines.enumerated() {
      canvas.draw(line, x: rows.x, y: rows.y + row, width: rows.width)
    }
  }

  /// Returns the sentence, which may take two lines, and the rule if the remaining room holds all of it.
  static func lines(
    _ run: Run, _ glyphs: GlyphSet, _ language: Language = .english, width: Int, height: Int
  ) -> [StyledLine] {
    let mark = "\(glyphs[.playhead]) "
    let room = width - mark.count
    guard room > 0, height > 0 else { return [] }
    let (sentence, rule) = text(run, language)
    let texts = wrapped(sentence, to: room, atMost: height, ellipsis: glyphs[.ellipsis])
    var lines = texts.enumerated().map { row, text in
      StyledLine([Span(row == 0 ? mark : "  ", .running)] + named(text))
    }
    guard let rule else { return lines }
    if lines.count < height, displayWidth(rule) <= room {
      lines.append(StyledLine([Span("  "), Span(rule, .dim)]))
    } else if let last = texts.last, displayWidth(last) + 2 + displayWidth(rule) <= room {
      lines[lines.count - 1].add("  \(rule)", .dim)
    }
    return lines
  }

  /// Returns a text with the names in it, which are in quotes, set apart.
  private static func named(_ text: String) -> [Span] {
    var spans: [Span] = []
    var rest = text[...]
    while let match = rest.firstMatch(of: /'[^']+'/) {
      spans += [Span(String(rest[..<match.range.lowerBound])), Span(String(match.output), .title)]
      rest = rest[match.range.upperBound...]
    }
    return spans + [Span(String(rest))]
  }

  private static func text(_ run: Run, _ language: Language) -> (sentence: String, rule: String?) {
    guard run.playhead > run.history.base else {
      let (base, since) = (run.history.base, run.history.since)
      if run.history.evicted > 0 {
        return (language.text("events up to \(base) were dropped to save memory"), nil)
      }
      return (
        since > 0
          ? language.text("what existed at event \(since)")
          : language.text("before the first event"), nil
      )
    }
    if let caption = run.caption, !caption.isEmpty { return (caption.sentence, caption.rule) }
    guard let event = run.history[run.playhead] else {
      return (language.text("event \(run.playhead) was lost"), nil)
    }
    let narration =
      run.clock > run.graph.time
      ? run.graph.caption(at: run.clock, language: language)
      : Narration(event, in: run.graph, language: language)
    return (narration.sentence, narration.rule)
  }
}
