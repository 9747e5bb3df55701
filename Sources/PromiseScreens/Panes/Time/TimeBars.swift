import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Draws a lane of jobs or timers: what ran and what waited, with names and outcomes. The cost depends on the
/// columns, not on the number of entries.
struct TimeBars {
  /// What a lane contains.
  enum Kind: Hashable, Sendable {
    case jobs, timers
  }

  /// One entry that takes several columns, or all entries that are within one column; in a lane with very many, also
  /// those that are close together.
  struct Piece {
    var entries: Range<Int>
    /// Its first and last columns; a bar may have to leave its first column to the one before.
    var start: Int
    var end: Int
    /// Whether it is a single entry that takes several columns.
    var isBar: Bool
    /// The columns in which several entries are, of which some failed.
    var failures: [Int] = []
  }

  let scene: TimeScene
  let axis: TimeAxis
  let kind: Kind
  let source: Timeline.Lane
  let pieces: [Piece]
  var glyphs: GlyphSet { scene.glyphs }
  /// How many entries have no name in the lane.
  var unnamed = 0

  /// The entries whose waiting is looked at for an empty stretch.
  private static let mostWaiting = 16
  /// In a lane with more pieces than this, and than one for so many columns, those at half the distance are drawn as one,
  /// unless they have room for a name.
  private static let mostPieces = 16
  private static let columnsOfPiece = 6

  init(_ source: Timeline.Lane, _ kind: Kind, _ scene: TimeScene, _ axis: TimeAxis) {
    (self.source, self.kind, self.scene, self.axis) = (source, kind, scene, axis)
    let entries = source.entries
    func end(_ entry: Timeline.Lane.Entry) -> Int { entry.end.map(axis.column) ?? axis.columns - 1 }
    var pieces: [Piece] = []
    var place = entries.partitionPoint { axis.isPart && end($0) < 0 }
    while place < entries.count {
      let start = max(0, axis.column(entries[place].begin))
      guard start < axis.columns else { break }
      // What follows in the same turn needs a column, too.
      let next = place + 1 < entries.count ? axis.column(entries[place + 1].begin) : axis.columns
      let whole = entries[place].end.map { axis.lastColumn(from: entries[place].begin, to: $0) }
      let last = max(end(entries[place]), min(whole ?? 0, next - 1))
      if last > start {
        pieces.append(
          Piece(
            entries: place..<(place + 1), start: start, end: min(last, axis.columns - 1),
            isBar: true
          ))
        place += 1
      } else {
        let rest = entries[place...]
        let next = max(place + 1, rest.partitionPoint { end($0) <= start })
        let failures = source.hasFailure(in: place..<next) ? [start] : []
        pieces.append(
          Piece(
            entries: place..<next, start: start, end: start, isBar: false, failures: failures))
        place = next
      }
    }
    // Two that share a column are drawn side by side: a bar leaves its first column, or its last one to a job without
    // a length.
    for index in pieces.indices.dropFirst() where pieces[index].start <= pieces[index - 1].end {
      if pieces[index].isBar {
        pieces[index].start = pieces[index - 1].end + 1
      } else {
        pieces[index - 1].end -= 1
      }
    }
    let shown = pieces.filter { $0.start <= $0.end }
    let most = max(Self.mostPieces, axis.columns / Self.columnsOfPiece)
    self.pieces = shown.count > most ? Self.joined(shown) : shown
    unnamed = pieces.count - shown.count
  }

  /// Returns pieces of which those that are close together are one.
  private static func joined(_ pieces: [Piece]) -> [Piece] {
    var result: [Piece] = []
    for piece in pieces {
      guard let last = result.last, piece.start - last.end < columnsOfPiece / 2,
        [last, piece].allSatisfy({ !$0.isBar || $0.end - $0.start < columnsOfPiece })
      else {
        result.append(piece)
        continue
      }
      result[result.count - 1] = Piece(
        entries: last.entries.lowerBound..<piece.entries.upperBound, start: last.start,
        end: piece.end, isBar: false, failures: last.failures + piece.failures)
    }
    return result
  }

  /// Draws everything; `stuckSince` is when the oldest of the jobs that never start was enqueued.
  mutating func draw(in lane: inout TimeLane, stuckSince: Moment? = nil) {
    drawWaiting(in: &lane, stuckSince: stuckSince)
    for piece in pieces { draw(piece, in: &lane) }
    scene.drawGaps(along: axis, in: &lane)
    drawNames(in: &lane)
  }

  private func drawWaiting(in lane: inout TimeLane, stuckSince: Moment?) {
    guard kind == .jobs else { return }
    var free = 0
    for piece in pieces {
      let next = source.entries[piece.entries.lowerBound...].prefix(Self.mostWaiting)
      let waits = next.compactMap(\.enqueued).min()
      if let waits {
        hatch(from: max(free, axis.column(waits)), to: piece.start - 1, since: waits, in: &lane)
      }
      free = piece.end + 1
    }
    if let stuckSince {
      let mark = Timeline.Mark(time: stuckSince.time, sequence: stuckSince.sequence)
      hatch(from: max(free, axis.column(mark)), to: axis.columns - 1, since: mark, in: &lane)
    }
  }

