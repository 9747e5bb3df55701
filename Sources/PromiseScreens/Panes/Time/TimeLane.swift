import PromiseGraph

/// A line along the time axis as cells; later strokes are drawn over earlier ones.
struct TimeLane {
  /// The content of a cell, which decides what may be drawn over it.
  private enum Content {
    case nothing
    /// A line, which the playhead may cross.
    case line
    /// Part of a bar, or a sign; only another one may cover it.
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
      let ahead = column > playhead
      let isWaiting = glyph == .timeWaiting || glyph == .barLow
      let sign = ahead ? (isWaiting ? Glyph.timeWaiting : .dotted) : glyph
      cells[column] = Cell(
        character: glyphs[sign], role: ahead ? .future : role, content: .line)
    }
  }

  /// Draws a sign over what is there.
  mutating func mark(_ character: Character, at column: Int, _ role: Role) {
    guard cells.indices.contains(column) else { return }
    cells[column] = Cell(character: character, role: role, content: .solid)
  }

  /// Draws bars for running jobs and low bars for waiting ones; `runningSince` is the column where the jobs
  /// running at the playhead started. If the queue `isSerial`, an end and a start in the same column are two
  /// bars that touch.
  mutating func draw(_ stretches: TimeStretches, runningSince: Int?, isSerial: Bool) {
    var begins = false
    for column in cells.indices {
      let stretch = stretches.columns[column]
      let ahead = column > playhead
      guard stretch.running.isBusy else {
        begins = false
        if stretch.waiting.isBusy { line(.barLow, from: column, to: column, .queued) }
        continue
      }
      let touches =
        stretch.running.after > 0 && stretch.running.begun > 0
        && (isSerial ? stretch.running.over > 0 : stretch.running.over >= stretch.running.before)
        && stretch.running.before > 0
      let ends = stretch.running.after == 0 && !(column == playhead && runningSince != nil)
      if ahead {
        let isInstant = stretch.running.before == 0 && ends
        mark(glyphs[isInstant ? .barRight : .dotted], at: column, .future)
        if !isInstant { cells[column].content = .line }
        continue
      }
      let glyph: Glyph =
        if ends || touches {
          .barRight
        } else if stretch.running.before == 0 || begins {
          .barLeft
        } else {
          .barFull
        }
      begins = touches
      let isRunning = runningSince.map { column >= $0 } ?? false
      mark(glyphs[glyph], at: column, isRunning ? .running : .body)
    }
  }

  /// Draws a line while timers are active, and a stroke when one fires.
  mutating func drawTimers(_ stretches: TimeStretches) {
    for column in cells.indices {
      let stretch = stretches.columns[column]
      if stretch.running.begun > 0 {
        mark(glyphs[.barRight], at: column, column > playhead ? .future : .body)
      } else if stretch.waiting.isBusy {
        line(.timeLine, from: column, to: column, .dim)
      }
    }
  }

  /// Draws a gap between two columns, both included; signs stay. If there is room, `text` says how much is
  /// missing.
  mutating func gap(from start: Int, to end: Int, saying text: String = "") {
    var sign = glyphs[.unknown]
    var free: [Int] = []
    for column in cells.indices.clamped(to: start..<max(start, end + 1))
    where cells[column].content != .solid {
      cells[column] = Cell(character: sign, role: .dim, content: .solid)
      if sign == " " { free.append(column) }
      sign = " "
    }
    let width = displayWidth(text)
    guard free.count >= width + 2, let first = free.first,
      free.last == first + free.count - 1
    else { return }
    // A wide character would take two of the lane's cells.
    guard width == text.count else { return }
    for (index, character) in text.enumerated() { mark(character, at: first + 1 + index, .dim) }
  }

  /// Writes ` name ` into a bar, preferably in the middle, if the part of the bar before or after the playhead
  /// has room for it and for two cells of the bar at each side.
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

  /// Returns whether these cells contain no name.
  private func isFree(_ start: Int, _ count: Int) -> Bool {
    cells.indices.contains(start) && start + count <= cells.count
      && cells[start..<(start + count)].allSatisfy { $0.content != .name }
  }

  /// Draws the playhead unless it would hide a sign.
  mutating func drawPlayhead() {
    guard cells.indices.contains(playhead),
      cells[playhead].content == .nothing || cells[playhead].content == .line
    else { return }
    cells[playhead] = Cell(character: glyphs[.playhead], role: .running, content: .solid)
  }

  /// The same without trailing blanks.
  var trimmedSpans: [Span] {
    var lane = self
    while lane.cells.last?.content == .nothing { lane.cells.removeLast() }
    return lane.spans
  }

  /// The cells as text, with neighbors of the same role joined.
  var spans: [Span] {
    var line = StyledLine()
    for cell in cells { line.join(cell.character, cell.role) }
    return line.spans
  }
}
