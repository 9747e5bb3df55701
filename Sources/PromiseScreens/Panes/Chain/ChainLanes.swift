import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The lanes and the glyph of a row as text, in a gutter of a fixed width.
struct ChainLanes {
  let glyphs: GlyphSet
  /// The width of the gutter; a row that needs more ends in an ellipsis and its glyph.
  let width: Int

  /// Returns the gutter of `row` with `sign` as its glyph, or without a glyph. `flow` has what moves through
  /// cells of it, by their columns.
  func spans(
    _ row: ChainLayout.Row, sign: Glyph?, role: Role, flow: [Int: ChainFlow.Cell] = [:]
  ) -> [Span] {
    guard width > 0 else { return [] }
    let isCut = sign != nil && row.column >= width
    let room = isCut ? max(0, width - 2) : width
    let count = min(room, min(row.signs.count, sign == nil ? room : row.column))
    var spans = lanes(row.signs.prefix(count), flow)
    var used = count
    if let sign {
      if used < min(row.column, room) {
        spans.append(Span(blanks(min(row.column, room) - used), .dim))
        used = min(row.column, room)
      }
      if isCut, width > 1 {
        spans.append(Span(String(glyphs[.ellipsis]), .dim))
        used = width - 1
      }
      spans.append(Span(String(glyphs[sign]), role))
      used += 1
    }
    if used < width { spans.append(Span(blanks(width - used), .body)) }
    return spans
  }

  /// Joins neighboring signs of the same role into spans.
  private func lanes(
    _ signs: some Collection<ChainLayout.Sign>, _ flow: [Int: ChainFlow.Cell]
  ) -> [Span] {
    var line = StyledLine()
    var left = ChainLayout.Sign.blank
    for (column, sign) in signs.enumerated() {
      // A line from the left goes on to the promise, with its chain below.
      let sign = sign == .chainFirst && left == .horizontal ? .horizontal : sign
      left = sign
      let (text, role) =
        flow[column].map { ($0.glyph.map { glyphs[$0] } ?? draw(sign).0, $0.role) } ?? draw(sign)
      line.join(text, role)
    }
    return line.spans
  }

  private func draw(_ sign: ChainLayout.Sign) -> (Character, Role) {
    switch sign {
    case .blank: (" ", .dim)
    case .vertical: (glyphs[.laneVertical], .dim)
    case .horizontal: (glyphs[.laneHorizontal], .dim)
    case .dotted: (glyphs[.dotted], .dim)
    case .branch, .chainNext: (glyphs[.laneBranch], .dim)
    case .last, .chainLast: (glyphs[.laneLast], .dim)
    case .chainFirst: (glyphs[.frameTopLeft], .dim)
    case .joinFirst: (glyphs[.laneJoinFirst], .dim)
    case .join: (glyphs[.laneJoin], .dim)
    case .settledBy: (glyphs[.laneSettledBy], .winner)
    }
  }
}

/// The open lanes in the row being placed, and the signs that they leave in it.
struct ChainOpenLanes: Hashable, Sendable {
  /// Their columns, ascending.
  private var columns: [Int] = []
  /// The number of cells of a row that are kept.
  private let cap: Int

  init(cap: Int) { self.cap = cap }

  /// The rightmost lane.
  var last: Int? { columns.last }
  var isEmpty: Bool { columns.isEmpty }

  /// Whether the lane in `column` is the only one.
  func isAlone(_ column: Int) -> Bool { columns == [column] }

  func contains(_ column: Int) -> Bool { columns.last { $0 <= column } == column }

  mutating func open(_ column: Int) {
    let index = columns.lastIndex { $0 < column }.map { $0 + 1 } ?? 0
    if index == columns.count || columns[index] != column { columns.insert(column, at: index) }
  }

  mutating func close(_ column: Int) {
    if let index = columns.lastIndex(of: column) { columns.remove(at: index) }
  }

  mutating func close(_ ended: Set<Int>) { columns.removeAll { ended.contains($0) } }

