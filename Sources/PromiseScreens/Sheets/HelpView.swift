import PromiseGraph

/// The help: the table of keys by group, and what the signs mean.
enum HelpView {
  /// Returns the help between header and footer.
  static func sheet(_ state: State) -> Sheet? {
    guard case .help(let scroll) = state.overlay else { return nil }
    return Sheet(
      frame: body(state.size), title: state.language.text("Help"),
      rows: Sheet.Row.rows(lines(state)), first: scroll,
      margin: 1)
  }

  private static func body(_ size: Size) -> Rect {
    Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
  }

  /// Returns all lines for the width of the screen, in one or two columns.
  static func lines(_ state: State) -> [StyledLine] {
    let room = body(state.size).inside.width - 2
    let columns = room >= 110 ? 2 : 1
    let width = (room - 2 * (columns - 1)) / columns
    let mode = state.modeBeneath
    let blocks =
      [paneBlock(state, width)].filter { !$0.isEmpty }
      + Binding.Group.allCases.map { keyBlock($0, mode, state, width) }
      .filter { !$0.isEmpty }
      + [signBlock(state, width), emphasisBlock(state, width)]
    guard columns == 2 else { return Array(blocks.joined(separator: [StyledLine()])) }
    return sideBySide(blocks, width: width)
  }

  /// Returns what the focused pane shows, and what the arrow keys do in it.
  private static func paneBlock(_ state: State, _ width: Int) -> [StyledLine] {
    let language = state.language
    func block(_ number: Int, _ name: String, _ about: [String]) -> [StyledLine] {
      [StyledLine("\(number) \(language.text(Phrase(name)))", .heading)]
        + about.flatMap { wrapped(language.text(Phrase($0)), to: width) }.map { StyledLine($0) }
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
        + entry(keys, .key, language.text(Phrase(pane.arrows.help)), keys: 19, width)
    }
  }

  private static func keyBlock(
    _ group: Binding.Group, _ mode: Mode, _ state: State, _ width: Int
  ) -> [StyledLine] {
    let (glyphs, language) = (state.glyphs, state.language)
    let rows = KeyTable.bindings.filter {
      $0.group == group && $0.modes.contains(mode) && !$0.help(ofRuns: state.showsRuns).isEmpty
    }
    guard !rows.isEmpty else { return [] }
    return [StyledLine(language.text(Phrase(group.rawValue)), .heading)]
      + rows.flatMap {
        entry(
          $0.keyNames(glyphs), .key, language.text(Phrase($0.help(ofRuns: state.showsRuns))),
          keys: 19, width)
      }
  }

  private static func signBlock(_ state: State, _ width: Int) -> [StyledLine] {
    let language = state.language
    return [StyledLine(language.text("Signs"), .heading)]
      + Legend.entries.flatMap { glyph, role, meaning in
        entry(
          String(state.glyphs[glyph]), role, language.text(Phrase(meaning)), keys: 3, width)
      }
  }

  private static func emphasisBlock(_ state: State, _ width: Int) -> [StyledLine] {
    let language = state.language
    return [StyledLine(language.text("Emphasis"), .heading)]
      + Legend.emphasis.flatMap { sample, role, meaning in
        entry(
          language.text(Phrase(sample)), role, language.text(Phrase(meaning)), keys: 10, width)
      }
  }

  /// Returns a name and its meaning beside it; a longer text continues below.
  private static func entry(
    _ name: String, _ role: Role, _ text: String, keys: Int, _ width: Int
  ) -> [StyledLine] {
    let indent = min(keys, width / 3)
    let lead = StyledLine([Span(name, role), Span(blanks(max(1, indent - displayWidth(name))))])
    return hanging(lead, text, width: width, indent: indent)
  }

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

/// What the signs mean, for the help.
enum Legend {
  /// The signs of states first, then those of lanes and time.
  static let entries: [(glyph: Glyph, role: Role, meaning: String)] = [
    (.pending, .pending, "pending"),
    (.queued, .queued, "queued: its handler is waiting in a queue"),
    (.running, .running, "running: its handler or body is running"),
    (.lockedIn, .lockedIn, "locked in: settles the same way as the promise it adopted"),
    (.fulfilled, .fulfilled, "fulfilled"),
    (.rejected, .rejected, "rejected"),
    (.cancelled, .cancelled, "cancelled"),
    (.passed, .passed, "passed: settled without running its handler"),
    (.unhandled, .rejected, "rejected, and no handler took the error"),
    (.lost, .lost, "freed while pending: it never settles"),
    (.unknown, .pending, "unknown, because events were lost"),
    (.warning, .warning, "a warning: probably a mistake"),
    (.winner, .winner, "the input that settled a race"),
    (.laneJoin, .body, "an input of a fan-in"),
    (.laneSettledBy, .body, "the input that settled it"),
    (.laneDotted, .body, "adopted, or created inside a handler"),
    (.playhead, .body, "the playhead; dim parts are ahead or predicted"),
  ]

  /// How words are drawn; color only repeats what a sign or a word says.
  static let emphasis: [(sample: String, role: Role, meaning: String)] = [
    ("running", .running, "is running at the playhead"),
    ("line", .currentLine, "the running line of source, the event at the playhead"),
    ("warning", .warning, "is probably a mistake"),
    ("match", .match, "matches the search"),
    ("detail", .dim, "when, where or how; borders of panes"),
    ("ahead", .future, "has not happened yet at the playhead, or is predicted"),
    ("key", .key, "a key, or the border of the focused pane"),
  ]
}
