import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The chain pane with folded chains: only the visible rows are drawn, however many promises there are.
struct FoldedChain {
  private let context: PaneContext
  private let facts: ChainFacts
  private let outline: ChainOutline
  private let width: Int
  private let height: Int
  private var graph: Graph { context.graph }

  init(_ context: PaneContext, width: Int, height: Int) {
    self.context = context
    self.width = width
    self.height = height
    facts = ChainFacts(context, width: width)
    outline = ChainOutline(context.graph, context.folding, selection: context.selection)
  }

  /// What the pane shows. O(height + open rows)
  var content: PaneContent {
    var content = PaneContent(title: context.language.text("Chain"), status: status)
    let frozen = facts.headingRows(height: height)
    let subject = context.selection
    content.anchor = subject.flatMap(outline.row).map { $0 + frozen }
    let numbers = content.window(
      of: outline.count, frozen: frozen, context.scroll, subject: subject, height: height)

    let cap = max(1, width / 2)
    let groups = ChainGroupLanes(graph, cap: cap)
    let rows = numbers.map { (number: $0, row: outline[$0]) }
    var summaries: [PromiseID: ChainSummary] = [:]
    var promises: [ChainLayout.Row] = []
    for (_, row) in rows {
      switch row {
      case .group: break
      case .chain(let root, _, _):
        promises.append(.init(kind: .promise(root), column: 0, signs: []))
        summaries[root] = graph[root].map { ChainSummary($0, in: graph) }
      case .line(let line, _, _, _, _): promises.append(line)
      }
    }
    var table = ChainTable(facts, rows: promises, summaries: summaries)
    table.makeRoomForAll()
    let drawing = ChainDrawing(
      facts, table, lanes: min(cap, lanesWidth(groups)), width: width,
      isScrolled: context.scroll.x > 0)
    drawing.begin(&content, height: height)
    let lines = rows.map { chainRow($0.row, groups) }
    let flow = ChainFlow(context, lines)
    for (place, (number, row)) in rows.enumerated() {
      if let promise = outline.promise(at: number, selection: subject) {
        content.promises[frozen + number] = promise
      }
      content.lines.append(
        line(row, lines[place], groups, summaries, drawing, flow: flow?[place]))
    }
    if facts.isWide {
      ChainPane.addLegend(to: &content, context, width: width, height: height)
    }
    return content
  }

  /// Returns the promise `rows` away from the row of `promise`, skipping rows without a promise.
  func promise(_ rows: Int, from promise: PromiseID?) -> PromiseID? {
    guard outline.count > 0 else { return nil }
    let last = outline.count - 1
    let now = promise.flatMap(outline.row)
    let sign = rows < 0 ? -1 : 1
    let target = min(max(0, now.map { $0 + rows } ?? (rows > 0 ? 0 : last)), last)
    // Rows without a promise are rare, and never many in a row.
    let order = stride(from: target, through: sign > 0 ? last : 0, by: sign).prefix(1000)
    for number in order {
      if let found = outline.promise(at: number, selection: nil) { return found }
    }
    for number in stride(from: target, through: sign > 0 ? 0 : last, by: -sign).prefix(1000) {
      if let found = outline.promise(at: number, selection: nil) { return found }
    }
    return promise
  }

  private var status: String {
    let language = context.language
    let isUnfolded = context.folding.choice == .unfolded
    let word = isUnfolded ? language.text("unfolded") : language.text("folded")
    return "\(word)  " + ChainPane.status(context, width: width - displayWidth(word) - 2)
  }

  private func lanesWidth(_ groups: ChainGroupLanes) -> Int {
    outline.widths.reduce(groups.width) { widest, open in
      let stand = groups[open.group]
      let indent = open.isAlone && !stand.leads ? 0 : 2
      return max(widest, stand.column + indent + max(1, open.width))
    }
  }
}

// MARK: - Rows

extension FoldedChain {
  /// Returns the lanes of a row, and what it shows.
  private func chainRow(_ row: ChainOutline.Row, _ groups: ChainGroupLanes) -> ChainLayout.Row {
    switch row {
    case .group(let place):
      return ChainLayout.Row(
        kind: .lanes, column: groups[place].column, signs: groups[place].signs)
    case .chain(let root, let place, let last):
      let (signs, column) = lead(place, groups, last: last, below: false)
      return ChainLayout.Row(kind: .promise(root), column: column, signs: signs)
    case .line(var line, _, let index, let place, let last):
      let (signs, column) = lead(place, groups, last: last, below: index > 0)
      line.signs = signs + line.signs
      line.column += column
      return line
    }
  }

  private func line(
    _ row: ChainOutline.Row, _ lanes: ChainLayout.Row, _ groups: ChainGroupLanes,
    _ summaries: [PromiseID: ChainSummary], _ drawing: ChainDrawing, flow: ChainFlow.Part?
  ) -> StyledLine {
    switch row {
    case .group(let place):
      let group = graph.groups[place]
      let isOpen = outline.isOpen(place)
      let selection = context.selection.flatMap { selection in
        !isOpen && graph.group(of: selection)?.id == group.id ? selection : nil
      }
      let urgent = group.counts.byUrgency.first
      return drawing.line(
        lanes, sign: urgent?.glyph ?? .passed, role: urgent?.role ?? .dim,
        ChainGroupText(facts: facts, room: drawing.room)
          .spans(group, isOpen: isOpen, selection: selection))
    case .chain(let root, _, _):
      return drawing.line(lanes, telling: summaries[root]?.telling, flow: flow)
    case .line: return drawing.line(lanes, flow: flow)
    }
  }

  /// Returns the signs left of a chain of the group at `place`, and their width; `below` the first row of
  /// the chain, the line to it is not repeated.
  private func lead(
    _ place: Int, _ groups: ChainGroupLanes, last: Bool, below: Bool
  ) -> ([ChainLayout.Sign], Int) {
    let stand = groups[place]
    let isAlone = graph.groups[place].isOneChain
    if isAlone, !below { return (stand.signs, stand.column) }
    if isAlone, !stand.leads {
      return (stand.open.signs(before: stand.column), stand.column)
    }
    let column = stand.column + 2
    var signs = stand.open.signs(before: column)
    while signs.count < column { signs.append(.blank) }
    let trunk = stand.column
    let ends = last && !stand.leads
    if below {
      signs[trunk] = ends && !isAlone ? .blank : .vertical
    } else {
      signs[trunk] = ends ? .last : .branch
      signs[trunk + 1] = .horizontal
    }
    return (signs, column)
  }
}
