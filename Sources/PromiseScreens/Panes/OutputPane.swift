import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The output pane: what the program printed, in order; lines printed after the playhead are dim.
package enum OutputPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    var content = PaneContent(title: context.language.text("Output"))
    guard let output = context.program.output, output.count > 0 else {
      content.lines = [StyledLine(context.language.text("no output yet"), .dim)]
      return content
    }
    let printed = output.count(at: context.playhead)
    let language = context.language
    let lines = language.plural(output.count, "line")
    content.status =
      printed == output.count ? lines : language.text("\(grouped(printed)) of \(lines)")
    // Dropped lines are counted in a row of their own, before the kept ones.
    let before = output.evicted > 0 ? 1 : 0
    content.count = before + output.count
    content.anchor = max(0, before + printed - 1)
    // If the newest line is scrolled out of view, keep the position.
    if context.scroll.isAway { content.anchor = context.scroll.anchor }
    content.skipped = context.scroll.first(
      count: content.count, frozen: 0, anchor: content.anchor, subject: nil, height: height)
    for index in content.skipped..<min(content.count, content.skipped + max(0, height)) {
      if index < before {
        let text = language.text(
          "\(grouped(output.evicted)) earlier lines were dropped to save memory")
        content.lines.append(StyledLine(text, .dim))
        continue
      }
      let line = output.lines[output.lines.startIndex + index - before]
      content.lines.append(row(line, isAhead: index - before >= printed, context.glyphs))
      content.events[index] = line.after
    }
    content.frozenColumns = 2
    content.width = content.lines.map(\.width).max() ?? 0
    return content
  }

  /// Returns a line, preceded by a sign if it is from standard error.
  private static func row(
    _ line: PrintedLine, isAhead: Bool, _ glyphs: GlyphSet
  ) -> StyledLine {
    let sign = line.isError ? "\(glyphs[.errorOutput]) " : "  "
    var row = StyledLine(sign, isAhead ? .future : .warning)
    row.add(
      sanitized(line.text.replacing("\t", with: "    ")), isAhead ? .future : .body)
    return row
  }
}
