/// The text of a lesson, in which code and emphasis are marked as in Markdown.
enum Prose {
  /// The text without its marks.
  static func plain(_ text: String) -> String { spans(text).map(\.text).joined() }

  /// The text in lines of at most `width` cells; lines after the first begin with `hanging`.
  static func lines(
    _ text: String, width: Int, _ role: Role = .body, lead: StyledLine = StyledLine(),
    hanging: String = ""
  ) -> [StyledLine] {
    let spans = spans(text)
    let characters = spans.flatMap { span in span.text.map { ($0, span.role ?? role) } }
    let room = max(1, width - max(lead.width, displayWidth(hanging)))
    var rest = characters[...]
    return wrapped(spans.map(\.text).joined(), to: room).enumerated().map { row, text in
      var line = row == 0 ? lead : StyledLine(hanging)
      // The words of the line, each with the role that it has in the text.
      for character in text {
        while let next = rest.first, next.0 != character, next.0 == " " { rest.removeFirst() }
        let role = rest.popFirst()?.1 ?? role
        line.add(String(character), role)
      }
      return line.joined
    }
  }

  private static func spans(_ text: String) -> [(text: String, role: Role?)] {
    var spans: [(String, Role?)] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let start = rest.firstIndex(where: { $0 == "*" || $0 == "`" }) else { break }
      spans.append((String(rest[..<start]), nil))
      rest = rest[start...]
      // The longest mark that is closed again; one that is not is a sign like any other.
      if let marked = marks.lazy.compactMap({ inner(of: rest, in: $0) }).first {
        spans.append((String(marked), rest.first == "`" ? .key : .heading))
        let mark = rest.distance(from: start, to: marked.startIndex)
        rest = rest[rest.index(marked.endIndex, offsetBy: mark)...]
      } else {
        let signs = rest.prefix { $0 == rest.first }
        spans.append((String(signs), nil))
        rest = rest[signs.endIndex...]
      }
    }
    return (spans + [(String(rest), nil)]).filter { !$0.0.isEmpty }
  }

  private static let marks = ["**", "*", "`"]

  /// What stands between `mark`, with which `text` begins, and the next one like it. After a single
  /// star comes no space, and none before it: `2 * 3 * 4` is none.
  private static func inner(of text: Substring, in mark: String) -> Substring? {
    guard text.hasPrefix(mark) else { return nil }
    let rest = text.dropFirst(mark.count)
    guard let end = rest.firstRange(of: mark)?.lowerBound, end > rest.startIndex else { return nil }
    let inner = rest[..<end]
    if mark == "*", inner.first == " " || inner.last == " " { return nil }
    return inner
  }
}

extension StyledLine {
  /// The same with neighbours of one role in one span.
  fileprivate var joined: StyledLine {
    var spans: [Span] = []
    for span in self.spans {
      if let last = spans.last, last.role == span.role {
        spans[spans.count - 1].text += span.text
      } else {
        spans.append(span)
      }
    }
    return StyledLine(spans)
  }
}
