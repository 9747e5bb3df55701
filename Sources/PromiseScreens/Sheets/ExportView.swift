import PromiseGraph

/// The panel of exports: the forms, and below them what is written.
enum ExportView {
  /// The panel over the lower part of the panes.
  static func sheet(_ state: State) -> Sheet? {
    guard case .export(let panel) = state.overlay, let run = state.run else { return nil }
    let forms = ExportFormat.allCases
    let height = min(forms.count + 4, state.size.height - 2)
    let width = min(64, state.size.width)
    let frame = Rect(
      x: (state.size.width - width) / 2, y: state.size.height - 1 - height, width: width,
      height: height)
    let isPicture = panel.format == .svg
    let arrows = "\(state.glyphs[.arrowLeft]) \(state.glyphs[.arrowRight])"
    let part = StyledLine([
      Span(" \(isPicture ? "   " : arrows) ", .key), Span(panel.words(in: run)),
    ])
    let file = clipped(
      "     into \(ExportPanel.fileName(of: run) + panel.format.ending), for you alone",
      to: frame.inside.width, ellipsis: state.glyphs[.ellipsis])
    return Sheet(
      frame: frame, title: "Export", footing: "Enter writes  Esc back",
      rows: forms.enumerated().map { place, form in
        Sheet.Row(line: line(form, state, width: frame.inside.width), item: place)
      }, below: [part, StyledLine(file, .dim)], first: panel.selected - (height - 4) + 1,
      selected: panel.selected)
  }

  private static func line(_ format: ExportFormat, _ state: State, width: Int) -> StyledLine {
    let name = format.rawValue
    let text = " \(name)" + blanks(max(1, 10 - name.count)) + format.about
    return StyledLine(clipped(text, to: width, ellipsis: state.glyphs[.ellipsis]))
  }
}
