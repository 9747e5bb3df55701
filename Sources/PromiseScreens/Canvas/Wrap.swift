/// `text` in lines of at most `width` cells, broken between words; a longer word is cut.
func wrapped(_ text: String, to width: Int) -> [String] {
  guard width > 0 else { return [] }
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ") {
    var word = String(word)
    let joined = line.isEmpty ? word : "\(line) \(word)"
    if displayWidth(joined) <= width {
      line = joined
      continue
    }
    if !line.isEmpty { lines.append(line) }
    while displayWidth(word) > width {
      let head = prefix(of: word, width: width)
      guard !head.isEmpty else { break }
      lines.append(head)
      word = String(word.dropFirst(head.count))
    }
    line = word
  }
  return line.isEmpty ? lines : lines + [line]
}

/// As many whole characters of `text` as fit in `width` cells.
private func prefix(of text: String, width: Int) -> String {
  var used = 0
  return String(
    text.prefix { character in
      used += displayWidth(String(character))
      return used <= width
    })
}
