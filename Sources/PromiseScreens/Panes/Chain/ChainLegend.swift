import PromiseEvents
import PromiseGraph

/// The signs of the chain pane and what they mean, in as few lines as the width allows.
struct ChainLegend {
  /// A sign, its words, and whether only pictures with a fan-in need it.
  private static let entries: [(glyphs: [Glyph], words: String, forFanIns: Bool)] = [
    ([.pending], "pending", false),
    ([.queued], "queued", false),
    ([.running], "running", false),
    ([.lockedIn], "locked in to another", false),
    ([.fulfilled], "fulfilled", false),
    ([.rejected], "rejected", false),
    ([.cancelled], "cancelled", false),
    ([.passed], "passed through", false),
    ([.unhandled], "unhandled", false),
    ([.lost], "freed pending", false),
    ([.laneDotted], "made inside", false),
    ([.laneVertical], "chained", false),
    ([.winner], "winner", true),
    ([.laneJoinFirst, .laneJoin], "fan-in", true),
    ([.laneSettledBy], "settled by this input", true),
  ]
  /// What only a run needs of which events were lost.
  private static let unknown: (glyphs: [Glyph], words: String, forFanIns: Bool) =
    ([.unknown], "unknown since a gap", false)

  /// The lines, each at most `width` cells wide.
  static func lines(_ graph: Graph, glyphs: GlyphSet, width: Int) -> [StyledLine] {
    let hasFanIns = graph.groups.prefix(Folding.mostInLanes).contains { $0.operation.isFanIn }
    var lines: [StyledLine] = []
    var used = Int.max
    let all = entries + (graph.counts.unknown > 0 ? [unknown] : [])
    for entry in all where hasFanIns || !entry.forFanIns {
      let text = String(entry.glyphs.map { glyphs[$0] }) + " " + entry.words
      let needed = displayWidth(text)
      if used == .max || used + 2 + needed > width {
        let start = lines.isEmpty ? "legend  " : "        "
        guard start.count + needed <= width else { return [] }
        lines.append(StyledLine(start, .dim))
        used = start.count
      } else {
        lines[lines.count - 1].add("  ", .dim)
        used += 2
      }
      lines[lines.count - 1].add(text, .dim)
      used += needed
    }
    return lines
  }
}

/// The row of a group of chains: how many there are, what they are called, how they stand, how long they
/// took, where they were made.
struct ChainGroupText {
  let facts: ChainFacts
  /// The cells that there are.
  let room: Int

  /// The line right of the sign; `selection` is a promise that lies in a folded row.
  func spans(_ group: ChainGroup, isOpen: Bool, selection: PromiseID?) -> [Span] {
    let count = "x\(group.chainCount)"
    let nameRoom = min(max(8, room / 3), 28)
    var spans = [Span(count + " ", .heading)]
    let name = clipped(
      title(group), to: max(1, nameRoom - count.count - 1), ellipsis: facts.glyphs[.ellipsis])
    spans += facts.marked(name, isOpen ? .heading : .body)
    var used = count.count + 1 + displayWidth(name)
    if used < nameRoom {
      spans.append(Span(blanks(nameRoom - used), .body))
      used = nameRoom
    }
    // What matters least is left out first.
    for part in parts(group, isOpen: isOpen, selection: selection) {
      let needed = part.reduce(2) { $0 + displayWidth($1.text) }
      guard used + needed <= room else { continue }
      spans.append(Span("  ", .body))
      spans += part
      used += needed
    }
    return StyledLine(spans).cut(to: room, ellipsis: facts.glyphs[.ellipsis]).spans
  }

  /// What the chains are called, with the ellipsis of the terminal.
  private func title(_ group: ChainGroup) -> String {
    guard group.title.last == "…" else { return group.title }
    return group.title.dropLast() + String(facts.glyphs[.ellipsis])
  }

  private func parts(
    _ group: ChainGroup, isOpen: Bool, selection: PromiseID?
  ) -> [[Span]] {
    var parts = [group.counts.spans(facts.glyphs)]
    if let selection, let node = facts.graph[selection] {
      var part = [
        Span(String(facts.glyphs[.arrowRight]) + "\(selection) ", .key),
        Span(String(facts.glyphs[node.glyph]), node.role),
      ]
      if facts.isWide { part.append(Span(" " + node.title, .body)) }
      parts.append(part)
    }
    if let times = times(group) { parts.append([Span(times, .dim)]) }
    if let site = group.site, facts.isWide { parts.append([Span(site.fileAndLine, .dim)]) }
    return parts
  }

  /// The shortest, the median and the longest time that a chain took: `1.0 2.4 9.1 ms`.
  private func times(_ group: ChainGroup) -> String? {
    guard let shortest = group.times.shortest, let median = group.times.median,
      let longest = group.times.longest
    else { return nil }
    if shortest == longest { return "\(milliseconds(median)) ms" }
    let range = "\(milliseconds(shortest))-\(milliseconds(longest)) ms"
    return facts.isWide ? "\(range), half in \(milliseconds(median))" : range
  }
}

extension StateCounts {
  /// How many promises are in which state, each with its sign: `✗ 2  ▸ 8  ✓ 990`.
  func spans(_ glyphs: GlyphSet) -> [Span] {
    Array(
      byUrgency.map { glyph, role, count in
        [Span(String(glyphs[glyph]), role), Span(" \(count)")]
      }.joined(separator: [Span("  ")]))
  }
}
