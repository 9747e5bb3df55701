import PromiseEvents
import PromiseGraph

/// A line that is being typed below the panes, what for, and how to go back.
struct Prompt: Hashable, Sendable {
  /// What the line is for.
  enum Kind: Hashable, Sendable {
    case goTo, search, filter
    /// In the list of demos: a word of the one that is looked for.
    case demo
  }

  /// What the line is for.
  let kind: Kind
  /// The line.
  var line: LineEditor
  /// Which of the lines of that kind typed before stands here; none where it is a new one.
  var past: Int?
  /// The new line, while one typed before stands here.
  var draft = LineEditor()
  /// Why the line cannot be what it is for, yet.
  var problem: String?
  /// How the run was looked at when the prompt was opened.
  let origin: Origin
  /// The demo that was selected in the list then.
  var picked = 0

  /// How a run was looked at.
  struct Origin: Hashable, Sendable {
    var playhead: Int
    var playing: Bool
    var selection: PromiseID?
    var scrolls: [PaneKind: Scroll]
    var pattern: SearchPattern?
    var filter: Filter?
  }

  /// A prompt below the list of demos, of which the one at `picked` is selected.
  init(picked: Int) {
    kind = .demo
    line = LineEditor("")
    origin = Origin(playhead: 0, playing: false, scrolls: [:])
    self.picked = picked
  }

  init(_ kind: Kind, _ text: String = "", for run: Run) {
    self.kind = kind
    line = LineEditor(text)
    origin = Origin(
      playhead: run.playhead, playing: run.playing, selection: run.selection,
      scrolls: run.scrolls, pattern: run.search?.pattern, filter: run.filtered?.filter)
  }
}

/// A line that is being typed, and where in it the cursor stands.
struct LineEditor: Hashable, Sendable {
  /// What stands before the cursor, and after it.
  private(set) var before: String
  private(set) var after = ""

  /// The cursor stands at the end of `text`.
  init(_ text: String = "") { before = text }

  /// The whole line.
  var text: String { before + after }

  /// Types `text`: blanks stand for what would break the line or move about in it, other control
  /// characters are left out, and what would make the line absurdly long is too.
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

  /// Erases the character before the cursor; nothing where there is none.
  mutating func erase() { _ = before.popLast() }

  /// Erases the word before the cursor, and the blanks after it.
  mutating func eraseWord() {
    while before.last == " " { before.removeLast() }
    while let last = before.last, last != " " { before.removeLast() }
  }

  /// Erases all before the cursor.
  mutating func eraseToStart() { before = "" }

  /// So long that nobody types it, and so short that nothing takes time.
  private static var mostBytes: Int { 2048 }
}
