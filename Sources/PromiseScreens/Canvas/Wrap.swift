/// `text` in lines of at most `width` cells, broken between words and between wide characters; a longer
/// word is cut.
func wrapped(_ text: String, to width: Int) -> [String] {
  guard width > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    var isGlued = false
    for piece in pieces(of: word) {
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

/// A word in pieces between which a line may end: before and after each wide character, as Chinese has no
/// blanks, but not before what closes nor after what opens.
private func pieces(of word: Substring) -> [String] {
  guard word.utf8.contains(where: { $0 >= 0xE1 }) else { return [String(word)] }
  var pieces: [String] = []
  var isOpen = true
  for character in word {
    let isWide = displayWidth(String(character)) == 2
    let wasWide = pieces.last?.last.map { displayWidth(String($0)) == 2 } ?? false
    if pieces.isEmpty || (isWide || wasWide) && !isOpen && !closing.contains(character) {
      pieces.append(String(character))
    } else {
      pieces[pieces.count - 1].append(character)
    }
    isOpen = opening.contains(character)
  }
  return pieces
}

/// What begins no line, and what ends none.
private let closing: Set<Character> = [
  "。", "，", "、", "；", "：", "？", "！", "）", "》", "」", "』", "”", "’", "…", ".", ",", ";", ":", "?",
  "!", ")", "]",
]
private let opening: Set<Character> = ["（", "《", "「", "『", "“", "‘", "(", "["]

/// As many whole characters of `text` as fit in `width` cells.
private func prefix(of text: String, width: Int) -> String {
  var used = 0
  return String(
    text.prefix { character in
      used += displayWidth(String(character))
      return used <= width
    })
}
