import PromiseGraph

/// One line along the time axis as cells, that later strokes draw over earlier ones.
struct TimeLane {
  /// What a cell holds: it decides what may be drawn over it.
  private enum Content {
    case nothing
    /// A line, that the playhead may cross.
    case line
    /// Part of a bar, or a sign; nothing but another one covers it.
    case solid
    /// Part of a name.
    case name
  }

  private struct Cell {
    var character: Character = " "
    var role = Role.body
    var content = Content.nothing
  }

  private var cells: [Cell]
  private let glyphs: GlyphSet
  /// Columns right of this one have not happened.
  private let playhead: Int

  init(columns: Int, playhead: Int, glyphs: GlyphSet) {
    cells = Array(repeating: Cell(), count: max(0, columns))
    self.playhead = playhead
    self.glyphs = glyphs
  }

  /// A line between two columns, both included, under what is there already. Ahead of the playhead it
  /// is dotted, with single dots for waiting.
  mutating func line(_ glyph: Glyph, from start: Int, to end: Int, _ role: Role) {
    for column in cells.indices.clamped(to: start..<max(start, end + 1))
    where cells[column].content == .nothing || cells[column].content == .line {
      let ahead = column > playhead
      let isWaiting = glyph == .timeWaiting || glyph == .barLow
      let sign = ahead ? (isWaiting ? Glyph.timeWaiting : .dotted) : glyph
      cells[column] = Cell(
        character: glyphs[sign], role: ahead ? .future : role, content: .line)
    }
  }

  /// A sign over whatever is there.
  mutating func mark(_ character: Character, at column: Int, _ role: Role) {
    guard cells.indices.contains(column) else { return }
    cells[column] = Cell(character: character, role: role, content: .solid)
  }

  /// How far a bar has come at the playhead.
  enum Progress: Hashable {
    case ahead, running, over
  }

  /// A bar between two columns. Where one begins in the column in which another one ends, the end
  /// stays to be seen; what two bars share otherwise is full.
  mutating func bar(from start: Int, to end: Int, _ progress: Progress) {
    if progress == .ahead {
      if start == end {
        if cells.indices.contains(start), cells[start].content != .solid {
          mark(glyphs[.barRight], at: start, .future)
        }
        return
      }
      return line(.dotted, from: max(start, playhead + 1), to: end, .future)
    }
    let role: Role = progress == .running ? .running : .body
    let last = progress == .running ? min(end, playhead) : end
    let isTaken = cells.indices.contains(start) && cells[start].content == .solid
    let first = isTaken && last > start ? start + 1 : start
    for column in cells.indices.clamped(to: first..<max(first, last + 1)) {
      let glyph: Glyph =
        if cells[column].content == .solid {
          .barFull
        } else if column == last, progress == .over {
          .barRight
        } else {
          column == first ? .barLeft : .barFull
        }
      mark(glyphs[glyph], at: column, role)
    }
    if progress == .running { line(.dotted, from: playhead + 1, to: end, .future) }
  }

  /// Writes ` name ` into a bar, in the middle if that is free, if a part of it behind or ahead of the
  /// playhead has room for that and two cells of the bar at each side.
  mutating func name(_ name: String, from start: Int, to end: Int) {
    let text = Array(" \(name) ")
    guard text.count == displayWidth(name) + 2 else { return }
    for (low, high, role) in [
      (start, min(end, playhead), Role.body), (max(start, playhead + 1), end, .future),
    ] where high - low + 1 >= text.count + 4 {
      let room = (low + 2)...(high - 1 - text.count)
      let middle = low + (high - low + 1 - text.count) / 2
      guard let left = ([middle] + room).first(where: { isFree($0, text.count) }) else { continue }
      for (index, character) in text.enumerated() {
        mark(character, at: left + index, role)
        cells[left + index].content = .name
      }
      return
    }
  }

  /// No name stands in these cells.
  private func isFree(_ start: Int, _ count: Int) -> Bool {
    cells.indices.contains(start) && start + count <= cells.count
      && cells[start..<(start + count)].allSatisfy { $0.content != .name }
  }

  /// Draws the playhead where it hides no sign.
  mutating func drawPlayhead() {
    guard cells.indices.contains(playhead),
      cells[playhead].content == .nothing || cells[playhead].content == .line
    else { return }
    cells[playhead] = Cell(character: glyphs[.playhead], role: .running, content: .solid)
  }

  /// The cells as text, neighbours of one meaning together.
  var spans: [Span] {
    var spans: [Span] = []
    for cell in cells {
      if spans.last?.role == cell.role {
        spans[spans.count - 1].text.append(cell.character)
      } else {
        spans.append(Span(String(cell.character), cell.role))
      }
    }
    return spans
  }
}
