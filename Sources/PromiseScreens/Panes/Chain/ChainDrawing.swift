import PromiseEvents
import PromiseGraph
import PromiseInsight

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

  /// Adds the headings to `content`, if there is room in `height` rows, and how far it can be scrolled.
  func begin(_ content: inout PaneContent, height: Int) {
    content.width = natural
    content.frozenColumns = lanes.width + gap.count
    content.frozen = facts.headingRows(height: height)
    guard content.frozen > 0 else { return }
    let head = padded(
      lanes.width > 1 ? facts.language.text("ST") : "", to: lanes.width, ellipsis: " ")
    content.lines = [
      StyledLine("\(head)\(gap)\(table.headings(columns))", facts.isWide ? .heading : .dim)
    ]
    while content.lines.count < content.frozen { content.lines.append(StyledLine()) }
  }

  /// Returns the line of a row; `node` is the promise whose state it shows, if not its own, and `flow` what
  /// moves through it.
  func line(
    _ row: ChainLayout.Row, telling node: PromiseNode? = nil, flow: ChainFlow.Part? = nil
  ) -> StyledLine {
    switch row.kind {
    case .promise(let id):
      guard let node = node ?? facts.graph[id] else { return StyledLine() }
      let isDimmed = facts.filtered.map { !$0.isMatch(id) } ?? false
      return line(
        row, sign: node.glyph, role: isDimmed ? .dim : node.role,
        table.spans(id, columns, arriving: flow?.text), flow: flow)
    case .reference(let id):
      let name = facts.graph[id].map { "\(id) \($0.title)" } ?? id.description
      return line(row, sign: .arrowRight, role: .dim, [dim(name)], flow: flow)
    case .losers(let id):
      guard let node = facts.graph[id] else { return StyledLine() }
      return line(row, sign: nil, role: .dim, [dim(facts.losers(node))], flow: flow)
    case .lanes:
      let text = flow?.text.map { [Span(cut($0.text), $0.role)] } ?? []
      return line(row, sign: nil, role: .dim, text, flow: flow)
    case .more:
      return line(
        row, sign: .ellipsis, role: .dim, [dim(facts.language.text("more of this chain"))])
    }
  }

  /// Returns a line with a given sign and text right of the lanes.
  func line(
    _ row: ChainLayout.Row, sign: Glyph?, role: Role, _ spans: [Span], flow: ChainFlow.Part? = nil
  ) -> StyledLine {
    var line = StyledLine()
    line.spans = lanes.spans(row, sign: sign, role: role, flow: flow?.cells ?? [:])
    guard !spans.isEmpty else { return line }
    line.add(gap)
    line.spans += spans
    return line
  }

  private func dim(_ text: String) -> Span { Span(cut(text), .dim) }

  private func cut(_ text: String) -> String {
    clipped(text, to: room, ellipsis: facts.glyphs[.ellipsis])
  }
}
