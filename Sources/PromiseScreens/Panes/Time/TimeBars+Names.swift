import PromiseEvents
import PromiseGraph
import PromiseInsight

extension TimeBars {
  /// The most names in a row.
  private static let mostNames = 4

  /// Writes the names of the entries, in the order in which they began, and counts those without room.
  mutating func drawNames(in lane: inout TimeLane) {
    // The entries whose names do not fit into their bars, and that touch each other.
    var group: [Timeline.Lane.Entry] = []
    var count = 0
    var start = 0
    for (index, piece) in pieces.enumerated() {
      let first = source.entries[piece.entries.lowerBound]
      if piece.isBar, nameInside(piece, first, in: &lane) {
        unnamed += count
        (group, count) = ([], 0)
        writeError(of: first, after: piece.end, in: &lane)
        continue
      }
      if count == 0 { start = piece.start }
      let room = Self.mostNames - group.count
      group += source.entries[piece.entries].prefix(max(0, room))
      count += piece.entries.count
      guard index + 1 == pieces.count || pieces[index + 1].start > piece.end + 1 else { continue }
      if !nameBeside(group, count, from: start, to: piece.end, in: &lane) { unnamed += count }
      (group, count) = ([], 0)
    }
  }

  /// Writes the name into the bar, near its start, so that it stays in place while the bar grows.
  private func nameInside(
    _ piece: Piece, _ entry: Timeline.Lane.Entry, in lane: inout TimeLane
  ) -> Bool {
    let room = piece.end - piece.start - 3
    guard room >= 3 else { return false }
    let names = scene.names(of: entry, kind)
    let beside = lane.room(from: piece.end + 1)
    var text = names.first { displayWidth($0) <= room }
    if text == nil, room >= 4, let short = names.last, displayWidth(short) >= beside {
      text = clipped(short, to: room, ellipsis: glyphs[.ellipsis])
    }
    guard let text else { return false }
    let lead = room - displayWidth(text) > 0 ? 2 : 1
    let isAhead = entry.begin.sequence > scene.playhead
    lane.write(" \(text) ", at: piece.start + lead, isAhead ? .future : .body)
    return true
  }

  /// Writes the names of entries to the right of the last one, or to the left of the first one: as many as fit,
  /// and the number of the others.
  private func nameBeside(
    _ group: [Timeline.Lane.Entry], _ count: Int, from start: Int, to column: Int,
    in lane: inout TimeLane
  ) -> Bool {
    // One cell stays free before whatever follows.
    let free = lane.room(from: column + 1)
    let after = column + 1 + free == axis.columns ? free : free - 1
    let before = lane.room(upTo: start - 1) - 1
    let room = max(after, min(before, 24))
    guard room > 0, let first = group.first else { return false }
    let all = group.map { scene.names(of: $0, kind) }
    var texts: [String] = []
    for shown in stride(from: group.count, through: 1, by: -1) {
      let more = count > shown ? " +\(count - shown)" : ""
      texts.append(all.prefix(shown).compactMap(\.first).joined(separator: " ") + more)
      texts.append(all.prefix(shown).compactMap(\.last).joined(separator: " ") + more)
    }
    let isAhead = first.begin.sequence > scene.playhead
    let more = count > 1 ? " +\(count - 1)" : ""
    var text = texts.first { displayWidth($0) <= room }
    if text == nil, room - more.count >= 4, let short = all.first?.last {
      text = clipped(short, to: room - more.count, ellipsis: glyphs[.ellipsis]) + more
    }
    if text == nil, count > 1, "+\(count)".count <= room { text = "+\(count)" }
    guard let text else { return false }
    let isAfter = displayWidth(text) <= after
    lane.write(
      text, at: isAfter ? column + 1 : start - displayWidth(text), isAhead ? .future : .body)
    return true
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
