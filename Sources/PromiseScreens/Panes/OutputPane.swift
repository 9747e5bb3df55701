import PromiseEvents
import PromiseGraph

/// What the program printed, in the order in which it came; what was printed after the playhead is dim.
package enum OutputPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    var content = PaneContent(title: "Output")
    guard let output = context.output, output.count > 0 else {
      content.lines = [StyledLine("nothing printed yet", .dim)]
      return content
    }
    let printed = output.count(at: context.playhead)
    let lines = plural(output.count, "line")
    content.status = printed == output.count ? lines : "\(grouped(printed)) of \(lines)"
    // What is given up is told in a row of its own, before those that are kept.
    let before = output.evicted > 0 ? 1 : 0
    content.count = before + output.count
    content.anchor = max(0, before + printed - 1)
    // Who has scrolled the newest line out of view reads on in peace.
    if context.scroll.isAway { content.anchor = context.scroll.anchor }
    content.skipped = context.scroll.first(
      count: content.count, frozen: 0, anchor: content.anchor, subject: nil, height: height)
    for index in content.skipped..<min(content.count, content.skipped + max(0, height)) {
      if index < before {
        let words = "\(grouped(output.evicted)) earlier lines are given up"
        content.lines.append(StyledLine(words, .dim))
        continue
      }
      let line = output.lines[output.lines.startIndex + index - before]
      content.lines.append(row(line, isAhead: index - before >= printed))
      content.events[index] = line.after
    }
    content.frozenColumns = 2
    content.width = content.lines.map(\.width).max() ?? 0
    return content
  }

  /// A line behind the sign of the standard error, or behind none.
  private static func row(_ line: PrintedLine, isAhead: Bool) -> StyledLine {
    var row = StyledLine(line.isError ? "! " : "  ", isAhead ? .future : .warning)
    row.add(
      sanitized(line.text.replacing("\t", with: "    ")), isAhead ? .future : .body)
    return row
  }
}
