import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A line along the time axis as cells; later strokes are drawn over earlier ones.
struct TimeLane {
  /// The content of a cell, which decides what may be drawn over it.
  private enum Content {
    case nothing
    /// A line, which the playhead may cross.
    case line
    /// Part of a bar, which names and the playhead may cover.
    case bar
    /// A sign; only another one may cover it.
    case solid
    /// Part of a name.
    case name
  }

  private struct Cell {
    /// Its text; empty for the second half of a wide character.
    var text = " "
    var role = Role.body
    var content = Content.nothing
  }

  private var cells: [Cell]
  private let glyphs: GlyphSet
  /// The column of the playhead; columns to its right are ahead.
  let playhead: Int

  init(columns: Int, playhead: Int, glyphs: GlyphSet) {
    cells = Array(repeating: Cell(), count: max(0, columns))
    self.playhead = playhead
    self.glyphs = glyphs
  }

  /// Draws a line between two columns, both included, under what is already there. Ahead of the playhead it
  /// is dotted, with single dots for waiting.
  mutating func line(_ glyph: Glyph, from start: Int, to end: Int, _ role: Role) {
    for column in cells.indices.clamped(to: start..<max(start, end + 1))
    where cells[column].content == .nothing || cells[column].content == .line {
      let ahead = column > playhead || role == .future
      let isWaiting = glyph == .timeWaiting || glyph == .hatch
      let sign = ahead ? (isWaiting ? Glyph.timeWaiting : .dotted) : glyph
      cells[column] = Cell(
        text: String(glyphs[sign]), role: ahead ? .future : role, content: .line)
    }
  }

  /// Draws part of a bar, from the first to the last of these columns, over what is there.
  mutating func bar(_ glyph: Glyph, from start: Int, to end: Int, _ role: Role) {
    for column in cells.indices.clamped(to: start..<max(start, end + 1)) {
      cells[column] = Cell(text: String(glyphs[glyph]), role: role, content: .bar)
    }
  }

  /// Draws a sign over what is there.
  mutating func mark(_ character: Character, at column: Int, _ role: Role) {
    guard cells.indices.contains(column) else { return }
    cells[column] = Cell(text: String(character), role: role, content: .solid)
  }

  /// Returns how many cells from a column on are empty.
  func room(from column: Int) -> Int {
    guard cells.indices.contains(column) else { return 0 }
    return cells[column...].prefix { $0.content == .nothing }.count
  }

  /// Returns how many cells up to a column are empty.
  func room(upTo column: Int) -> Int {
    guard cells.indices.contains(column) else { return 0 }
    return cells[...column].reversed().prefix { $0.content == .nothing }.count
  }

  /// Returns the first column from `start` to `end` from which on that many cells are part of bars, without names
  /// and signs.
  func barRoom(_ width: Int, from start: Int, to end: Int) -> Int? {
    var free = 0
    for column in cells.indices.clamped(to: start..<max(start, end + 1)) {
      free = cells[column].content == .bar ? free + 1 : 0
      if free == width { return column - width + 1 }
    }
    return nil
  }

  /// Writes text at the end of the lane and returns whether there was room for it and a space.
  mutating func writeAtEnd(_ text: String, _ role: Role) -> Bool {
    let width = displayWidth(text)
    guard room(upTo: cells.count - 1) > width else { return false }
    write(text, at: cells.count - width, role)
    return true
  }

  /// Writes text from a column on: on a bar in its color, and dim what is ahead of the playhead.
  mutating func write(_ text: String, at start: Int, _ role: Role) {
    var column = start
    for piece in DisplayPieces(sanitized(text)) {
      guard column >= 0, column + piece.width <= cells.count else { break }
      let role = column > playhead ? Role.future : cells[column].role.textOnBar ?? role
      cells[column] = Cell(text: piece.text, role: role, content: .name)
      if piece.width == 2 { cells[column + 1] = Cell(text: "", role: role, content: .name) }
      column += piece.width
    }
  }

  /// Draws a gap between two columns, both included; signs stay. If there is room, `text` says how much is
  /// missing.
  mutating func gap(from start: Int, to end: Int, saying text: String = "") {
    var sign = glyphs[.unknown]
    var free: [Int] = []
    for column in cells.indices.clamped(to: start..<max(start, end + 1))
    where cells[column].content == .nothing || cells[column].content == .line {
      cells[column] = Cell(text: String(sign), role: .dim, content: .solid)
      if sign == " " { free.append(column) }
      sign = " "
    }
    guard let first = free.first, free.last == first + free.count - 1,
      free.count >= displayWidth(text) + 2
    else { return }
    write(text, at: first + 1, .dim)
  }

  /// Draws vertical lines where nothing else is.
  mutating func cross(_ columns: [Int]) {
    for column in columns where cells.indices.contains(column) && column != playhead {
      guard cells[column].content == .nothing else { continue }
      cells[column] = Cell(text: String(glyphs[.decision]), role: .winner, content: .line)
    }
  }

  /// Draws the playhead, through bars, too, unless it would hide a sign or a part of a name.
  mutating func drawPlayhead() {
    guard cells.indices.contains(playhead) else { return }
    let cell = cells[playhead]
    guard cell.content != .solid, cell.content != .name else { return }
    cells[playhead] = Cell(
      text: String(glyphs[.playhead]), role: cell.role.textOnBar ?? .running, content: .solid)
  }

  /// The same without trailing blanks.
  var trimmedSpans: [Span] {
    var lane = self
    while lane.cells.last?.content == .nothing { lane.cells.removeLast() }
    return lane.spans
  }

  /// The cells as text, with neighbors of the same role joined.
  var spans: [Span] {
    var spans: [Span] = []
    for cell in cells where !cell.text.isEmpty {
      if spans.last?.role == cell.role {
        spans[spans.count - 1].text += cell.text
      } else {
        spans.append(Span(cell.text, cell.role))
      }
    }
    return spans
  }
}
