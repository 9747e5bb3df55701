/// The last line: what there is to say, what is being typed, or the keys that hold.
enum FooterView {
  /// Draws the footer in the last row.
  static func draw(_ state: State, on canvas: inout Canvas) {
    let y = state.size.height - 1
    let width = state.size.width
    if case .prompt(let prompt) = state.overlay {
      PromptView.draw(prompt, state, on: &canvas)
    } else if let notice = state.notice {
      canvas.draw(notice, .warning, x: 0, y: y)
    } else {
      var line = status(state)
      let room = width - line.width
      line.spans += keys(state.mode, state.glyphs, width: room, of: state).spans
      canvas.draw(line, x: 0, y: y, width: width)
    }
  }

  /// What is being done, or went wrong, with a program that is watched or read, before the keys.
  static func status(_ state: State) -> StyledLine {
    if let progress = state.progress { return activity(progress, state) }
    guard let watching = state.watching else { return StyledLine() }
    if let activity = watching.activity { return self.activity(activity, state) }
    return watching.trouble.map { StyledLine([Span("\($0.short)  ", .warning)]) } ?? StyledLine()
  }

  private static func activity(_ words: String, _ state: State) -> StyledLine {
    let text = clipped(words, to: state.size.width / 2, ellipsis: state.glyphs[.ellipsis])
    return StyledLine([Span("\(state.glyphs[.running]) \(text)  ", .running)])
  }

  /// As many rows of the table of keys as fit, help and quit always at the end; of a `state`, those that
  /// can ever do something in it.
  static func keys(_ mode: Mode, _ glyphs: GlyphSet, width: Int, of state: State? = nil)
    -> StyledLine
  {
    var line = StyledLine()
    for row in rows(mode, glyphs, width: width, of: state) {
      if !line.spans.isEmpty { line.add("  ") }
      line.add(row.footerNames(glyphs), .key)
      line.add(" \(row.short)", .dim)
    }
    return line
  }

  /// The key whose name, or whose row's short text, stands in a column of the footer.
  static func key(atColumn x: Int, _ state: State) -> Key? {
    guard state.overlay == nil, state.notice == nil else { return nil }
    var left = status(state).width
    for row in rows(state.mode, state.glyphs, width: state.size.width - left, of: state) {
      let names = row.footerStrokes
      for (index, stroke) in names.enumerated() {
        let width = displayWidth(row.footerName(stroke, state.glyphs))
        let isLast = index == names.count - 1
        // What the row says belongs to its first key, where it has several.
        let end = left + width + (isLast ? 1 + displayWidth(row.short) : 1)
        if x >= left, x < end { return isLast && x > left + width ? names[0].key : stroke.key }
        left = end
      }
      left += 2
    }
    return nil
  }

  private static func rows(
    _ mode: Mode, _ glyphs: GlyphSet, width: Int, of state: State?
  ) -> [Binding] {
    let rows = KeyTable.bindings.filter { row in
      guard row.modes.contains(mode), !row.short.isEmpty else { return false }
      guard let state else { return true }
      return !row.words(ofRuns: state.showsRuns).isEmpty
        && row.needs?.isOutOfReach(in: state) != true
    }
    let isLast = { (row: Binding) in row.strokes.contains { [.help, .quit].contains($0.action) } }
    func room(_ row: Binding) -> Int {
      displayWidth("\(row.footerNames(glyphs)) \(row.short)") + 2
    }
    var left = width + 2 - rows.filter(isLast).reduce(0) { $0 + room($1) }
    return rows.filter { row in
      if isLast(row) { return true }
      guard room(row) <= left else { return false }
      left -= room(row)
      return true
    }
  }
}
