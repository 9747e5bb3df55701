import PromiseGraph
import PromiseKitLite

/// Draws rows of the chain pane: lanes and sign in a gutter, then the columns.
struct ChainDrawing {
  private let facts: ChainFacts
  private let table: ChainTable
  private let lanes: ChainLanes
  private let columns: ChainColumns
  private let gap: String
  /// The cells that a line takes where nothing is cut.
  private let natural: Int
  /// The cells right of the lanes.
  let room: Int

  /// - Parameters:
  ///   - lanes: the cells that lanes and signs take.
  ///   - isScrolled: the columns may be as wide as their texts, for the pane is scrolled sideways.
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

  /// Puts the headings of the wide form into `content`, and how far it can be scrolled.
  func begin(_ content: inout PaneContent) {
    content.width = natural
    content.frozenColumns = lanes.width + gap.count
    guard facts.isWide else { return }
    let head = padded(lanes.width > 1 ? "ST" : "", to: lanes.width, ellipsis: " ")
    content.lines = [StyledLine("\(head) \(table.headings(columns))", .heading), StyledLine()]
    content.frozen = 2
  }

  /// The line of a row; `sign` and `spans` stand there instead of those of a promise.
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
    case .more: return line(row, sign: .ellipsis, role: .dim, [dim("more of this chain")])
    }
  }

  /// A line with any sign and any text right of the lanes.
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
