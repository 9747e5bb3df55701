import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The visible part of the lines of a graph: each cell knows on which sides a line leaves it.
struct GraphCells {
  /// How a line is drawn.
  struct Pen: Hashable {
    var role: Role
    var isHeavy = false
    var isDotted = false
  }

  private struct Cell {
    var sides = LineSides()
    var pen = Pen(role: .dim)
    var sign: Character?
  }

  /// The visible part of the picture.
  let window: Rect
  private let glyphs: GlyphSet
  private let isDown: Bool
  private var cells: [Cell]

  init(_ window: Rect, isDown: Bool, glyphs: GlyphSet) {
    (self.window, self.isDown, self.glyphs) = (window, isDown, glyphs)
    cells = Array(repeating: Cell(), count: window.width * window.height)
  }

  private func index(_ x: Int, _ y: Int) -> Int? {
    window.contains(x, y) ? (y - window.y) * window.width + x - window.x : nil
  }

  private func cell(_ point: GraphScene.Point) -> (x: Int, y: Int) {
    isDown ? (point.across, point.along) : (point.along, point.across)
  }

  /// Draws an arrow, whose head is at the end of its way, or at its beginning if it leads back.
  mutating func draw(_ way: [GraphScene.Point], _ pen: Pen, isReversed: Bool) {
    guard let first = way.first, let last = way.last else { return }
    for (start, end) in zip(way, way.dropFirst()) { line(cell(start), cell(end), pen) }
    let head = cell(isReversed ? first : last)
    guard let index = index(head.x, head.y) else { return }
    cells[index].pen = pen
    cells[index].sign = glyphs.arrowHead(isDown: isDown, isReversed: isReversed)
  }

  private mutating func line(_ start: (x: Int, y: Int), _ end: (x: Int, y: Int), _ pen: Pen) {
    let isLevel = start.y == end.y
    let (from, to) =
      isLevel
      ? (min(start.x, end.x), max(start.x, end.x)) : (min(start.y, end.y), max(start.y, end.y))
    let (low, high) =
      isLevel ? (window.x, window.x + window.width - 1) : (window.y, window.y + window.height - 1)
    for place in max(from, low)...max(from, low, min(to, high)) where from < to {
      guard let index = isLevel ? index(place, start.y) : index(start.x, place) else { continue }
      var sides = LineSides()
      if place > from { sides.insert(isLevel ? .left : .up) }
      if place < to { sides.insert(isLevel ? .right : .down) }
      let wasEmpty = cells[index].sides.isEmpty
      cells[index].sides.formUnion(sides)
      var pen = pen
      pen.isHeavy = pen.isHeavy || cells[index].pen.isHeavy
      pen.isDotted = pen.isDotted && (wasEmpty || cells[index].pen.isDotted)
      cells[index].pen = pen
    }
  }

  /// Draws a frame around a box.
  mutating func frame(_ rect: Rect, _ pen: Pen) {
    let (right, bottom) = (rect.x + rect.width - 1, rect.y + rect.height - 1)
    for y in [rect.y, bottom] { line((rect.x, y), (right, y), pen) }
    for x in [rect.x, right] { line((x, rect.y), (x, bottom), pen) }
  }

  /// Draws a sign at a share, in thousandths, of a way.
  mutating func mark(_ way: [GraphScene.Point], at share: Int, _ sign: Character, _ role: Role) {
    let lengths = zip(way, way.dropFirst()).map {
      abs($0.along - $1.along) + abs($0.across - $1.across)
    }
    var left = lengths.reduce(0, +) * min(1000, max(0, share)) / 1000
    for (place, length) in lengths.enumerated() {
      guard left > length else {
        let (start, end) = (cell(way[place]), cell(way[place + 1]))
        let x = start.x + (end.x - start.x).signum() * left
        let y = start.y + (end.y - start.y).signum() * left
        guard let index = index(x, y) else { return }
        cells[index].sign = sign
        cells[index].pen = Pen(role: role)
        return
      }
      left -= length
    }
  }

  /// Returns the cells of a row of the window from `first` up to `end`, by their places in the window.
  func spans(row: Int, _ first: Int, _ end: Int) -> [Span] {
    var line = StyledLine()
    for place in first..<max(first, end) {
      let cell = cells[row * window.width + place]
      line.join(
        cell.sign
          ?? glyphs.line(cell.sides, isHeavy: cell.pen.isHeavy, isDotted: cell.pen.isDotted),
        cell.pen.role)
    }
    return line.spans
  }
}
