/// One row of a picture: bars of reversed cells, lines, and text in runs of one meaning.
struct PictureRow {
  private let cells: [Cell]
  private let top: Int

  init(_ canvas: Canvas, _ row: Int) {
    cells = (0..<canvas.width).map { canvas[$0, row] }
    top = row * Picture.cell.height
  }

  /// The elements, a line each.
  var svg: String {
    var result = bars
    var x = 0
    while x < cells.count {
      let end = end(from: x)
      result += run(x..<end)
      x = end
    }
    return result
  }

  /// What lies behind the reversed cells.
  private var bars: String {
    var result = ""
    var x = 0
    while x < cells.count {
      let role = cells[x].role
      let end = cells[x...].firstIndex { !$0.reversed || $0.role != role } ?? cells.count
      guard end > x else {
        x += 1
        continue
      }
      result +=
        "<rect class=\"\(role.rawValue)\" x=\"\(x * Picture.cell.width)\" y=\"\(top)\""
        + " width=\"\((end - x) * Picture.cell.width)\" height=\"\(Picture.cell.height)\"/>\n"
      x = end
    }
    return result
  }

  /// Where the run that begins at `start` ends: what can be one element.
  private func end(from start: Int) -> Int {
    let first = cells[start]
    if let shape = LineShape(first.text) {
      guard shape.joins else { return start + 1 }
      return cells[start...].firstIndex { !isAlike($0, first) || $0.text != first.text }
        ?? cells.count
    }
    guard isPlain(first) else {
      return start + (start + 1 < cells.count && cells[start + 1].text.isEmpty ? 2 : 1)
    }
    var end = start
    var blanks = 0
    while end < cells.count, isAlike(cells[end], first), isPlain(cells[end]), blanks < 2 {
      blanks = cells[end].text == " " ? blanks + 1 : 0
      end += 1
    }
    return end
  }

  private func isAlike(_ a: Cell, _ b: Cell) -> Bool {
    a.role == b.role && a.reversed == b.reversed
  }

  /// A character that every font for terminals has, one cell wide.
  private func isPlain(_ cell: Cell) -> Bool {
    cell.text.utf8.count == 1 && cell.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
  }

  private func run(_ range: Range<Int>) -> String {
    let first = cells[range.lowerBound]
    let name = first.role.rawValue + (first.reversed ? " inverse" : "")
    let x = range.lowerBound * Picture.cell.width
    if let shape = LineShape(first.text) {
      return shape.svg(x: x, y: top, count: range.count, class: name)
    }
    let text = cells[range].map(\.text).joined()
    guard let begin = text.firstIndex(where: { $0 != " " }) else { return "" }
    let baseline = top + 13
    guard isPlain(first) else {
      let middle = x + range.count * Picture.cell.width / 2
      return
        "<text class=\"sign \(name)\" x=\"\(middle)\" y=\"\(baseline)\">\(escaped(text))</text>\n"
    }
    let lead = text.distance(from: text.startIndex, to: begin)
    let shown = text[begin...].reversed().drop { $0 == " " }.reversed()
    let left = x + lead * Picture.cell.width
    return "<text class=\"\(name)\" x=\"\(left)\" y=\"\(baseline)\""
      + " textLength=\"\(shown.count * Picture.cell.width)\">\(escaped(String(shown)))</text>\n"
  }
}
