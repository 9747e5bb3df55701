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
