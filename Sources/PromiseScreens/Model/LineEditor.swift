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
