import PromiseGraph

/// The panel of exports: the forms, and below them what is written.
enum ExportView {
  /// Draws the panel over the lower part of the panes.
  static func draw(_ panel: ExportPanel, _ run: Run, _ state: State, on canvas: inout Canvas) {
    let forms = ExportFormat.allCases
    let height = min(forms.count + 4, state.size.height - 2)
    let width = min(64, state.size.width)
    let frame = Rect(
      x: (state.size.width - width) / 2, y: state.size.height - 1 - height, width: width,
      height: height)
    let inside = frame.inside
    canvas.drawFrame(
      frame, title: "Export", footing: "Enter writes  Esc back", focused: true,
      glyphs: state.glyphs)
    let rows = inside.height - 2
    let first = min(max(0, panel.selected - rows + 1), forms.count - rows)
    let blank = StyledLine(String(repeating: " ", count: inside.width))
    for row in 0..<inside.height {
      canvas.draw(blank, x: inside.x, y: inside.y + row, width: inside.width)
    }
    for row in 0..<rows {
      let place = first + row
      canvas.draw(
        line(forms[place], state, width: inside.width), x: inside.x, y: inside.y + row,
        width: inside.width, reversed: place == panel.selected)
    }
    let isPicture = panel.format == .svg
    let arrows = "\(state.glyphs[.arrowLeft]) \(state.glyphs[.arrowRight])"
    let part = StyledLine([
      Span(" \(isPicture ? "   " : arrows) ", .key), Span(panel.words(in: run)),
    ])
    canvas.draw(part, x: inside.x, y: inside.y + rows, width: inside.width)
    let file = ExportPanel.fileName(of: run) + panel.format.ending
    let text = clipped(
      "     into \(file), for you alone", to: inside.width, ellipsis: state.glyphs[.ellipsis])
    canvas.draw(
      StyledLine(text, .dim), x: inside.x, y: inside.y + rows + 1, width: inside.width)
  }

  private static func line(_ format: ExportFormat, _ state: State, width: Int) -> StyledLine {
    let name = format.rawValue
    let text = " \(name)" + String(repeating: " ", count: max(1, 10 - name.count)) + format.about
    return StyledLine(clipped(text, to: width, ellipsis: state.glyphs[.ellipsis]))
  }
}