  /// Returns the signs of the lanes left of `column`, as far as they are kept.
  func signs(before column: Int) -> [ChainLayout.Sign] {
    var signs = [ChainLayout.Sign](repeating: .blank, count: min(column, cap))
    for lane in columns {
      guard lane < signs.count else { break }
      signs[lane] = .vertical
    }
    return signs
  }

  /// Returns the signs before `column`, with a line from the lane in `start` to there; lanes that it
  /// crosses stay visible.
  func signs(
    before column: Int, from start: Int, _ sign: ChainLayout.Sign, line: ChainLayout.Sign
  ) -> [ChainLayout.Sign] {
    var signs = signs(before: column)
    guard start < signs.count else { return signs }
    signs[start] = sign
    for cell in signs.indices.dropFirst(start + 1) where signs[cell] == .blank {
      signs[cell] = line
    }
    return signs
  }
}

/// The positions of group rows, and the lanes from groups of inputs to the fan-ins that read them: one lane
/// per group, however many inputs it has.
struct ChainGroupLanes {
  /// The row of a group.
  struct Row: Hashable, Sendable {
    /// The column of its sign.
    var column = 0
    /// The signs left of it.
    var signs: [ChainLayout.Sign] = []
    /// Whether a lane leads from it to a fan-in.
    var leads = false
    /// The open lanes below it, including its own if it leads to a fan-in.
    var open = ChainOpenLanes(cap: 0)
  }

  private(set) var rows: [Row] = []
  /// The number of columns that the rows need.
  private(set) var width = 1

  /// The most groups that get lanes; more are simply listed.
  static let most = 500
  /// How many inputs of a fan-in are examined from each end, to find their groups.
  private static let mostInputs = 16

  /// Creates the rows for the groups of `graph`; none if there are too many. O(groups)
  init(_ graph: Graph, cap: Int) {
    guard graph.groups.count <= Self.most else { return }
    var lanes: [Int: Int] = [:]
    var sources: [Int: [(group: Int, wins: Bool)]] = [:]
    for (index, group) in graph.groups.enumerated() where group.isOneChain {
      guard let node = group.roots.first.flatMap({ graph[$0] }), node.creation.operation.isFanIn
      else { continue }
      let winner = node.settlement?.from.flatMap { graph.group(of: $0)?.id }
      let inputs = node.inputs
      for input in Array(inputs.prefix(Self.mostInputs)) + inputs.suffix(Self.mostInputs) {
        guard let source = graph.group(of: input.promise) else { continue }
        let place = source.id.rawValue - 1
        guard place < index, lanes[place] == nil else { continue }
        lanes[place] = index
        sources[index, default: []].append((place, source.id == winner))
      }
    }
    place(graph.groups.count, lanes, sources, cap: cap)
  }

  private mutating func place(
    _ count: Int, _ lanes: [Int: Int], _ sources: [Int: [(group: Int, wins: Bool)]], cap: Int
  ) {
    var open = ChainOpenLanes(cap: cap)
    rows.reserveCapacity(count)
    for index in 0..<count {
      var row = Row()
      let sources = sources[index] ?? []
      let columns = sources.map { rows[$0.group].column }
      row.column = open.last.map { $0 + 2 } ?? 0
      if let first = columns.min() {
        row.signs = open.signs(
          before: row.column, from: first, .joinFirst, line: .horizontal)
        for (column, source) in zip(columns, sources) where column < row.signs.count {
          if source.wins {
            row.signs[column] = .settledBy
          } else if column != first {
            row.signs[column] = .join
          }
        }
        open.close(Set(columns))
      } else {
        row.signs = open.signs(before: row.column)
      }
      row.leads = lanes[index] != nil
      if row.leads { open.open(row.column) }
      row.open = open
      width = max(width, row.column + 1)
      rows.append(row)
    }
  }

  /// The row of the group at that index.
  subscript(place: Int) -> Row {
    rows.indices.contains(place) ? rows[place] : Row()
  }
}
