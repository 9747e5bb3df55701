/// The last line: what there is to say, what is being typed, or the keys that hold.
enum FooterView {
  /// Draws the footer in the last row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let y = state.size.height - 1
    let width = state.size.width
    switch state.overlay {
    case .prompt(let text): canvas.draw(prompt(text), x: 0, y: y, width: width)
    case nil, .help:
      if let notice = state.notice {
        canvas.draw(notice, .warning, x: 0, y: y)
      } else {
        canvas.draw(keys(state.mode, state.glyphs, width: width), x: 0, y: y, width: width)
      }
    }
  }

  private static func prompt(_ text: String) -> StyledLine {
    var line = StyledLine("go to: ", .key)
    line.add("\(text)_")
    line.add("   31, 206ms, p3 or a name   Enter go  Esc back", .dim)
    return line
  }

  /// As many rows of the table of keys as fit, help and quit always at the end.
  static func keys(_ mode: Mode, _ glyphs: GlyphSet, width: Int) -> StyledLine {
    let rows = KeyTable.bindings.filter { $0.modes.contains(mode) && !$0.short.isEmpty }
    let isLast = { (row: Binding) in row.strokes.contains { [.help, .quit].contains($0.action) } }
    func room(_ row: Binding) -> Int {
      displayWidth("\(row.footerNames(glyphs)) \(row.short)") + 2
    }
    var left = width + 2 - rows.filter(isLast).reduce(0) { $0 + room($1) }
    var line = StyledLine()
    for row in rows {
      if !isLast(row) {
        guard room(row) <= left else { continue }
        left -= room(row)
      }
      if !line.spans.isEmpty { line.add("  ") }
      line.add(row.footerNames(glyphs), .key)
      line.add(" \(row.short)", .dim)
    }
    return line
  }
}
