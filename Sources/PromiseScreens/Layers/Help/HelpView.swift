import PromiseGraph
import PromiseInsight

/// The help: an overview with the signs and all keys in short, then a page for each group of keys in full; or,
/// while something is searched for, everything that matches.
enum HelpView {
  /// Returns the help between header and footer.
  static func sheet(_ panel: HelpPanel, _ state: State) -> Sheet? {
    let language = state.language
    let pages = pages(state)
    let isSearch = panel.pattern != nil
    let page = min(panel.page, pages.count - 1)
    let arrows = [Key.left, .right].map { $0.name(state.glyphs) }.joined(separator: " ")
    let keys =
      isSearch
      ? language.text("Esc shows all") : language.text("\(arrows) topics  / finds")
    return Sheet(
      frame: body(state.size),
      title: isSearch
        ? language.text("Help: what matches \(panel.query)")
        : pages.count > 1
          ? language.text("Help \(page + 1) of \(pages.count): \(title(pages[page], language))")
          : language.text("Help"),
      status: keys, rows: Sheet.Row.rows(lines(state, pages)), first: panel.scroll, margin: 1)
  }

  private static func body(_ size: Size) -> Rect {
    Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
  }

  /// A page of the help.
  enum Page: Hashable {
    /// The signs, the focused pane and all keys, each with a word or two.
    case overview
    /// Everything, if it fits on the screen.
    case whole
    /// The keys of a group.
    case keys(Binding.Group)
    /// The signs, and how words are drawn.
    case signs
  }

  /// Returns the pages for what is beneath the help.
  static func pages(_ state: State) -> [Page] {
    let inside = body(state.size).inside
    let groups = Binding.Group.allCases.map { (group: $0, count: rows(of: $0, state).count) }
    // Each key takes at least a line of one of the two columns.
    let mayFit = groups.reduce(0) { $0 + $1.count } <= 2 * max(0, inside.height)
    if mayFit, whole(state, room: inside.width - 2).count <= inside.height { return [.whole] }
    return [.overview] + groups.filter { $0.count > 0 }.map { .keys($0.group) } + [.signs]
  }

  private static func title(_ page: Page, _ language: Language) -> String {
    switch page {
    case .overview: language.text("overview")
    case .whole: language.text("Help")
    case .keys(let group): language.text(Phrase(group.rawValue))
    case .signs: language.text("Signs")
    }
  }

  /// Returns all lines of the page that is shown, or of what matches, for the width of the screen.
  static func lines(_ state: State) -> [StyledLine] { lines(state, pages(state)) }

  private static func lines(_ state: State, _ pages: [Page]) -> [StyledLine] {
    let room = max(1, body(state.size).inside.width - 2)
    guard let panel = state.help else { return [] }
    if let pattern = panel.pattern { return matches(pattern, state, room) }
    switch pages[min(panel.page, pages.count - 1)] {
    case .overview: return overview(state, room)
    case .whole: return whole(state, room: room)
    case .keys(let group): return keyBlock(group, state, room).lines
    case .signs:
      return joined([signBlock(state, room), emphasisBlock(state, room)].map(\.lines))
    }
  }

  private static func joined(_ blocks: [[StyledLine]]) -> [StyledLine] {
    Array(blocks.filter { !$0.isEmpty }.joined(separator: [StyledLine()]))
  }

  // MARK: Pages

  /// Returns the overview: it is short, and names every key and every sign.
  private static func overview(_ state: State, _ room: Int) -> [StyledLine] {
    joined([
      signsInShort(state, room),
      paneBlock(state, room).lines, keysInShort(state, room),
    ])
  }

  /// Returns everything, in two columns if there is room.
  private static func whole(_ state: State, room: Int) -> [StyledLine] {
    let columns = room >= 110 ? 2 : 1
    let width = (room - 2 * (columns - 1)) / columns
    let blocks = blocks(state, width).map(\.lines).filter { !$0.isEmpty }
    return columns == 2 ? sideBySide(blocks, width: width) : joined(blocks)
  }

  /// Returns everything that contains the pattern, under its headings.
  private static func matches(
    _ pattern: SearchPattern, _ state: State, _ room: Int
  ) -> [StyledLine] {
    let found = blocks(state, room).compactMap { block -> [StyledLine]? in
      let entries = block.entries.filter { pattern.matches($0.words) }
      return entries.isEmpty ? nil : [block.heading] + entries.flatMap(\.lines)
    }
    guard !found.isEmpty else {
      return [StyledLine(state.language.text("nothing in the help matches"), .warning)]
    }
    return joined(found).map { $0.marked(pattern) }
  }

  // MARK: In short

  /// Returns the keys of all groups, each with a word or two.
  private static func keysInShort(_ state: State, _ width: Int) -> [StyledLine] {
    let (language, glyphs) = (state.language, state.glyphs)
    return Binding.Group.allCases.flatMap { group -> [StyledLine] in
      let items = rows(of: group, state).map { row in
        StyledLine([
          Span(row.keyNames(glyphs), .key), Span(" " + language.text(Phrase(row.shortName))),
        ])
      }
      guard !items.isEmpty else { return [] }
      let heading = language.text(Phrase(group.rawValue))
      let indent = width >= 60 ? 17 : 2
      var line = StyledLine(heading, .heading)
      var lines: [StyledLine] = []
      if width < 60 {
        lines.append(line)
        line = StyledLine(blanks(indent))
      } else {
        line.add(blanks(max(1, indent - line.width)))
      }
      var isEmpty = true
      for item in items {
        if !isEmpty, line.width + 2 + item.width > width {
          lines.append(line)
          line = StyledLine(blanks(indent))
          isEmpty = true
        }
        if !isEmpty { line.add("  ") }
        line.spans += item.spans
        isEmpty = false
      }
      return lines + [line]
    }
  }

  /// Returns the signs in as many columns as fit, with as much of each meaning as fits.
  private static func signsInShort(_ state: State, _ room: Int) -> [StyledLine] {
    let count = max(1, room / leastOfSign)
    let width = room / count
    let entries = Legend.entries.map { glyph, role, meaning in
      let text = state.language.text(Phrase(meaning))
      let short =
        displayWidth(text) <= width - 5
        ? text : String(text.prefix { !":,：，".contains($0) })
      return StyledLine([Span("\(state.glyphs[glyph])  ", role), Span(short)])
        .cut(to: width - 2, ellipsis: state.glyphs[.ellipsis])
    }
    let height = (entries.count + count - 1) / count
    return [StyledLine(state.language.text("Signs"), .heading)]
      + (0..<height).map { row in
        var line = StyledLine()
        for column in 0..<count where entries.indices.contains(column * height + row) {
          line.add(blanks(max(0, column * width - line.width)))
          line.spans += entries[column * height + row].spans
        }
        return line
      }
  }

  private static let leastOfSign = 36

  // MARK: Columns

  /// Returns the blocks in two columns of about equal height.
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
      line.add(blanks(max(1, gap)))
      if row < columns.1.count { line.spans += columns.1[row].spans }
      return line
    }
  }
}
