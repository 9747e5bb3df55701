import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The meaning of a piece of text, which a theme turns into colors and attributes.
package enum Role: String, Hashable, Sendable, CaseIterable {
  case body, dim, title, heading, border, focusedBorder, paneTitle, key, warning
  // The states of a promise.
  case pending, queued, running, lockedIn, fulfilled, rejected, cancelled, passed, lost
  /// Text about what has not happened yet at the playhead, or is predicted.
  case future
  case winner
  /// The running line of source.
  case currentLine
  /// A match of the search.
  case match
  // Bars of work by its outcome; plain work has none.
  case barPlain, barLockedIn, barFulfilled, barRejected, barCancelled, barRunning, barWaiting
  // Text on such a bar: it has the color of the bar as its background.
  case onPlain, onLockedIn, onFulfilled, onRejected, onCancelled, onRunning, onWaiting

  /// For text on a bar, the role of the bar.
  package var bar: Role? {
    switch self {
    case .onPlain: .barPlain
    case .onLockedIn: .barLockedIn
    case .onFulfilled: .barFulfilled
    case .onRejected: .barRejected
    case .onCancelled: .barCancelled
    case .onRunning: .barRunning
    case .onWaiting: .barWaiting
    default: nil
    }
  }

  /// For a bar, the role of text on it.
  package var textOnBar: Role? { Self.textsOnBars[self] }

  private static let textsOnBars = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { text in text.bar.map { ($0, text) } })
}

/// Text of one role.
package struct Span: Hashable, Sendable {
  package var text: String
  package var role: Role

  package init(_ text: String, _ role: Role = .body) {
    self.text = text
    self.role = role
  }
}

/// A line of spans, not yet cut to any width.
package struct StyledLine: Hashable, Sendable {
  package var spans: [Span]
  /// Whether its sentence goes on in the next line.
  var continues = false

  package init(_ spans: [Span] = []) { self.spans = spans }
  package init(_ text: String, _ role: Role = .body) { spans = [Span(text, role)] }

  /// Adds `text` at the end.
  package mutating func add(_ text: String, _ role: Role = .body) { spans.append(Span(text, role)) }

  /// Adds a character at the end, to the last span if it has the same role.
  package mutating func join(_ character: Character, _ role: Role) {
    if spans.last?.role == role {
      spans[spans.count - 1].text.append(character)
    } else {
      spans.append(Span(String(character), role))
    }
  }

  /// The text of the line, without roles.
  package var text: String { spans.map(\.text).joined() }
}

extension StyledLine {
  /// The width in cells.
  var width: Int { spans.reduce(0) { $0 + displayWidth($1.text) } }

  /// Returns the line cut to `width` cells, with an ellipsis if something was cut.
  func cut(to width: Int, ellipsis: Character) -> StyledLine {
    let spans = spans.map { Span(beginning(of: $0.text, cells: width + 1).text, $0.role) }
    guard spans.reduce(0, { $0 + displayWidth($1.text) }) > width else { return self }
    var result = StyledLine()
    var left = width
    for span in spans {
      let needed = displayWidth(span.text)
      if needed < left {
        result.spans.append(span)
        left -= needed
      } else {
        // Something has to be cut here or further right; the added space makes sure that it is here.
        result.add(clipped(span.text + " ", to: left, ellipsis: ellipsis), span.role)
        break
      }
    }
    return result
  }

  /// Returns the line as the last one that is shown: with an ellipsis if its sentence goes on.
  func last(in width: Int, ellipsis: Character) -> StyledLine {
    guard continues else { return self }
    var line = self
    line.add(self.width < width ? String(ellipsis) : " ", spans.last?.role ?? .body)
    return line.cut(to: width, ellipsis: ellipsis)
  }

  /// Returns the line without the `x` cells after its first `kept` ones; a wide character that is cut in half
  /// leaves a space.
  func scrolled(by x: Int, after kept: Int = 0) -> StyledLine {
    guard x > 0 else { return self }
    var result = StyledLine()
    var column = 0
    for span in spans {
      var text = ""
      for piece in DisplayPieces(sanitized(span.text)) {
        let hidden = (column..<(column + piece.width)).count { (kept..<(kept + x)).contains($0) }
        column += piece.width
        text += hidden == 0 ? piece.text : blanks(piece.width - hidden)
      }
      if !text.isEmpty { result.add(text, span.role) }
    }
    return result
  }

  /// Returns a line with `left` at the left and `right` at the right of `width` cells. If both do not fit,
  /// `left` is cut; if less than a third would remain for it, `right` is left out.
  static func sides(
    _ left: StyledLine, _ right: StyledLine, width: Int, ellipsis: Character
  ) -> StyledLine {
    let rightWidth = right.width
    let needed = min(left.width, max(8, width / 3))
    guard rightWidth > 0, needed + 1 + rightWidth <= width else {
      return left.cut(to: width, ellipsis: ellipsis)
    }
    var line = left.cut(to: width - rightWidth - 1, ellipsis: ellipsis)
    line.add(blanks(width - line.width - rightWidth))
    line.spans += right.spans
    return line
  }
}