  private func hatch(
    from start: Int, to end: Int, since mark: Timeline.Mark, in lane: inout TimeLane
  ) {
    lane.line(.hatch, from: start, to: end, mark.sequence > scene.playhead ? .future : .queued)
  }
}

// MARK: - Bars

extension TimeBars {
  private func draw(_ piece: Piece, in lane: inout TimeLane) {
    let entries = source.entries[piece.entries]
    guard let first = entries.first, let last = entries.last else { return }
    let role = role(of: piece)
    if piece.start == piece.end, piece.entries.count == 1 {
      return lane.mark(glyphs[sign(of: first, width: 1)], at: piece.start, role)
    }
    let isAhead = first.begin.sequence > scene.playhead
    let isOver = last.end.map { $0.sequence <= scene.playhead } ?? false
    let known = isAhead ? piece.start - 1 : isOver ? piece.end : min(piece.end, lane.playhead)
    if known >= piece.start {
      let begin = piece.isBar ? left : body
      lane.bar(begin, from: piece.start, to: piece.start, bar(for: role))
      lane.bar(body, from: piece.start + 1, to: known, bar(for: role))
    }
    lane.bar(.dotted, from: max(piece.start, known + 1), to: piece.end, .future)
    for column in piece.failures {
      lane.mark(glyphs[.rejected], at: column, column > known ? .future : .rejected)
    }
    guard piece.isBar, first.end != nil else { return }
    let sign = glyphs[sign(of: first, width: piece.end - piece.start + 1)]
    lane.mark(sign, at: piece.end, isOver ? endRole(first) ?? role : .future)
  }

  /// Returns the role of a bar whose work came to that.
  private func bar(for role: Role) -> Role {
    guard kind == .jobs else { return role }
    return switch role {
    case .fulfilled: .barFulfilled
    case .rejected: .barRejected
    case .cancelled: .barCancelled
    case .running: .barRunning
    case .lockedIn: .barLockedIn
    case .future: .future
    default: .barPlain
    }
  }

  private var left: Glyph { kind == .jobs ? .barLeft : .timeLine }
  private var body: Glyph { kind == .jobs ? .barFull : .timeLine }

  /// Returns the hue of a piece: that of its outcome, or of what is happening.
  private func role(of piece: Piece) -> Role {
    let entries = source.entries
    let (first, last) = (
      entries[piece.entries.lowerBound], entries[piece.entries.upperBound - 1]
    )
    if first.begin.sequence > scene.playhead { return .future }
    let isOver = last.end.map { $0.sequence <= scene.playhead } ?? false
    if last.begin.sequence <= scene.playhead, !isOver {
      return kind == .timers ? .dim : .running
    }
    if kind == .timers { return .dim }
    return piece.entries.count == 1 ? outcome(first) : .fulfilled
  }

  /// Returns what a job that has ended came to.
  private func outcome(_ entry: Timeline.Lane.Entry) -> Role {
    let job = scene.end.job(JobID(entry.number))
    let node = job?.child.flatMap { scene.end[$0] }
    if entry.failed { return node?.settlement?.outcome == .cancelled ? .cancelled : .rejected }
    guard let node, let end = entry.end else { return .body }
    if job?.ending == .returnedPromise { return .lockedIn }
    // A body may have left its promise pending.
    guard node.creation.operation == .body else { return .fulfilled }
    return node.settled.map { $0.sequence < end.sequence } == true ? .fulfilled : .body
  }

  /// Returns the sign of an end; a bar of fewer than six columns has no room for that of a success.
  private func sign(of entry: Timeline.Lane.Entry, width: Int) -> Glyph {
    if hasWon(entry) { return .winner }
    if kind == .timers { return entry.failed ? .cancelled : .fulfilled }
    return switch outcome(entry) {
    case .rejected: .rejected
    case .cancelled: .cancelled
    case .fulfilled: width < 6 ? .barRight : .fulfilled
    default: .barRight
    }
  }

  /// Returns the role of the sign at the end, if it is not that of the bar.
  private func endRole(_ entry: Timeline.Lane.Entry) -> Role? {
    if hasWon(entry) { return .winner }
    guard kind == .timers else { return nil }
    return entry.failed ? .cancelled : .fulfilled
  }

  /// Returns whether the entry settled a promise that a race or an any took its outcome from.
  private func hasWon(_ entry: Timeline.Lane.Entry) -> Bool {
    guard entry.end != nil, let node = promise(of: entry) else { return false }
    return scene.end.hasWon(node)
  }

  func promise(of entry: Timeline.Lane.Entry) -> PromiseNode? {
    let promise =
      kind == .jobs
      ? scene.end.job(JobID(entry.number))?.child
      : scene.end.timer(TimerID(entry.number))?.promise
    return promise.flatMap { scene.end[$0] }
  }
}
