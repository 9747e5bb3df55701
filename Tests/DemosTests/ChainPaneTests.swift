import Demos
import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseScreens
import Testing

/// What the chain pane says about a run is true throughout every demo.
@Suite struct ChainPaneTests {
  @Test(
    "The status and the rows are true at events throughout every demo",
    arguments: Demo.all.map(\.name))
  func throughout(_ name: String) throws {
    var history = History()
    history.append(contentsOf: try SimulatedDemo(try #require(Demo.named(name))).events)
    let known = history.graph(at: history.last)
    for event in SpreadEvents.upTo(history.last) {
      let context = PaneContext(
        graph: history.graph(at: event), history: history, playhead: event, prediction: nil,
        known: known, selection: nil, glyphs: .unicode)
      // Narrow, with words or signs in the status, and wide, by turns.
      let content = ChainPane.content(context, width: [45, 120, 68][event % 3], height: 60)
      #expect(content.title == "Chain")
      try expectTrue(content.status, context.graph.counts)
      for (line, promise) in content.promises {
        let node = try #require(context.graph[promise])
        expectTrue(content.lines[line].text, of: node, in: context.graph)
      }
    }
  }

  /// Expects the numbers of a status to be those of the graph, and all promises to be counted.
  private func expectTrue(_ status: String, _ counts: StateCounts) throws {
    let waiting = counts.pending + counts.queued + counts.lockedIn + counts.unknown
    let truth = [
      "fulfilled": counts.fulfilled, "rejected": counts.rejected, "cancelled": counts.cancelled,
      "running": counts.running, "waiting": waiting, "freed": counts.lost,
      "forwarded": counts.forwarded, "◎": counts.forwarded,
      "✓": counts.fulfilled, "✗": counts.rejected, "⊘": counts.cancelled, "▸": counts.running,
      "○": waiting, "†": counts.lost,
    ]
    let claims = Self.claims(status).filter { !$0.word.hasPrefix("promise") }
    for claim in claims { #expect(truth[claim.word] == claim.count, "\(status)") }
    #expect(
      claims.reduce(0) { $0 + $1.count } == counts.total - counts.idle - counts.gone,
      "\(status)")
  }

  /// Returns the numbers in a status with their words or signs: `5 fulfilled  ▸1`.
  private static func claims(_ status: String) -> [(word: String, count: Int)] {
    let words = status.split(separator: " ").map(String.init)
    return words.enumerated().compactMap { place, word in
      if let count = Int(word), place + 1 < words.count { return (words[place + 1], count) }
      return Int(word.dropFirst()).map { (String(word.prefix(1)), $0) }
    }
  }

  /// Expects what the row of a promise says to be so.
  private func expectTrue(_ row: String, of node: PromiseNode, in graph: Graph) {
    for words in ["waits ", " for ", "first of "] {
      guard let other = Self.promise(after: words, in: row) else { continue }
      #expect(graph[other]?.isFinal != true && !node.isFinal, "\(row)")
    }
    if let other = Self.promise(after: "adopts ", in: row) {
      #expect(node.state == .lockedIn(to: other), "\(row)")
    }
    if let other = Self.promise(after: "adopted by ", in: row) {
      #expect(node.adoptedBy.contains(other), "\(row)")
    }
    if row.contains("░"), row.contains(" of ") { #expect(node.state == .running, "\(row)") }
    if row.contains("waits "), row.contains(" behind ") { #expect(node.state == .queued, "\(row)") }
    if row.contains("fires in ") { #expect(node.timer != nil && !node.isFinal, "\(row)") }
  }

  /// Returns the promise whose number follows `words` in `text`.
  private static func promise(after words: String, in text: String) -> PromiseID? {
    guard let range = text.firstRange(of: words + "p") else { return nil }
    return Int(text[range.upperBound...].prefix { $0.isNumber }).map { PromiseID($0) }
  }
}