/// Returns `text` aligned right in the width of `widest`, so that growing numbers stay in place.
func aligned(_ text: String, with widest: String) -> String {
  aligned(text, to: displayWidth(widest))
}

/// Returns `text` aligned right in `width` cells.
func aligned(_ text: String, to width: Int) -> String {
  blanks(width - displayWidth(text)) + text
}

/// Returns `count` spaces; none if `count` is negative.
func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

/// Returns `text` wrapped after `lead`; continuation lines are indented by `indent` cells, or else aligned with
/// the start of the text. The text gets at least `least` cells.
func hanging(
  _ lead: StyledLine = StyledLine(), _ text: String, _ role: Role = .body, width: Int,
  indent: Int? = nil, least: Int = 0
) -> [StyledLine] {
  let indent = indent ?? lead.width
  let room = max(least, width - max(lead.width, indent))
  let rows = wrapped(text, to: room)
  return rows.enumerated().map { row, text in
    var line = StyledLine((row == 0 ? lead.spans : [Span(blanks(indent))]) + [Span(text, role)])
    line.continues = row + 1 < rows.count
    return line
  }
}

extension [StyledLine] {
  /// Returns the first lines, with an ellipsis where the last sentence is cut.
  func first(_ most: Int, width: Int, ellipsis: Character) -> [StyledLine] {
    guard count > most, most > 0 else { return self }
    return prefix(most - 1) + [self[most - 1].last(in: width, ellipsis: ellipsis)]
  }
}

/// Returns `text` in lines of at most `width` cells, broken between words and between wide characters; a word
/// that is too long is broken.
package func wrapped(_ text: String, to width: Int) -> [String] {
  guard width > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    var isGlued = false
    for piece in pieces(of: word, within: width) {
      var piece = piece
      let joined = line.isEmpty || isGlued ? line + piece : "\(line) \(piece)"
      isGlued = true
      if displayWidth(joined) <= width {
        line = joined
        continue
      }
      if !line.isEmpty { lines.append(line) }
      while displayWidth(piece) > width {
        let head = prefix(of: piece, width: width)
        guard !head.isEmpty else { break }
        lines.append(head)
        piece = String(piece.dropFirst(head.count))
      }
      line = piece
    }
  }
  return line.isEmpty ? lines : lines + [line]
}

/// Returns the same in at most `most` lines; if there are more, the last one is cut.
func wrapped(
  _ text: String, to width: Int, atMost most: Int, ellipsis: Character
) -> [String] {
  let lines = wrapped(text, to: width)
  guard lines.count > most, most > 0 else { return lines }
  let rest = lines[(most - 1)...].joined(separator: " ")
  return lines[..<(most - 1)] + [clipped(rest, to: width, ellipsis: ellipsis)]
}

/// Returns a word in pieces between which a line of that width may be broken: before and after each Chinese
/// word, since Chinese has no spaces, but not before closing or after opening punctuation. A Chinese word that
/// is too wide may be broken at each character.
private func pieces(of word: Substring, within width: Int) -> [String] {
  pieces(of: word) { Chinese.word(startingWith: $0) ?? $0.prefix(1) }.flatMap { piece in
    displayWidth(piece) <= width ? [piece] : pieces(of: piece[...]) { $0.prefix(1) }
  }
}

/// Returns the pieces of a word, of which `unit` returns the beginning that is not broken.
private func pieces(of word: Substring, unit: (Substring) -> Substring) -> [String] {
  guard word.utf8.contains(where: { $0 >= 0xE1 }) else { return [String(word)] }
  var pieces: [String] = []
  var isOpen = true
  var rest = word
  while let character = rest.first {
    let unit = unit(rest)
    let isWide = displayWidth(String(character)) == 2
    let wasWide = pieces.last?.last.map { displayWidth(String($0)) == 2 } ?? false
    if pieces.isEmpty || (isWide || wasWide) && !isOpen && !closing.contains(character) {
      pieces.append(String(unit))
    } else {
      pieces[pieces.count - 1] += unit
    }
    isOpen = unit.last.map { opening.contains($0) } ?? false
    rest = rest.dropFirst(unit.count)
  }
  return pieces
}

/// Characters that may not start a line, and those that may not end one.
private let closing: Set<Character> = [
  "。", "，", "、", "；", "：", "？", "！", "）", "》", "」", "』", "”", "’", "…", ".", ",", ";", ":", "?",
  "!", ")", "]",
]
private let opening: Set<Character> = ["（", "《", "「", "『", "“", "‘", "(", "["]

/// Returns as many whole characters of `text` as fit into `width` cells.
private func prefix(of text: String, width: Int) -> String {
  var used = 0
  return String(
    text.prefix { character in
      used += displayWidth(String(character))
      return used <= width
    })
}
