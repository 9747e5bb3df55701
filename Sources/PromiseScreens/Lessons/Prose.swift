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
      let mark = ["**", "`"].compactMap { mark in
        rest.firstRange(of: mark).map { (mark: mark, range: $0) }
      }.min { $0.range.lowerBound < $1.range.lowerBound }
      guard let mark, let end = rest[mark.range.upperBound...].firstRange(of: mark.mark) else {
        break
      }
      spans.append((String(rest[..<mark.range.lowerBound]), nil))
      let inner = String(rest[mark.range.upperBound..<end.lowerBound])
      spans.append((inner, mark.mark == "`" ? .key : .heading))
      rest = rest[end.upperBound...]
    }
    return (spans + [(String(rest), nil)]).filter { !$0.0.isEmpty }
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
