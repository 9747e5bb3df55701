package import PromiseEvents
import PromiseGraph
import PromiseInsight

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
    if let filter = context.filtered {
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
      if let filter = context.filtered {
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
    // Lanes get at most half of the room.
    let cap = max(1, width / 2)
    let known = kept == nil ? context.known : nil
    let ahead: ChainLayout? = known.flatMap { known in
      known.counts.total <= Folding.foldsFrom
        ? Self.layout(known, nil, cap: cap, isWide: facts.isWide) : nil
    }
    let layout = Self.layout(context.graph, kept, cap: cap, isWide: facts.isWide, like: ahead)
    var table = ChainTable(facts, rows: layout.rows)
    if let known, let ahead {
      // Reserve room for what is ahead, so that columns do not move later.
      var end = context
      (end.graph, end.now) = (known, known.time)
      table.makeRoom(like: ChainTable(ChainFacts(end, width: width), rows: ahead.rows))
    }
    let drawing = ChainDrawing(
      facts, table, lanes: min(max(layout.width, ahead?.width ?? 0), cap), width: width,
      isScrolled: context.scroll.x > 0)

    var content = PaneContent(
      title: context.language.text("Chain"), status: status(context, width: width))
    guard !layout.rows.isEmpty || kept != nil else {
      if let failure = context.failure {
        content.lines = wrapped(sanitized(failure), to: width).map { StyledLine($0, .warning) }
        return content
      }
      content.lines = [
        StyledLine(context.language.text("no promise yet"), .dim).cut(
          to: width, ellipsis: context.glyphs[.ellipsis])
      ]
      return content
    }
    drawing.begin(&content, height: height)
    let rows = layout.spaced(to: height - content.frozen, whole: ahead)
    let flow = ChainFlow(context, rows)
    let current = context.history[context.playhead]?.kind.mentioned.subject
    var currentLine: Int?
    for (number, row) in rows.enumerated() {
      if case .promise(let id) = row.kind {
        content.promises[content.lines.count] = id
        if id == context.selection { content.anchor = content.lines.count }
        if id == current { currentLine = content.lines.count }
      }
      content.lines.append(drawing.line(row, flow: flow?[number]))
    }
    content.anchor = content.anchor ?? currentLine
    if facts.isWide { addLegend(to: &content, context, width: width, height: height) }
    return content
  }

  /// Returns the loosest layout whose lanes fit into `cap` cells, or else the tightest; as loose as `other`, the
  /// layout of the same run at its end.
  private static func layout(
    _ graph: Graph, _ kept: [PromiseID]?, cap: Int, isWide: Bool, like other: ChainLayout? = nil
  ) -> ChainLayout {
    let lead = other?.lead ?? 0
    if other?.step != 1 {
      let loose = ChainLayout(
        graph, keeping: kept, step: 2, joinStep: isWide ? 2 : 1, cap: cap, lead: lead)
      if loose.width <= cap || other != nil { return loose }
    }
    return ChainLayout(graph, keeping: kept, step: 1, joinStep: 1, cap: cap)
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
    let frozen = facts.headingRows(height: height)
    content.anchor = context.selection.flatMap(kept.place).map { $0 + frozen }
    let rows = content.window(
      of: kept.count, frozen: frozen, context.scroll, subject: context.selection, height: height
    ).map { ChainLayout.Row(kind: .promise(kept[$0]), column: 0, signs: []) }
    var table = ChainTable(facts, rows: rows)
    table.makeRoomForAll()
    let drawing = ChainDrawing(
      facts, table, lanes: 1, width: width, isScrolled: context.scroll.x > 0)
    drawing.begin(&content, height: height)
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
  /// Returns the number of promises in each state that any has, in words if these fit, or else with signs.
  static func status(_ context: PaneContext, width: Int) -> String {
    let (counts, language) = (context.graph.counts, context.language)
    let waiting = counts.pending + counts.queued + counts.lockedIn + counts.unknown
    let states: [(Glyph, Int, String)] = [
      (.fulfilled, counts.fulfilled, language.text("\(grouped(counts.fulfilled)) fulfilled")),
      (.rejected, counts.rejected, language.text("\(grouped(counts.rejected)) rejected")),
      (.cancelled, counts.cancelled, language.text("\(grouped(counts.cancelled)) cancelled")),
      (.running, counts.running, language.text("\(grouped(counts.running)) running")),
      (.pending, waiting, language.text("\(grouped(waiting)) waiting")),
      (.lockedIn, counts.forwarded, language.text("\(grouped(counts.forwarded)) forwarded")),
      (.lost, counts.lost, language.text("\(grouped(counts.lost)) freed pending")),
    ]
    let shown = states.filter { $0.1 > 0 }
    let total = language.plural(counts.total, "promise")
    let words = shown.map(\.2)
    let signs = shown.map { "\(context.glyphs[$0.0])\(grouped($0.1))" }
    // The title needs some cells of the border, and so do the corners.
    let room = width - 12
    return [[total] + words, words, signs].lazy.map { $0.joined(separator: "  ") }
      .first { displayWidth($0) <= room } ?? signs.joined(separator: " ")
  }
}
