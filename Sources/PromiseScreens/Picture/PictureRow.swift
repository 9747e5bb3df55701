import PromiseGraph

/// A row of a picture: bars for reversed cells, lines, and text grouped by role.
struct PictureRow {
  private let cells: [Cell]
  private let top: Int

  init(_ canvas: Canvas, _ row: Int) {
    cells = (0..<canvas.width).map { canvas[$0, row] }
    top = row * Picture.cell.height
  }

  /// The elements, one per line.
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

  /// The background of the reversed cells.
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

  /// Returns the end of the longest run from `start` that can be a single element.
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

  /// Returns whether every terminal font has the character, one cell wide.
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
        "<text class=\"sign \(name)\" x=\"\(middle)\" y=\"\(baseline)\">\(text.escapedForXML)</text>\n"
    }
    let lead = text.distance(from: text.startIndex, to: begin)
    let shown = text[begin...].reversed().drop { $0 == " " }.reversed()
    let left = x + lead * Picture.cell.width
    return "<text class=\"\(name)\" x=\"\(left)\" y=\"\(baseline)\""
      + " textLength=\"\(shown.count * Picture.cell.width)\">\(String(shown).escapedForXML)</text>\n"
  }
}

/// A sign that is drawn as lines or as a box, so that it connects to its neighbors.
enum LineShape: Hashable {
  /// Lines from the middle of the cell to its sides.
  case lines(Sides, dashed: Bool = false)
  /// Two lines across.
  case double
  /// A part of the cell, as fractions of its width and height, and its opacity.
  case box(x: Double, y: Double, width: Double, height: Double, ink: Double = 1)

  /// The sides of a cell.
  struct Sides: OptionSet, Hashable {
    let rawValue: Int
    static let up = Sides(rawValue: 1)
    static let down = Sides(rawValue: 2)
    static let left = Sides(rawValue: 4)
    static let right = Sides(rawValue: 8)
  }

  /// Returns the shape of `sign`; `nil` if it is drawn as text.
  init?(_ sign: String) {
    guard let shape = Self.table[sign] else { return nil }
    self = shape
  }

  private static let table: [String: LineShape] = [
    "─": .lines([.left, .right]), "│": .lines([.up, .down]),
    "┌": .lines([.down, .right]), "┐": .lines([.down, .left]),
    "└": .lines([.up, .right]), "┘": .lines([.up, .left]),
    "├": .lines([.up, .down, .right]), "┤": .lines([.up, .down, .left]),
    "┬": .lines([.down, .left, .right]), "┴": .lines([.up, .left, .right]),
    "┼": .lines([.up, .down, .left, .right]), "╆": .lines([.up, .down, .left, .right]),
    "╭": .lines([.down, .right]), "╮": .lines([.down, .left]),
    "╰": .lines([.up, .right]), "╯": .lines([.up, .left]),
    "┄": .lines([.left, .right], dashed: true), "┊": .lines([.up, .down], dashed: true),
    "═": .double,
    "█": .box(x: 0, y: 0, width: 1, height: 1),
    "▐": .box(x: 0.5, y: 0, width: 0.5, height: 1),
    "▌": .box(x: 0, y: 0, width: 0.5, height: 1),
    "▄": .box(x: 0, y: 0.5, width: 1, height: 0.5),
    "▀": .box(x: 0, y: 0, width: 1, height: 0.5),
    "▓": .box(x: 0, y: 0, width: 1, height: 1, ink: 0.7),
    "░": .box(x: 0, y: 0, width: 1, height: 1, ink: 0.25),
  ]

  /// Returns the shape over `count` adjacent cells, starting at a corner.
  func svg(x: Int, y: Int, count: Int, class name: String) -> String {
    let cell = Picture.cell
    let middle = (x: Double(x) + Double(cell.width) / 2, y: Double(y) + Double(cell.height) / 2)
    let end = x + count * cell.width
    switch self {
    case .lines(let sides, let dashed):
      var path = ""
      if sides.contains(.left) || sides.contains(.right) {
        let from = sides.contains(.left) ? "\(x)" : "\(middle.x)"
        path += "M\(from) \(middle.y)H\(sides.contains(.right) ? "\(end)" : "\(middle.x)")"
      }
      if sides.contains(.up) || sides.contains(.down) {
        let from = sides.contains(.up) ? "\(y)" : "\(middle.y)"
        path +=
          "M\(middle.x) \(from)V\(sides.contains(.down) ? "\(y + cell.height)" : "\(middle.y)")"
      }
      let dashes = dashed ? " stroke-dasharray=\"2 2\"" : ""
      return "<path class=\"\(name)\"\(dashes) d=\"\(path)\"/>\n"
    case .double:
      return
        "<path class=\"\(name)\" d=\"M\(x) \(middle.y - 2)H\(end)M\(x) \(middle.y + 2)H\(end)\"/>\n"
    case .box(let left, let top, let width, let height, let ink):
      let opacity = ink < 1 ? " fill-opacity=\"\(ink)\"" : ""
      return "<rect class=\"\(name)\"\(opacity) x=\"\(Double(x) + left * Double(cell.width))\""
        + " y=\"\(Double(y) + top * Double(cell.height))\""
        + " width=\"\(width * Double(cell.width) * Double(count))\""
        + " height=\"\(height * Double(cell.height))\"/>\n"
    }
  }

  /// Whether adjacent cells of this shape are drawn as one.
  var joins: Bool {
    switch self {
    case .lines(let sides, _): sides == [.left, .right]
    case .double: true
    case .box(_, _, let width, _, _): width == 1
    }
  }
}
