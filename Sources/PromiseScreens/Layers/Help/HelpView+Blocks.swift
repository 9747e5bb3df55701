import PromiseGraph
import PromiseInsight

// The parts of the help, each with a heading.
extension HelpView {
  /// A heading, and what is listed under it.
  struct Block {
    var heading: StyledLine
    var entries: [Entry]

    var lines: [StyledLine] { entries.isEmpty ? [] : [heading] + entries.flatMap(\.lines) }
  }

  /// A name with its meaning, and the text in which a search looks.
  struct Entry {
    var lines: [StyledLine]
    var words: String

    init(_ lines: [StyledLine], also words: String = "") {
      self.lines = lines
      self.words = lines.map(\.text).joined(separator: " ") + " " + words
    }
  }

  static func blocks(_ state: State, _ width: Int) -> [Block] {
    [signBlock(state, width), paneBlock(state, width)]
      + Binding.Group.allCases.map { keyBlock($0, state, width) } + [emphasisBlock(state, width)]
  }

  /// Returns what the focused pane shows, and what the arrow keys do in it.
  static func paneBlock(_ state: State, _ width: Int) -> Block {
    let language = state.language
    guard let help = state.beneath.about(state) else {
      return Block(heading: StyledLine(), entries: [])
    }
    var block = Block(
      heading: StyledLine("\(help.number) \(language.text(Phrase(help.name)))", .heading),
      entries: help.texts.map { text in
        Entry(wrapped(language.text(Phrase(text)), to: width).map { StyledLine($0) })
      })
    if let arrows = help.arrows {
      let keys = [Key.up, .down].map { $0.name(state.glyphs) }.joined(separator: " ")
      block.entries.append(entry(keys, .key, language.text(Phrase(arrows.help)), keys: 19, width))
    }
    return block
  }

  /// Returns the rows of a group that work beneath the help.
  static func rows(of group: Binding.Group, _ state: State) -> [Binding] {
    let (mode, showsRuns) = (state.beneath.mode, state.showsRuns)
    return state.keys.bindings.filter {
      guard $0.group == group, $0.modes.contains(mode), !$0.help(ofRuns: showsRuns).isEmpty else {
        return false
      }
      guard let needs = $0.needs else { return true }
      return !needs.isOutOfReach(in: state)
    }
  }

  static func keyBlock(_ group: Binding.Group, _ state: State, _ width: Int) -> Block {
    let language = state.language
    return Block(
      heading: StyledLine(language.text(Phrase(group.rawValue)), .heading),
      entries: rows(of: group, state).map { row in
        entry(
          row.keyNames(state.glyphs), .key,
          language.text(Phrase(row.help(ofRuns: state.showsRuns))), keys: 19, width,
          also: row.shortName)
      })
  }

  static func signBlock(_ state: State, _ width: Int) -> Block {
    let language = state.language
    return Block(
      heading: StyledLine(language.text("Signs"), .heading),
      entries: Legend.entries.map { glyph, role, meaning in
        entry(String(state.glyphs[glyph]), role, language.text(Phrase(meaning)), keys: 3, width)
      })
  }

  static func emphasisBlock(_ state: State, _ width: Int) -> Block {
    let language = state.language
    return Block(
      heading: StyledLine(language.text("Emphasis"), .heading),
      entries: Legend.emphasis.map { sample, role, meaning in
        entry(
          language.text(Phrase(sample)), role, language.text(Phrase(meaning)), keys: 10, width)
      })
  }

  /// Returns a name and its meaning beside it; a longer text continues below.
  static func entry(
    _ name: String, _ role: Role, _ text: String, keys: Int, _ width: Int, also words: String = ""
  ) -> Entry {
    let indent = min(keys, width / 3)
    let lead = StyledLine([Span(name, role), Span(blanks(max(1, indent - displayWidth(name))))])
    return Entry(hanging(lead, text, width: width, indent: indent), also: words)
  }
}

extension Binding {
  /// What the keys do in a word or two.
  var shortName: String {
    guard label.isEmpty, let action = strokes.first?.action else { return label }
    if [.pageUp, .pageDown, .halfPageUp, .halfPageDown].contains(action) { return "page" }
    return action == .scrollLeft ? "sideways" : title(of: action) ?? help
  }
}
