import PromiseGraph
import PromiseKitLite

/// The chain: one row a promise, links below one another, what was made inside a handler dotted
/// below its promise, the inputs of a fan-in in lanes.
package enum ChainPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let facts = ChainFacts(context, width: width)
    let isWide = facts.isWide
    // Half of the room is the most that lanes get.
    let cap = max(1, width / 2)
    let layout = layout(context.graph, cap: cap, isWide: isWide)
    var table = ChainTable(facts, rows: layout.rows)
    var lanesWidth = layout.width
    if let known = context.known, known.counts.total <= steadyLimit {
      // What is ahead takes its room from the start, so that columns do not move while it comes.
      let ahead = self.layout(known, cap: cap, isWide: isWide)
      lanesWidth = max(lanesWidth, ahead.width)
      table.makeRoom(
        like: ChainTable(ChainFacts(context, of: known, width: width), rows: ahead.rows))
    }
    let gutter = min(lanesWidth, cap, width)
    let room = max(0, width - gutter - 1)
    let columns = table.columns(room: room)
    let gap = width > gutter ? " " : ""
    let lanes = ChainLanes(glyphs: context.glyphs, width: gutter)

    var content = PaneContent(title: "Chain", status: status(context.graph, isWide: isWide))
    if isWide {
      let head = padded(gutter > 1 ? "ST" : "", to: gutter, ellipsis: " ")
      content.lines = [StyledLine("\(head) \(table.headings(columns))", .heading), StyledLine()]
      content.frozen = 2
    }
    let current = context.history[context.playhead]?.kind.promises.first
    var currentLine: Int?
    for row in layout.spaced(to: height - content.frozen) {
      var line = StyledLine()
      switch row.kind {
      case .promise(let id):
        guard let node = context.graph[id] else { continue }
        line.spans = lanes.spans(row, sign: node.glyph, role: node.role)
        line.add(gap)
        line.spans += table.spans(id, columns)
        content.promises[content.lines.count] = id
        if id == context.selection { content.anchor = content.lines.count }
        if id == current { currentLine = content.lines.count }
      case .reference(let id):
        let name = context.graph[id].map { "\(id) \($0.title)" } ?? id.description
        line.spans = lanes.spans(row, sign: .arrowRight, role: .dim)
        line.add(gap + clipped(name, to: room, ellipsis: context.glyphs[.ellipsis]), .dim)
      case .losers(let id):
        guard let node = context.graph[id] else { continue }
        line.spans = lanes.spans(row, sign: nil, role: .dim)
        let text = facts.losers(node)
        line.add(gap + clipped(text, to: room, ellipsis: context.glyphs[.ellipsis]), .dim)
      case .lanes:
        line.spans = lanes.spans(row, sign: nil, role: .dim)
      }
      content.lines.append(line)
    }
    content.anchor = content.anchor ?? currentLine
    if isWide { addLegend(to: &content, context, width: width, height: height) }
    return content
  }

  /// The most promises for whose sake the columns are laid out twice.
  private static let steadyLimit = 200

  /// The loosest layout whose lanes fit into `cap` cells, or the tightest.
  private static func layout(_ graph: Graph, cap: Int, isWide: Bool) -> ChainLayout {
    let loose = ChainLayout(graph, step: 2, joinStep: isWide ? 2 : 1, cap: cap)
    return loose.width <= cap ? loose : ChainLayout(graph, step: 1, joinStep: 1, cap: cap)
  }

  /// Puts the legend at the bottom, if there is room below what is shown.
  private static func addLegend(
    to content: inout PaneContent, _ context: PaneContext, width: Int, height: Int
  ) {
    let legend = ChainLegend.lines(context.graph, glyphs: context.glyphs, width: width)
    let spare = height - content.lines.count - legend.count
    guard spare > 0, !legend.isEmpty else { return }
    content.lines += Array(repeating: StyledLine(), count: spare) + legend
  }
}

// MARK: - Status

extension ChainPane {
  /// How many promises are where; in the narrow form what settled a fan-in, once something has.
  private static func status(_ graph: Graph, isWide: Bool) -> String {
    let counts = graph.counts
    let waiting = counts.pending + counts.queued + counts.lockedIn + counts.unknown
    let failed = counts.rejected + counts.cancelled
    guard !isWide else {
      return [
        counts.total == 1 ? "1 promise" : "\(counts.total) promises",
        "\(counts.fulfilled) fulfilled", "\(counts.running) running", "\(waiting) waiting",
        "\(counts.rejected) rejected",
      ].joined(separator: "  ")
    }
    if let race = latestRace(graph) { return race }
    let failures = failed > 0 ? ["\(failed) fail"] : []
    return
      (["\(counts.fulfilled) done"] + failures + ["\(counts.running) run", "\(waiting) wait"])
      .joined(separator: " ")
  }

  /// The race that was settled last, and by whom.
  private static func latestRace(_ graph: Graph) -> String? {
    var latest: (node: PromiseNode, winner: PromiseID, settled: Moment)?
    for node in graph.promises where node.creation.operation.isFanIn {
      guard let winner = node.settlement?.from, let settled = node.settled,
        settled.sequence > latest?.settled.sequence ?? -1
      else { continue }
      latest = (node, winner, settled)
    }
    return latest.map { latest in
      let time = latest.settled.time / 1_000_000
      return "\(latest.node.creation.operation.spelling) settled by \(latest.winner) @\(time)"
    }
  }
}
