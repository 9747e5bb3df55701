import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The legend of the chain pane, in as few lines as the width allows.
struct ChainLegend {
  /// Signs, their meaning, and whether only runs with a fan-in need them.
  private static let entries: [(glyphs: [Glyph], meaning: String, forFanIns: Bool)] = [
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
    ([.dotted], "created inside", false),
    ([.laneHorizontal], "adopted", false),
    ([.laneVertical], "chain", false),
    ([.winner], "winner", true),
    ([.laneJoinFirst, .laneJoin], "fan-in", true),
    ([.laneSettledBy], "settled by this input", true),
  ]
  /// The entry for runs that lost events.
  private static let unknown: (glyphs: [Glyph], meaning: String, forFanIns: Bool) =
    ([.unknown], "unknown since the gap", false)

  /// What the signs mean.
  static var meanings: [String] { (entries + [unknown]).map(\.meaning) }

  /// Returns the lines, each at most `width` cells wide.
  static func lines(
    _ graph: Graph, glyphs: GlyphSet, language: Language, width: Int
  ) -> [StyledLine] {
    let title = language.text("legend") + "  "
    let hasFanIns = graph.groups.prefix(Folding.mostInLanes).contains { $0.operation.isFanIn }
    var lines: [StyledLine] = []
    var used = Int.max
    let all = entries + (graph.counts.unknown > 0 ? [unknown] : [])
    for entry in all where hasFanIns || !entry.forFanIns {
      let text =
        String(entry.glyphs.map { glyphs[$0] }) + " " + language.text(Phrase(entry.meaning))
      let needed = displayWidth(text)
      if used == .max || used + 2 + needed > width {
        let start = lines.isEmpty ? title : blanks(displayWidth(title))
        guard displayWidth(start) + needed <= width else { return [] }
        lines.append(StyledLine(start, .dim))
        used = displayWidth(start)
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

/// The row of a group of chains: their number, name, states, durations, and where they were created.
struct ChainGroupText {
  let facts: ChainFacts
  /// The available cells.
  let room: Int

  /// Returns the line right of the sign; `selection` is a promise inside the folded row.
  func spans(_ group: ChainGroup, isOpen: Bool, selection: PromiseID?) -> [Span] {
    let times = facts.glyphs == .unicode ? "×" : "x"
    let count = "\(times)\(group.chainCount)"
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
    // Leave out the least important parts first.
    for part in parts(group, isOpen: isOpen, selection: selection) {
      let needed = part.reduce(2) { $0 + displayWidth($1.text) }
      guard used + needed <= room else { continue }
      spans.append(Span("  ", .body))
      spans += part
      used += needed
    }
    return StyledLine(spans).cut(to: room, ellipsis: facts.glyphs[.ellipsis]).spans
  }

  /// Returns the name of the chains, with the ellipsis of the glyph set.
  private func title(_ group: ChainGroup) -> String {
    let title =
      group.roots.first.map { facts.graph.titleInProcess(of: $0, group.title) } ?? group.title
    guard title.last == "…" else { return title }
    return title.dropLast() + String(facts.glyphs[.ellipsis])
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

  /// Returns the shortest, the longest and the median duration: `1.0-9.1 ms, median 2.4`.
  private func times(_ group: ChainGroup) -> String? {
    guard let shortest = group.times.shortest, let median = group.times.median,
      let longest = group.times.longest
    else { return nil }
    if shortest == longest { return "\(milliseconds(median)) ms" }
    let range = "\(milliseconds(shortest))-\(milliseconds(longest)) ms"
    guard facts.isWide else { return range }
    return facts.language.text("\(range), median \(milliseconds(median)) ms")
  }
}

extension StateCounts {
  /// Returns the number of promises in each state, with its sign: `✗ 2  ▸ 8  ✓ 990`.
  func spans(_ glyphs: GlyphSet) -> [Span] {
    Array(
      byUrgency.map { glyph, role, count in
        [Span(String(glyphs[glyph]), role), Span(" \(count)")]
      }.joined(separator: [Span("  ")]))
  }
}
