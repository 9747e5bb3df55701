import PromiseCourse

/// A table in aligned columns; wide characters count as the cells that they take.
enum TableLines {
  /// The first table among some blocks of a lesson.
  static func first(in blocks: [LessonBlock]) -> (header: [String], rows: [[String]])? {
    for case .table(let header, let rows) in blocks { return (header, rows) }
    return nil
  }

  /// The table in at most `width` cells: where it is wider, the widest columns are wrapped.
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

  /// One row, in as many lines as its longest cell needs.
  private static func line(_ cells: [String], _ widths: [Int], _ role: Role) -> [StyledLine] {
    let columns = widths.enumerated().map { index, width in
      cells.indices.contains(index) ? wrapped(cells[index], to: width) : []
    }
    return (0..<max(1, columns.map(\.count).max() ?? 1)).map { row in
      var line = StyledLine()
      for (index, column) in columns.enumerated() {
        let text = row < column.count ? column[row] : ""
        let isLast = index == columns.count - 1
        let blanks = String(
          repeating: " ", count: isLast ? 0 : max(0, widths[index] - displayWidth(text)))
        line.add((index == 0 ? "" : gap) + text + blanks, index == 0 ? .heading : role)
      }
      return line
    }
  }

  /// What each column needs; where that is too much together, the widest ones give way.
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
    // The longest word of each: down to that a column gives way before any word is cut.
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

  /// What a word needs where it may be broken: between wide characters it may.
  private static func wrapWidth(_ word: Substring) -> Int {
    let width = displayWidth(String(word))
    return width > word.count ? min(width, 4) : width
  }
}
