/// The help: the table of keys by groups, and what the signs mean.
enum HelpView {
  /// The help between header and footer.
  static func sheet(_ state: State) -> Sheet? {
    guard case .help(let scroll) = state.overlay else { return nil }
    return Sheet(
      frame: body(state.size), title: "Help", rows: Sheet.Row.rows(lines(state)), first: scroll,
      margin: 1)
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
      + [signBlock(state.glyphs, width), emphasisBlock(width)]
    guard columns == 2 else { return Array(blocks.joined(separator: [StyledLine()])) }
    return sideBySide(blocks, width: width)
  }

  /// What the focused pane shows, and what the arrow keys do in it.
  private static func paneBlock(_ state: State, _ width: Int) -> [StyledLine] {
    func block(_ number: Int, _ name: String, _ about: [String]) -> [StyledLine] {
      [StyledLine("\(number) \(name)", .heading)]
        + about.flatMap { wrapped($0, to: width) }.map { StyledLine($0) }
    }
    switch state.modeBeneath {
    case .quiz: return []
    case .explore:
      guard let pane = state.exploring?.focus else { return [] }
      return block(pane.rawValue, pane.name, pane.about(ofRuns: state.showsRuns))
    case .picker, .demo, .choosing, .why, .whatIf, .settling, .lesson, .export, .help, .prompt:
      guard let pane = state.run?.focus else { return [] }
      let keys = [Key.up, .down].map { $0.name(state.glyphs) }.joined(separator: " ")
      return block(pane.rawValue, pane.name, pane.about)
        + entry(keys, .key, pane.arrows.words, keys: 19, width)
    }
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
        entry($0.keyNames(glyphs), .key, $0.words(ofRuns: state.showsRuns), keys: 19, width)
      }
  }

  private static func signBlock(_ glyphs: GlyphSet, _ width: Int) -> [StyledLine] {
    [StyledLine("Signs", .heading)]
      + Legend.entries.flatMap { glyph, role, meaning in
        entry(String(glyphs[glyph]), role, meaning, keys: 3, width)
      }
  }

  private static func emphasisBlock(_ width: Int) -> [StyledLine] {
    [StyledLine("Emphasis", .heading)]
      + Legend.emphasis.flatMap { entry($0, $1, $2, keys: 10, width) }
  }

  /// A name and, beside it, what it means; a longer text goes on below.
  private static func entry(
    _ name: String, _ role: Role, _ text: String, keys: Int, _ width: Int
  ) -> [StyledLine] {
    let indent = min(keys, width / 3)
    let lead = StyledLine([Span(name, role), Span(blanks(max(1, indent - displayWidth(name))))])
    return hanging(lead, text, width: width, indent: indent)
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
      line.add(blanks(max(1, gap)))
      if row < columns.1.count { line.spans += columns.1[row].spans }
      return line
    }
  }
}

/// What the signs mean, for the help.
enum Legend {
  /// The signs of states first, then those of edges and time.
  static let entries: [(glyph: Glyph, role: Role, meaning: String)] = [
    (.pending, .pending, "pending"),
    (.queued, .queued, "queued: its handler waits in a queue"),
    (.running, .running, "running: its handler or body runs"),
    (.lockedIn, .lockedIn, "locked in: settles as the promise does that it has adopted"),
    (.fulfilled, .fulfilled, "fulfilled"),
    (.rejected, .rejected, "rejected"),
    (.cancelled, .cancelled, "cancelled"),
    (.passed, .passed, "passed: settled without running its handler"),
    (.unhandled, .rejected, "rejected, and nobody handled it"),
    (.lost, .lost, "freed while pending: it never settles"),
    (.unknown, .pending, "unknown since events were lost"),
    (.warning, .warning, "a warning: likely a mistake"),
    (.winner, .winner, "the input that settled a race"),
    (.laneJoin, .body, "an input of a fan-in"),
    (.laneSettledBy, .body, "the input that settled it"),
    (.laneDotted, .body, "adopted, or made inside"),
    (.playhead, .body, "the playhead; what is dim lies ahead or is predicted"),
  ]

  /// How words are drawn; colour only repeats what a sign or a word says.
  static let emphasis: [(sample: String, role: Role, meaning: String)] = [
    ("running", .running, "runs at the playhead"),
    ("line", .currentLine, "the line of source that runs, the event at the playhead"),
    ("warning", .warning, "is likely to be a mistake"),
    ("match", .match, "is what was searched for"),
    ("beside", .dim, "says when, where or how; borders of panes"),
    ("ahead", .future, "has not happened at the playhead, or is predicted"),
    ("key", .key, "a key, and the pane that has the keys"),
  ]
}
