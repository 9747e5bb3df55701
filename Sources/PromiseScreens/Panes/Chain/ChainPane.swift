package import PromiseEvents
import PromiseGraph

/// The chain pane: a row for each promise. Links are below each other, promises created inside a handler are
/// below its promise with a dotted line, the inputs of a fan-in have lanes.
package enum ChainPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    var content =
      switch Form(context) {
      case .lanes(let kept): lanes(context, kept, width: width, height: height)
      case .folded: FoldedChain(context, width: width, height: height).content
      case .list(let kept): listed(context, kept, width: width, height: height)
      }
    if let filter = context.filter {
      let total = context.graph.counts.total
      content.title += "  \(filter.filter.text)"
      content.status = context.language.text("\(filter.matchCount) of \(total) match")
    }
    return content
  }

  package static func promise(
    _ rows: Int, from promise: PromiseID?, _ context: PaneContext, width: Int, height: Int
  ) -> PromiseID? {
    switch Form(context) {
    case .lanes(let kept):
      let order = lanes(context, kept, width: width, height: height).promises
        .sorted { $0.key < $1.key }.map(\.value)
      return order.step(rows, from: promise.flatMap { order.firstIndex(of: $0) })
    case .folded:
      return FoldedChain(context, width: width, height: height).promise(rows, from: promise)
    case .list(let kept): return kept.step(rows, from: promise.flatMap(kept.place))
    }
  }

  /// The form in which promises are shown.
  private enum Form {
    /// A row for every promise, or for those that the filter keeps, with lanes.
    case lanes([PromiseID]?)
    /// A row for all chains created at the same place.
    case folded
    /// The promises that the filter keeps, in order of creation.
    case list([PromiseID])

    init(_ context: PaneContext) {
      if let filter = context.filter {
        let kept = filter.kept
        self = kept.count > Folding.mostInLanes ? .list(kept) : .lanes(kept)
      } else {
        self = context.folding.isFolded(context.graph) ? .folded : .lanes(nil)
      }
    }
  }
}

// MARK: - With lanes

extension ChainPane {
  private static func lanes(
    _ context: PaneContext, _ kept: [PromiseID]?, width: Int, height: Int
  ) -> PaneContent {
    let facts = ChainFacts(context, width: width)
    let isWide = facts.isWide
    // Lanes get at most half of the room.
    let cap = max(1, width / 2)
    let layout = layout(context.graph, kept, cap: cap, isWide: isWide)
    var table = ChainTable(facts, rows: layout.rows)
    var lanesWidth = layout.width
    if kept == nil, let known = context.known, known.counts.total <= Folding.foldsFrom {
      // Reserve room for what is ahead, so that columns do not move later.
      let ahead = self.layout(known, nil, cap: cap, isWide: isWide)
      lanesWidth = max(lanesWidth, ahead.width)
      table.makeRoom(
        like: ChainTable(ChainFacts(context, of: known, width: width), rows: ahead.rows))
    }
    let drawing = ChainDrawing(
      facts, table, lanes: min(lanesWidth, cap), width: width, isScrolled: context.scroll.x > 0)

    var content = PaneContent(
      title: context.language.text("Chain"),
      status: status(context.graph, context.language, isWide: isWide))
    drawing.begin(&content)
    let current = context.history[context.playhead]?.kind.promises.first
    var currentLine: Int?
    for row in layout.spaced(to: height - content.frozen) {
      if case .promise(let id) = row.kind {
        content.promises[content.lines.count] = id
        if id == context.selection { content.anchor = content.lines.count }
        if id == current { currentLine = content.lines.count }
      }
      content.lines.append(drawing.line(row))
    }
    content.anchor = content.anchor ?? currentLine
    if isWide { addLegend(to: &content, context, width: width, height: height) }
    return content
  }

  /// Returns the loosest layout whose lanes fit into `cap` cells, or else the tightest.
  private static func layout(
    _ graph: Graph, _ kept: [PromiseID]?, cap: Int, isWide: Bool
  ) -> ChainLayout {
    let loose = ChainLayout(graph, keeping: kept, step: 2, joinStep: isWide ? 2 : 1, cap: cap)
    return loose.width <= cap
      ? loose : ChainLayout(graph, keeping: kept, step: 1, joinStep: 1, cap: cap)
  }

  /// Adds the legend at the bottom, if there is room.
  static func addLegend(
    to content: inout PaneContent, _ context: PaneContext, width: Int, height: Int
  ) {
    let legend = ChainLegend.lines(
      context.graph, glyphs: context.glyphs, language: context.language, width: width)
    let spare = height - content.count - legend.count
    guard spare > 0, !legend.isEmpty else { return }
    content.lines += Array(repeating: StyledLine(), count: spare) + legend
    content.count = content.lines.count
  }
}

// MARK: - As a list

extension ChainPane {
  private static func listed(
    _ context: PaneContext, _ kept: [PromiseID], width: Int, height: Int
  ) -> PaneContent {
    let facts = ChainFacts(context, width: width)
    var content = PaneContent(title: context.language.text("Chain"))
    let frozen = facts.isWide ? 2 : 0
    content.anchor = context.selection.flatMap(kept.place).map { $0 + frozen }
    let rows = content.window(
      of: kept.count, frozen: frozen, context.scroll, subject: context.selection, height: height
    ).map { ChainLayout.Row(kind: .promise(kept[$0]), column: 0, signs: []) }
    var table = ChainTable(facts, rows: rows)
    table.makeRoomForAll()
    let drawing = ChainDrawing(
      facts, table, lanes: 1, width: width, isScrolled: context.scroll.x > 0)
    drawing.begin(&content)
    for (index, row) in rows.enumerated() {
      if case .promise(let id) = row.kind {
        content.promises[frozen + content.skipped + index] = id
      }
      content.lines.append(drawing.line(row))
    }
    return content
  }
}

