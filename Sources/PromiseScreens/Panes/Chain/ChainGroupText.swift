import PromiseGraph
import PromiseKitLite

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
      spans.append(Span(String(repeating: " ", count: nameRoom - used), .body))
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
