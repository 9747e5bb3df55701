import PromiseGraph

/// Where the letters of a typed pattern occur in a text, in the same order but not necessarily side by side, as
/// those of `lfs` in `login-fetch-submit`, and how good that match is. Upper and lower case are the same.
package struct FuzzyMatch: Hashable, Sendable {
  /// The quality: letters that begin a word and letters side by side count more, letters between them less.
  package let score: Int
  /// The offsets of the matched characters in the text, ascending.
  package let offsets: [Int]

  /// Finds the best match of `pattern` in `text`; `nil` if there is none. O(pattern × text)
  package init?(_ pattern: String, in text: String) {
    let wanted = Array(pattern.lowercased().prefix(Self.mostLetters))
    let letters = Array(text.lowercased().prefix(Self.mostCharacters))
    guard !wanted.isEmpty, wanted.count <= letters.count else { return nil }
    let starts = Self.starts(letters)
    var table: [[Cell?]] = []
    for (row, letter) in wanted.enumerated() {
      table.append(Self.row(letter, row == 0 ? nil : table[row - 1], letters, starts))
      guard table[row].contains(where: { $0 != nil }) else { return nil }
    }
    var best: (score: Int, end: Int)?
    for (end, cell) in table[wanted.count - 1].enumerated() {
      if let cell, cell.score > best?.score ?? .min { best = (cell.score, end) }
    }
    guard let best else { return nil }
    score = best.score
    var offsets = [best.end]
    for row in stride(from: wanted.count - 1, to: 0, by: -1) {
      guard let before = table[row][offsets[offsets.count - 1]]?.before else { return nil }
      offsets.append(before)
    }
    self.offsets = offsets.reversed()
  }

  /// Whether the letters are so close together that they are read as one word with a few letters left out, and
  /// begin a word. In sentences, other matches are accidents.
  package func isCompact(in text: String) -> Bool {
    guard let first = offsets.first, let last = offsets.last else { return false }
    let letters = Array(text.lowercased().prefix(Self.mostCharacters))
    return last - first < offsets.count + offsets.count / 4 && Self.starts(letters)[first]
  }

  /// A letter of the pattern at a character of the text: the best score so far, and the character of the letter
  /// before.
  private struct Cell {
    var score: Int
    var before: Int?
  }

  /// Returns the scores of `letter` at each character, after those of the letter `before` it.
  private static func row(
    _ letter: Character, _ before: [Cell?]?, _ letters: [Character], _ starts: [Bool]
  ) -> [Cell?] {
    // The best place of the letter before with at least one character between, and what it is worth here.
    var apart: (score: Int, place: Int)?
    return letters.indices.map { place in
      if place >= 2, let cell = before?[place - 2] {
        let score = cell.score - firstGap
        if score > (apart?.score ?? .min) { apart = (score, place - 2) }
      }
      defer { apart?.score -= furtherGap }
      guard letters[place] == letter else { return nil }
      let own = hit + (starts[place] ? wordStart : 0)
      guard let before else { return Cell(score: own + (starts[place] ? wordStart : 0)) }
      let beside = place > 0 ? before[place - 1].map { $0.score + sideBySide } : nil
      guard let best = [beside, apart?.score].compactMap({ $0 }).max() else { return nil }
      return Cell(score: own + best, before: best == beside ? place - 1 : apart?.place)
    }
  }

  /// Returns which characters begin a word. Each character of a script without spaces does.
  private static func starts(_ letters: [Character]) -> [Bool] {
    letters.indices.map { place in
      guard letters[place].isLetter || letters[place].isNumber else { return false }
      guard place > 0, letters[place].isASCII else { return true }
      return !letters[place - 1].isLetter && !letters[place - 1].isNumber
    }
  }

  private static var hit: Int { 16 }
  private static var wordStart: Int { 8 }
  private static var sideBySide: Int { 6 }
  private static var firstGap: Int { 3 }
  private static var furtherGap: Int { 1 }
  private static var mostLetters: Int { 64 }
  private static var mostCharacters: Int { 400 }
}
