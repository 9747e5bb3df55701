import PromiseGraph
import PromiseKitLite

/// The warnings, the newest one first, with what to do about each; below them what the program said.
package enum WarningsPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let rows = WarningRows(context, width: width, height: height)
    var content = PaneContent(title: "Warnings", status: grouped(context.warningCount))
    // Few are shown in full; of many each gets a line, and only those in view are looked at.
    let few = context.warningCount + context.graph.notes.count <= 100
    if few { fill(&content, rows, context) } else { window(&content, rows, context, height) }
    if let chosen = context.warning {
      let lines = content.warnings.filter { $0.value == chosen }.keys.sorted()
      if let first = lines.first, let last = lines.last { content.chosen = first..<(last + 1) }
    }
    return content
  }

  private static func fill(
    _ content: inout PaneContent, _ rows: WarningRows, _ context: PaneContext
  ) {
    for index in (0..<context.warningCount).reversed() {
      if index == context.warning { content.anchor = content.lines.count }
      for line in rows.whole(index) {
        content.warnings[content.lines.count] = index
        content.lines.append(line)
      }
    }
    if context.warningCount == 0 { content.lines = rows.none }
    let notes = context.graph.notes
    if !notes.isEmpty {
      content.lines += [StyledLine(), rows.heading]
      for note in notes.reversed() { content.lines += rows.whole(note) }
    }
    content.lines += rows.lost
  }

  /// A line for each warning and each note, below the chosen warning the rest of its text.
  private static func window(
    _ content: inout PaneContent, _ rows: WarningRows, _ context: PaneContext, _ height: Int
  ) {
    let warnings = context.warningCount
    let notes = context.graph.notes
    let chosen = context.warning.map { warnings - 1 - $0 }
    let rest = context.warning.map { rows.rest($0) } ?? []
    let lost = rows.lost
    let below = warnings + rest.count
    content.count = below + (notes.isEmpty ? 0 : notes.count + 1) + lost.count
    content.anchor = chosen
    content.skipped = context.scroll.first(
      count: content.count, frozen: 0, anchor: chosen, subject: nil, height: height)
    for line in content.skipped..<min(content.count, content.skipped + max(0, height)) {
      let place = chosen.map { line <= $0 ? line : max($0, line - rest.count) } ?? line
      if line < below {
        content.warnings[line] = warnings - 1 - place
        let isRest = chosen.map { line > $0 && line <= $0 + rest.count } ?? false
        content.lines.append(
          isRest ? rest[line - (chosen ?? 0) - 1] : rows.short(warnings - 1 - place))
      } else if !notes.isEmpty, line <= below + notes.count {
        let index = notes.count - (line - below)
        content.lines.append(line == below ? rows.heading : rows.short(notes[index]))
      } else {
        content.lines += lost
      }
    }
  }
}