// MARK: - Status

extension ChainPane {
  /// Returns the number of promises in each state; in the narrow form, what settled the latest fan-in, if
  /// any has settled.
  static func status(_ graph: Graph, _ language: Language, isWide: Bool) -> String {
    let counts = graph.counts
    let waiting = counts.pending + counts.queued + counts.lockedIn + counts.unknown
    let failed = counts.rejected + counts.cancelled
    guard !isWide else {
      return [
        language.plural(counts.total, "promise"),
        language.text("\(counts.fulfilled) fulfilled"), language.text("\(counts.running) running"),
        language.text("\(waiting) waiting"), language.text("\(counts.rejected) rejected"),
      ].joined(separator: "  ")
    }
    if graph.counts.total <= Folding.mostInLanes, let race = latestRace(graph, language) {
      return race
    }
    let done = [language.text("\(counts.fulfilled) done")]
    let failures = failed > 0 ? [language.text("\(failed) fail")] : []
    let others = [
      language.text("\(counts.running) running"), language.text("\(waiting) waiting"),
    ]
    return (done + failures + others).joined(separator: " ")
  }

  /// Returns the fan-in that settled last, and the input that settled it.
  private static func latestRace(_ graph: Graph, _ language: Language) -> String? {
    var latest: (node: PromiseNode, winner: PromiseID, settled: Moment)?
    for node in graph.promises where node.creation.operation.isFanIn {
      guard let winner = node.settlement?.from, let settled = node.settled,
        settled.sequence > latest?.settled.sequence ?? -1
      else { continue }
      latest = (node, winner, settled)
    }
    return latest.map { latest in
      let time = latest.settled.time / 1_000_000
      let name = latest.node.creation.operation.spelling
      return language.text("\(name) settled by \(latest.winner) @\(time)")
    }
  }
}

/// Draws rows of the chain pane: lanes and sign in a gutter, then the columns.
struct ChainDrawing {
  private let facts: ChainFacts
  private let table: ChainTable
  private let lanes: ChainLanes
  private let columns: ChainColumns
  private let gap: String
  /// The width of a line that is not cut.
  private let natural: Int
  /// The room right of the lanes.
  let room: Int

  /// - Parameters:
  ///   - lanes: the width of lanes and signs.
  ///   - isScrolled: whether the pane is scrolled sideways, so that columns may be as wide as their texts.
  init(_ facts: ChainFacts, _ table: ChainTable, lanes: Int, width: Int, isScrolled: Bool) {
    self.facts = facts
    self.table = table
    let gutter = min(lanes, width)
    natural = gutter + 1 + table.naturalWidth
    let width = isScrolled ? max(width, natural) : width
    room = max(0, width - gutter - 1)
    columns = table.columns(room: room)
    gap = width > gutter ? " " : ""
    self.lanes = ChainLanes(glyphs: facts.glyphs, width: gutter)
  }

  /// Adds the headings of the wide form to `content`, and how far it can be scrolled.
  func begin(_ content: inout PaneContent) {
    content.width = natural
    content.frozenColumns = lanes.width + gap.count
    guard facts.isWide else { return }
    let head = padded(
      lanes.width > 1 ? facts.language.text("ST") : "", to: lanes.width, ellipsis: " ")
    content.lines = [StyledLine("\(head) \(table.headings(columns))", .heading), StyledLine()]
    content.frozen = 2
  }

  /// Returns the line of a row; `node` is the promise whose state it shows, if not its own.
  func line(_ row: ChainLayout.Row, telling node: PromiseNode? = nil) -> StyledLine {
    switch row.kind {
    case .promise(let id):
      guard let node = node ?? facts.graph[id] else { return StyledLine() }
      let isDimmed = facts.filtered.map { !$0.isMatch(id) } ?? false
      return line(
        row, sign: node.glyph, role: isDimmed ? .dim : node.role, table.spans(id, columns))
    case .reference(let id):
      let name = facts.graph[id].map { "\(id) \($0.title)" } ?? id.description
      return line(row, sign: .arrowRight, role: .dim, [dim(name)])
    case .losers(let id):
      guard let node = facts.graph[id] else { return StyledLine() }
      return line(row, sign: nil, role: .dim, [dim(facts.losers(node))])
    case .lanes:
      var line = StyledLine()
      line.spans = lanes.spans(row, sign: nil, role: .dim)
      return line
    case .more:
      return line(
        row, sign: .ellipsis, role: .dim, [dim(facts.language.text("more of this chain"))])
    }
  }

  /// Returns a line with a given sign and text right of the lanes.
  func line(_ row: ChainLayout.Row, sign: Glyph?, role: Role, _ spans: [Span]) -> StyledLine {
    var line = StyledLine()
    line.spans = lanes.spans(row, sign: sign, role: role)
    line.add(gap)
    line.spans += spans
    return line
  }

  private func dim(_ text: String) -> Span {
    Span(clipped(text, to: room, ellipsis: facts.glyphs[.ellipsis]), .dim)
  }
}
