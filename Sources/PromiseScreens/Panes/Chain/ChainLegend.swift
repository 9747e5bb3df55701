import PromiseGraph
import PromiseKitLite

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
