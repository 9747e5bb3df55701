/// The help: the table of keys by groups, and what the signs mean.
enum HelpView {
  /// Draws the help between header and footer, from line `scroll` on.
  static func draw(_ state: State, scroll: Int, on canvas: inout Canvas) {
    let frame = body(state.size)
    let content = PaneContent(title: "Help", lines: lines(state))
    let first = min(scroll, lastScroll(state))
    let shown = min(content.lines.count - first, frame.inside.height)
    let footing =
      shown < content.lines.count ? "\(first + 1)-\(first + shown) of \(content.lines.count)" : ""
    canvas.drawFrame(
      frame, title: content.title, footing: footing, focused: true, glyphs: state.glyphs)
    for row in 0..<max(0, shown) {
      canvas.draw(
        content.lines[first + row], x: frame.inside.x + 1, y: frame.inside.y + row,
        width: frame.inside.width - 2)
    }
  }

  /// How far the help can be scrolled.
  static func lastScroll(_ state: State) -> Int {
    max(0, lines(state).count - body(state.size).inside.height)
  }

  private static func body(_ size: Size) -> Rect {
    Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
  }

  /// All lines for the width of the screen, in one or two columns.
  static func lines(_ state: State) -> [StyledLine] {
    let room = body(state.size).inside.width - 2
    let columns = room >= 110 ? 2 : 1
    let width = (room - 2 * (columns - 1)) / columns
    let mode = state.modeBeneath
    let blocks =
      [paneBlock(state, width)].filter { !$0.isEmpty }
      + Binding.Group.allCases.map { keyBlock($0, mode, state, width) }
      .filter { !$0.isEmpty }
      + [signBlock(state.glyphs, width), emphasisBlock(state.glyphs, width)]
    guard columns == 2 else { return Array(blocks.joined(separator: [StyledLine()])) }
    return sideBySide(blocks, width: width)
  }

  /// What the focused pane shows, and what the arrow keys do in it.
  private static func paneBlock(_ state: State, _ width: Int) -> [StyledLine] {
    let title: String
    let about: [String]
    var arrows: String?
    if state.quiz != nil { return [] }
    if state.isExploring {
      guard let pane = state.exploring?.focus else { return [] }
      title = "\(pane.rawValue) \(pane.name)"
      about = pane.about(ofRuns: state.showsRuns)
    } else if let pane = state.run?.focus {
      title = "\(pane.rawValue) \(pane.name)"
      about = pane.about
      arrows = pane.arrows.words
    } else {
      return []
    }
    var lines = [StyledLine(title, .heading)]
    lines += about.flatMap { wrapped($0, to: width) }.map { StyledLine($0) }
    if let arrows {
      let keys = [Key.up, .down].map { $0.name(state.glyphs) }.joined(separator: " ")
      lines += entry(keys, .key, arrows, keys: 19, width, state.glyphs)
    }
    return lines
  }

  private static func keyBlock(
    _ group: Binding.Group, _ mode: Mode, _ state: State, _ width: Int
  ) -> [StyledLine] {
    let glyphs = state.glyphs
    let rows = KeyTable.bindings.filter {
      $0.group == group && $0.modes.contains(mode) && !$0.words(ofRuns: state.showsRuns).isEmpty
    }
    guard !rows.isEmpty else { return [] }
    return [StyledLine(group.rawValue, .heading)]
      + rows.flatMap {
        entry($0.keyNames(glyphs), .key, $0.words(ofRuns: state.showsRuns), keys: 19, width, glyphs)
      }
  }

  private static func signBlock(_ glyphs: GlyphSet, _ width: Int) -> [StyledLine] {
    [StyledLine("Signs", .heading)]
      + Legend.entries.flatMap {
        entry(String(glyphs[$0.glyph]), $0.role, $0.meaning, keys: 3, width, glyphs)
      }
  }

  private static func emphasisBlock(_ glyphs: GlyphSet, _ width: Int) -> [StyledLine] {
    [StyledLine("Emphasis", .heading)]
      + Legend.emphasis.flatMap {
        entry($0.sample, $0.role, $0.meaning, keys: 10, width, glyphs)
      }
  }

  /// A name and, beside it, what it means; a longer text goes on below.
  private static func entry(
    _ name: String, _ role: Role, _ text: String, keys: Int, _ width: Int, _ glyphs: GlyphSet
  ) -> [StyledLine] {
    let indent = String(repeating: " ", count: min(keys, width / 3))
    let lines = wrapped(text, to: width - indent.count)
    return lines.enumerated().map { index, text in
      guard index == 0 else { return StyledLine([Span(indent), Span(text)]) }
      let gap = max(1, indent.count - displayWidth(name))
      return StyledLine([Span(name, role), Span(String(repeating: " ", count: gap)), Span(text)])
    }
  }

  /// The blocks in two columns of about equal height.
  private static func sideBySide(_ blocks: [[StyledLine]], width: Int) -> [StyledLine] {
    let half = (blocks.reduce(0) { $0 + $1.count + 1 } + 1) / 2
    var columns: ([StyledLine], [StyledLine]) = ([], [])
    for block in blocks {
      if columns.1.isEmpty, columns.0.isEmpty || columns.0.count + block.count <= half + 2 {
        columns.0 += columns.0.isEmpty ? block : [StyledLine()] + block
      } else {
        columns.1 += columns.1.isEmpty ? block : [StyledLine()] + block
      }
    }
    return (0..<max(columns.0.count, columns.1.count)).map { row in
      var line = row < columns.0.count ? columns.0[row] : StyledLine()
      let gap = width + 2 - displayWidth(line.text)
      line.add(String(repeating: " ", count: max(1, gap)))
      if row < columns.1.count { line.spans += columns.1[row].spans }
      return line
    }
  }
}
