import PromiseCourse

/// Draws the text of a lesson, in which code and emphasis are marked as in Markdown.
enum Prose {
  /// Returns the text without its marks.
  static func plain(_ text: String) -> String { spans(text).map(\.text).joined() }

  /// Returns the text in lines of at most `width` cells; lines after the first start with `hanging`.
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
      // Give each character of the line the role that it has in the text.
      for character in text {
        while let next = rest.first, next.0 != character, next.0 == " " { rest.removeFirst() }
        let role = rest.popFirst()?.1 ?? role
        line.join(character, role)
      }
      return line
    }
  }

  private static func spans(_ text: String) -> [(text: String, role: Role?)] {
    var spans: [(String, Role?)] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let start = rest.firstIndex(where: { $0 == "*" || $0 == "`" }) else { break }
      spans.append((String(rest[..<start]), nil))
      rest = rest[start...]
      // Find the longest mark that is closed; an unclosed mark is ordinary text.
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

  /// Returns what is between the `mark` at the start of `text` and the next one; `nil` if there is none. A
  /// single star does not mark text that starts or ends with a space, as in `2 * 3 * 4`.
  private static func inner(of text: Substring, in mark: String) -> Substring? {
    guard text.hasPrefix(mark) else { return nil }
    let rest = text.dropFirst(mark.count)
    guard let end = rest.firstRange(of: mark)?.lowerBound, end > rest.startIndex else { return nil }
    let inner = rest[..<end]
    if mark == "*", inner.first == " " || inner.last == " " { return nil }
    return inner
  }
}

/// Draws a table in aligned columns, measured in cells.
enum TableLines {
  /// Returns the first table in the blocks of a lesson.
  static func first(in blocks: [LessonBlock]) -> (header: [String], rows: [[String]])? {
    for case .table(let header, let rows) in blocks { return (header, rows) }
    return nil
  }

  /// Returns the table in at most `width` cells; the widest columns are wrapped if it does not fit.
  static func lines(
    _ header: [String], _ rows: [[String]], width: Int, _ glyphs: GlyphSet
  ) -> [StyledLine] {
    let header = header.map { Prose.plain($0) }
    let rows = rows.map { $0.map { Prose.plain($0) } }
    let widths = widths(header, rows, within: width)
    guard !widths.isEmpty else { return [] }
    let rule = widths.map { glyphs.line(.frameHorizontal, $0) }.joined(separator: gap)
    return line(header, widths, .heading) + [StyledLine(rule, .dim)]
      + rows.flatMap { line($0, widths, .body) }
  }

  private static let gap = "  "

  /// Returns a row, in as many lines as its longest cell needs.
  private static func line(_ cells: [String], _ widths: [Int], _ role: Role) -> [StyledLine] {
    let columns = widths.enumerated().map { index, width in
      cells.indices.contains(index) ? wrapped(cells[index], to: width) : []
    }
    return (0..<max(1, columns.map(\.count).max() ?? 1)).map { row in
      var line = StyledLine()
      for (index, column) in columns.enumerated() {
        let text = row < column.count ? column[row] : ""
        let isLast = index == columns.count - 1
        let fill = blanks(isLast ? 0 : widths[index] - displayWidth(text))
        line.add((index == 0 ? "" : gap) + text + fill, index == 0 ? .heading : role)
      }
      return line
    }
  }

  /// Returns the width of each column; the widest ones are reduced if all of them do not fit.
  private static func widths(
    _ header: [String], _ rows: [[String]], within width: Int
  ) -> [Int] {
    let count = max(header.count, rows.map(\.count).max() ?? 0)
    guard count > 0 else { return [] }
    var widths = (0..<count).map { column in
      max(
        1,
        ([header] + rows).map { $0.indices.contains(column) ? displayWidth($0[column]) : 0 }
          .max() ?? 1)
    }
    // The longest word of each column: no word is cut before all columns are that narrow.
    let least = (0..<count).map { column in
      ([header] + rows).flatMap { row -> [Int] in
        guard row.indices.contains(column) else { return [] }
        return row[column].split(separator: " ").map { wrapWidth($0) }
      }.max() ?? 1
    }
    var excess = widths.reduce(0, +) + gap.count * (count - 1) - max(count, width)
    for floor in [least, Array(repeating: 4, count: count)] {
      while excess > 0,
        let widest = widths.indices.filter({ widths[$0] > floor[$0] })
          .max(by: { widths[$0] < widths[$1] })
      {
        widths[widest] -= 1
        excess -= 1
      }
    }
    return widths
  }

  /// Returns the least width of a word. Text of wide characters may be broken between Chinese words, most
  /// of which have two characters, and none more than four.
  private static func wrapWidth(_ word: Substring) -> Int {
    let width = displayWidth(String(word))
    return width > word.count ? min(width, 8) : width
  }
}
