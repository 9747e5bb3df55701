import PromiseEvents
import PromiseGraph
import PromiseInsight

extension TimeBars {
  /// The most names for pieces that touch each other, and the most entries that are looked at for them.
  private static let mostNames = 4
  private static let mostEntries = 64

  /// Writes the names of the entries, in the order in which they began; at the end of the lane, how many entries have
  /// none.
  mutating func drawNames(in lane: inout TimeLane) {
    // The pieces that have no room for their names, and that touch each other.
    var group: Range<Int>?
    for (index, piece) in pieces.enumerated() {
      let first = source.entries[piece.entries.lowerBound]
      if piece.isBar, nameInside(piece, first, in: &lane) {
        if let group { nameGroup(group, in: &lane) }
        group = nil
        writeError(of: first, after: piece.end, in: &lane)
        continue
      }
      group = (group?.lowerBound ?? index)..<(index + 1)
      guard index + 1 == pieces.count || pieces[index + 1].start > piece.end + 1 else { continue }
      if let group { nameGroup(group, in: &lane) }
      group = nil
    }
    guard unnamed > 0 else { return }
    if lane.writeAtEnd(scene.more(unnamed, kind), .dim) { unnamed = 0 }
  }

  /// Writes the name on the bar, near its start, so that it stays in place while the bar grows.
  private func nameInside(
    _ piece: Piece, _ entry: Timeline.Lane.Entry, in lane: inout TimeLane
  ) -> Bool {
    // Between the first cell and the sign at the end; with a space on both sides, unless a bar has no room for them.
    let spaces = kind == .jobs ? 0 : 2
    let room = piece.end - piece.start - 1 - spaces
    guard room >= 3 else { return false }
    let names = scene.names(of: entry, kind)
    var text = names.first { displayWidth($0) <= room }
    if text == nil, room >= 4, let short = names.last,
      displayWidth(short) >= lane.room(from: piece.end + 1)
    {
      text = clipped(short, to: room, ellipsis: glyphs[.ellipsis])
    }
    guard let text else { return false }
    let isTight = displayWidth(text) + 2 > room + spaces
    let isAhead = entry.begin.sequence > scene.playhead
    lane.write(isTight ? text : " \(text) ", at: piece.start + 1, isAhead ? .future : .body)
    return true
  }

  /// Writes the names of pieces that touch each other: to their right, to their left, or on them.
  private mutating func nameGroup(_ group: Range<Int>, in lane: inout TimeLane) {
    let entries =
      pieces[group.lowerBound].entries.lowerBound..<pieces[group.upperBound - 1].entries.upperBound
    let (start, end) = (pieces[group.lowerBound].start, pieces[group.upperBound - 1].end)
    // One cell stays free before whatever follows.
    let free = lane.room(from: end + 1)
    let after = end + 1 + free == axis.columns ? free : free - 1
    let before = min(lane.room(upTo: start - 1) - 1, 48)
    let isAhead = source.entries[entries.lowerBound].begin.sequence > scene.playhead
    let role = isAhead ? Role.future : .body
    for text in texts(of: entries, room: max(after, before) - 1) {
      let width = displayWidth(text) + 1
      if width <= after { return lane.write(" \(text)", at: end + 1, role) }
      if width <= before { return lane.write("\(text) ", at: start - width, role) }
      if let column = lane.barRoom(width + 1, from: start, to: end) {
        return lane.write(" \(text) ", at: column, role)
      }
    }
    unnamed += entries.count
  }

  /// Returns texts for entries, from long to short: `p1 login`, `login`; of several, `×3 p2 flush, p5 submit, …`, `×3
  /// flush, submit, …`, `×3`.
  private func texts(of entries: Range<Int>, room: Int) -> [String] {
    let seen = source.entries[entries].prefix(Self.mostEntries).map { scene.names(of: $0, kind) }
    let times = entries.count > 1 ? scene.times(entries.count) : ""
    var texts: [String] = []
    let numbered = entries.count > Self.mostNames ? [] : [seen.compactMap(\.first)]
    for names in numbered + [seen.compactMap(\.last)] {
      var different: [String] = []
      for name in names where !different.contains(name) { different.append(name) }
      let isWhole = different.count <= Self.mostNames && seen.count == entries.count
      for shown in stride(from: min(different.count, Self.mostNames), through: 1, by: -1) {
        let isCut = !isWhole || shown < different.count
        let list = different.prefix(shown) + (isCut ? ["\(glyphs[.ellipsis])"] : [])
        texts.append((times.isEmpty ? "" : times + " ") + list.joined(separator: ", "))
      }
    }
    if times.isEmpty, room >= 4, let name = seen.first?.last {
      texts.append(clipped(name, to: room, ellipsis: glyphs[.ellipsis]))
    }
    return times.isEmpty ? texts : texts + [times]
  }

  /// Writes the error after the end of a bar, if there is room.
  private func writeError(
    of entry: Timeline.Lane.Entry, after column: Int, in lane: inout TimeLane
  ) {
    guard kind == .jobs, entry.failed, let settlement = promise(of: entry)?.settlement,
      !settlement.description.isEmpty
    else { return }
    let room = lane.room(from: column + 1) - 2
    guard room >= 4 else { return }
    let isAhead = entry.end.map { $0.sequence > scene.playhead } ?? true
    let text = clipped(settlement.description, to: room, ellipsis: glyphs[.ellipsis])
    lane.write(
      " \(text)", at: column + 1,
      isAhead ? .future : settlement.outcome == .cancelled ? .cancelled : .rejected)
  }
}

extension TimeScene {
  /// Returns a number of jobs as a sign: `×4`.
  func times(_ count: Int) -> String { (glyphs == .unicode ? "×" : "x") + grouped(count) }

  /// Returns how many jobs or timers have no name in a lane: `3 more jobs`.
  func more(_ count: Int, _ kind: TimeBars.Kind) -> String {
    language.plural(count, kind == .jobs ? "more job" : "more timer")
  }

  /// Returns the names of a job or a timer, from long to short: `p1 login`, `login`.
  func names(of entry: Timeline.Lane.Entry, _ kind: TimeBars.Kind) -> [String] {
    let promise: PromiseID?
    var label: String?
    switch kind {
    case .jobs:
      let job = end.job(JobID(entry.number))
      (promise, label) = (job?.child, job?.label)
    case .timers: promise = end.timer(TimerID(entry.number))?.promise
    }
    if let promise {
      guard let node = end[promise] else { return [promise.description] }
      return ["\(promise) \(node.name)", node.name]
    }
    let number = kind == .jobs ? "\(JobID(entry.number))" : "\(TimerID(entry.number))"
    if label?.isEmpty != false { label = nil }
    return [label ?? number]
  }
}
