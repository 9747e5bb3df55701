import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A line being typed below the panes, its purpose, and the state to restore.
struct Prompt: Hashable, Sendable {
  /// The purpose of a line.
  enum Kind: String, Hashable, Sendable, CaseIterable {
    case goTo, search, filter, breakpoint
    /// Text to find in the help.
    case help
  }

  /// The purpose of the line.
  let kind: Kind
  /// The typed line.
  var line: LineEditor
  /// The index of the recalled line in the history; `nil` for a new line.
  var past: Int?
  /// The new line, while a recalled one is shown.
  var draft = LineEditor()
  /// The index of the selected row in the list above a go-to prompt, and whether it was clicked.
  var chosen = 0
  var isPointed = false
  /// The index of the breakpoint that is changed; `nil` for a new one.
  var breakpoint: Int?
  /// Whether the line is a suggestion, which the first typed character replaces.
  var isSuggestion = false
  /// Why the line cannot be accepted.
  var problem: String?
  /// The view of the run when the prompt was opened.
  let origin: Origin

  /// A view of a run.
  struct Origin: Hashable, Sendable {
    var playhead: Int
    var playing: Bool
    var selection: PromiseID?
    var scrolls: [PaneKind: Scroll]
    var pattern: SearchPattern?
    var filter: Filter?
  }

  /// The help that is searched, if the line is typed into it.
  var help: HelpPanel?

  /// Creates a prompt that searches the help.
  init(in panel: HelpPanel) {
    kind = .help
    line = LineEditor("")
    origin = Origin(playhead: 0, playing: false, scrolls: [:])
    help = panel
    help?.query = ""
  }

  init(_ kind: Kind, _ text: String = "", for run: Run) {
    self.kind = kind
    line = LineEditor(text)
    origin = Origin(
      playhead: run.playhead, playing: run.playing, selection: run.selection,
      scrolls: run.scrolls, pattern: run.search?.pattern, filter: run.filtered?.filter)
  }
}

/// A line being typed, with a cursor.
struct LineEditor: Hashable, Sendable {
  /// The text before and after the cursor.
  private(set) var before: String
  private(set) var after = ""

  /// Creates a line with the cursor at its end.
  init(_ text: String = "") { before = text }

  /// The whole line.
  var text: String { before + after }

  /// Types `text`: line breaks and tabs become spaces, other control characters are left out, and so is
  /// what exceeds the maximum length.
  mutating func insert(_ text: String) {
    for scalar in text.unicodeScalars {
      guard before.utf8.count + after.utf8.count < Self.mostBytes else { return }
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if scalar.properties.isWhitespace { before.unicodeScalars.append(" ") }
      default: before.unicodeScalars.append(scalar)
      }
    }
  }

  /// Moves the cursor by a character.
  mutating func left() {
    if let character = before.popLast() { after.insert(character, at: after.startIndex) }
  }
  mutating func right() {
    if !after.isEmpty { before.append(after.removeFirst()) }
  }

  /// Moves the cursor to the start, to the end.
  mutating func start() { (before, after) = ("", text) }
  mutating func end() { (before, after) = (text, "") }

  /// Erases the character before the cursor, if there is one.
  mutating func erase() { _ = before.popLast() }

  /// Erases the word before the cursor, and the spaces after it.
  mutating func eraseWord() {
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
  }

  /// Erases everything before the cursor.
  mutating func eraseToStart() { before = "" }

  /// The maximum length of a line: longer than anyone types, but still fast to process.
  private static var mostBytes: Int { 2048 }
}
