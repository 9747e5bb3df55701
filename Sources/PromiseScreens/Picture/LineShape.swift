/// A sign that is drawn as lines or as a box, so that it meets its neighbours.
enum LineShape: Hashable {
  /// Lines from the middle of the cell to its sides.
  case lines(Sides, dashed: Bool = false)
  /// Two lines across.
  case double
  /// A part of the cell, as shares of its width and height, and how much of it is ink.
  case box(x: Double, y: Double, width: Double, height: Double, ink: Double = 1)

  /// The sides of a cell.
  struct Sides: OptionSet, Hashable {
    let rawValue: Int
    static let up = Sides(rawValue: 1)
    static let down = Sides(rawValue: 2)
    static let left = Sides(rawValue: 4)
    static let right = Sides(rawValue: 8)
  }

  /// The shape of `sign`; none where it is text.
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

  /// The shape over `count` cells side by side, from a corner on.
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

  /// Cells of this shape side by side are one.
  var joins: Bool {
    switch self {
    case .lines(let sides, _): sides == [.left, .right]
    case .double: true
    case .box(_, _, let width, _, _): width == 1
    }
  }
}
