import PromiseGraph
import PromiseInsight

/// The export panel: the formats, and below them what is written.
enum ExportView {
  /// Returns the panel over the lower part of the panes.
  static func sheet(_ state: State) -> Sheet? {
    guard case .export(let panel) = state.overlay, let run = state.run else { return nil }
    let (formats, language) = (ExportFormat.allCases, state.language)
    let height = min(formats.count + 4, state.size.height - 2)
    let width = min(64, state.size.width)
    let frame = Rect(
      x: (state.size.width - width) / 2, y: state.size.height - 1 - height, width: width,
      height: height)
    let isPicture = panel.format == .svg
    let arrows = "\(Key.left.name(state.glyphs)) \(Key.right.name(state.glyphs))"
    let part = StyledLine([
      Span(" \(isPicture ? "   " : arrows) ", .key), Span(panel.text(in: run, language)),
    ])
    let name = ExportPanel.fileName(of: run) + panel.format.ending
    let file = clipped(
      "     " + language.text("to \(name), readable only by you"), to: frame.inside.width,
      ellipsis: state.glyphs[.ellipsis])
    return Sheet(
      frame: frame, title: language.text("Export"),
      footing: language.text("Enter writes  Esc closes"),
      rows: formats.enumerated().map { place, format in
        Sheet.Row(line: line(format, state, width: frame.inside.width), item: place)
      }, below: [part, StyledLine(file, .dim)], first: panel.selected - (height - 4) + 1,
      selected: panel.selected)
  }

  private static func line(_ format: ExportFormat, _ state: State, width: Int) -> StyledLine {
    let name = format.rawValue
    let text =
      " \(name)" + blanks(max(1, 12 - name.count)) + state.language.text(Phrase(format.about))
    return StyledLine(clipped(text, to: width, ellipsis: state.glyphs[.ellipsis]))
  }
}
