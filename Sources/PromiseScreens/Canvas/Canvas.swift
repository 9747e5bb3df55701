import PromiseEvents

/// The screen as cells, independent of any terminal: what a view draws into.
///
/// Nothing is drawn outside its bounds, and all text passes through ``sanitized(_:)``, so that no label or
/// value can reach the terminal as a command.
package struct Canvas: Hashable, Sendable {
  /// Columns.
  package let width: Int
  /// Rows.
  package let height: Int
  private var cells: [Cell]

  /// Creates an empty canvas; a negative size counts as 0.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    cells = Array(repeating: .blank, count: self.width * self.height)
  }

  /// The cell in column `x` of row `y`; blank outside the canvas.
  package subscript(x: Int, y: Int) -> Cell {
    contains(x, y) ? cells[y * width + x] : .blank
  }

  private func contains(_ x: Int, _ y: Int) -> Bool {
    x >= 0 && x < width && y >= 0 && y < height
  }

  /// The canvas without its last row, which on a screen shows keys, as a picture needs it.
  package var withoutLastRow: Canvas {
    var canvas = Canvas(width: width, height: height - 1)
    canvas.cells = Array(cells.prefix(canvas.cells.count))
    return canvas
  }

  /// Returns whether the row `y` is the same in another canvas of this width.
  func hasSameRow(_ y: Int, as other: Canvas) -> Bool {
    let row = y * width..<(y + 1) * width
    return row.upperBound <= min(cells.count, other.cells.count)
      && cells[row].elementsEqual(other.cells[row])
  }

  /// The rows, one per line, including trailing spaces.
  package var text: String {
    (0..<height).map { y in (0..<width).map { cells[y * width + $0].text }.joined() }
      .joined(separator: "\n")
  }
}

extension Canvas {
  /// Draws `line` from column `x` of row `y` on, cut to `width` cells.
  ///
  /// A wide character is never cut in half: if only one cell is left, a space is drawn. With `reversed`, the
  /// row is one bar in a single style, to the end of the width; only matches of the search stay underlined.
  package mutating func draw(
    _ line: StyledLine, x: Int, y: Int, width: Int, reversed: Bool = false
  ) {
    guard y >= 0, y < height else { return }
    var pen = Pen(column: x, end: min(x + max(0, width), self.width))
    for span in line.spans {
      let text = beginning(of: span.text, cells: pen.end - max(0, pen.column)).text
      let bar = span.role.bar
      let role = reversed ? (span.role == .match ? .match : .body) : bar ?? span.role
      for piece in DisplayPieces(sanitized(text)) {
        guard pen.column < pen.end else { return }
        put(piece, role: role, row: y, pen: &pen, reversed: reversed || bar != nil)
      }
    }
    guard reversed else { return }
    while pen.column < pen.end {
      put(DisplayPiece(text: " ", width: 1), role: .body, row: y, pen: &pen, reversed: true)
    }
  }

  /// Draws `text` in a single role.
  package mutating func draw(_ text: String, _ role: Role = .body, x: Int, y: Int) {
    draw(StyledLine(text, role), x: x, y: y, width: max(0, width - x))
  }

  private struct Pen {
    var column: Int
    var end: Int
  }

  private mutating func put(
    _ piece: DisplayPiece, role: Role, row: Int, pen: inout Pen, reversed: Bool
  ) {
    if piece.width == 2, pen.column + 2 > pen.end || pen.column < 0 {
      set(Cell(" ", role: role, reversed: reversed), pen.column, row)
      set(Cell(" ", role: role, reversed: reversed), pen.column + 1, row, before: pen.end)
    } else {
      set(Cell(piece.text, role: role, reversed: reversed), pen.column, row)
      if piece.width == 2 {
        set(Cell("", role: role, reversed: reversed), pen.column + 1, row)
      }
    }
    pen.column += piece.width
  }

  /// Sets a cell; the other half of a wide character that it overwrites becomes a space.
  private mutating func set(_ cell: Cell, _ x: Int, _ y: Int, before end: Int = .max) {
    guard contains(x, y), x < end else { return }
    let index = y * width + x
    if cells[index].text.isEmpty, x > 0, !cell.text.isEmpty {
      cells[index - 1].text = " "
    }
    if x + 1 < width, cells[index + 1].text.isEmpty, !cell.text.isEmpty {
      cells[index + 1].text = " "
    }
    cells[index] = cell
  }
}

/// A cell of the screen.
package struct Cell: Hashable, Sendable {
  /// Its content: a character with its marks, or empty for the right half of a wide character.
  package var text: String
  /// The role of the text.
  package var role: Role
  /// Whether it is drawn in reverse video, as the selection is.
  package var reversed: Bool

  /// Creates a cell with one character.
  package init(_ text: String, role: Role = .body, reversed: Bool = false) {
    self.text = text
    self.role = role
    self.reversed = reversed
  }

  /// An empty cell.
  package static let blank = Cell(" ")
}
