import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The texts of all rows, and the columns that result from them.
struct ChainTable {
  /// The texts right of the lanes in the row of a promise.
  private struct Record {
    /// The promise whose state the row shows: its own, or one of the chain folded into it.
    var node: PromiseNode
    /// Whether it is shown only because of other promises.
    var isDimmed: Bool
    /// The texts of the wanted columns, in order.
    var texts: [String]
    var values: [String]
    /// When it started and when it settled, if it did.
    var span: (left: String?, right: String?)
  }

  private let facts: ChainFacts
  private var wanted: [ChainColumn] { facts.columns }
  private var records: [PromiseID: Record] = [:]
  private var natural: [ChainColumn: Int] = [:]
  private var longest = (left: 1, right: 1)

  /// The room for what a promise waits for, such as `100 of 120 ms on net T2` with a bar.
  private static let leastValue = 28

  /// Creates the table of the promises in `rows`; `summaries` has the chains that are folded into a row.
  init(
    _ facts: ChainFacts, rows: some Sequence<ChainLayout.Row>,
    summaries: [PromiseID: ChainSummary] = [:]
  ) {
    self.facts = facts
    var widths = facts.columns.map {
      facts.isWide ? displayWidth($0.headings(facts.language)[0]) : 0
    }
    var longestValue = 0
    for row in rows {
      guard case .promise(let id) = row.kind, let node = facts.graph[id] else { continue }
      let record = record(of: summaries[id]?.root ?? node, summaries[id])
      for (index, text) in record.texts.enumerated() {
        widths[index] = max(widths[index], displayWidth(text))
      }
      longestValue = max(longestValue, displayWidth(record.values.first ?? ""))
      longest.left = max(longest.left, record.span.left?.utf8.count ?? 0)
      longest.right = max(longest.right, record.span.right?.utf8.count ?? 0)
      records[id] = record
    }
    for (column, width) in zip(wanted, widths) { natural[column] = width }
    natural[.value] = longestValue
  }

  private func record(of node: PromiseNode, _ summary: ChainSummary?) -> Record {
    let telling = summary?.telling ?? node
    var values = facts.value(telling)
    if telling.id != node.id { values = values.map { "\(telling.id) \($0)" } + values.suffix(1) }
    var record = Record(
      node: telling, isDimmed: facts.filtered.map { !$0.isMatch(node.id) } ?? false,
      texts: wanted.map { facts.text($0, node) }, values: values, span: (nil, nil))
    if let summary, summary.links > 0, let index = wanted.firstIndex(of: .name) {
      record.texts[index] += " +\(summary.links)"
    }
    if !facts.isWide {
      let isLink = !node.creation.parents.isEmpty && !node.creation.operation.isFanIn
      let began = isLink ? facts.started(node) : node.created
      let settled = summary.map { $0.links == 0 ? node.settled : $0.ended } ?? node.settled
      record.span = (
        began.map { facts.clock.text($0.time) }, settled.map { facts.clock.text($0.time) }
      )
    }
    return record
  }

  /// Makes the columns at least as wide as those of another table, of the same run at its end. What
  /// a promise waits for changes with the clock, so the room for it does not depend on this table.
  mutating func makeRoom(like other: ChainTable) {
    natural.merge(other.natural) { max($0, $1) }
    natural[.value] = max(other.natural[.value] ?? 0, Self.leastValue)
    longest = (max(longest.left, other.longest.left), max(longest.right, other.longest.right))
  }

  /// Gives every column the room that any row may need, so that nothing moves when other rows become
  /// visible.
  mutating func makeRoomForAll() {
    let last = facts.graph.promises.last?.id ?? 1
    natural.merge(
      [.id: last.description.count, .name: 24, .kind: 10, .queue: 10, .thread: 3, .value: 20]
    ) { max($0, $1) }
    longest = (max(longest.left, 4), max(longest.right, 4))
  }

  /// The width at which nothing is cut.
  var naturalWidth: Int {
    let columns = columns(room: 10_000)
    return columns.entries.dropLast().reduce(natural[.value] ?? 0) { $0 + $1.width + 1 }
  }

  /// Returns the columns that fit into `room` cells.
  func columns(room: Int) -> ChainColumns {
    ChainColumns(facts.columns, natural: natural, span: longest, room: room)
  }

  /// Returns the headings of the columns.
  func headings(_ columns: ChainColumns) -> String {
    columns.entries.map { entry in
      let headings = entry.column.headings(facts.language)
      let fitting = headings.first { displayWidth($0) <= entry.width } ?? headings.last ?? ""
      let text = clipped(fitting, to: entry.width, ellipsis: ellipsis)
      let fill = blanks(entry.width - displayWidth(text))
      return entry.column.isNumber ? fill + text : text + fill
    }.joined(separator: " ")
  }

  /// Returns the columns of a promise; `arriving` is shown instead of what it waits for.
  func spans(_ id: PromiseID, _ columns: ChainColumns, arriving: Span? = nil) -> [Span] {
    guard let record = records[id] else { return [] }
    var spans: [Span] = []
    for (index, entry) in columns.entries.enumerated() {
      if index > 0 { spans.append(Span(" ", .body)) }
      if entry.column == .value, let arriving {
        spans.append(
          Span(padded(arriving.text, to: entry.width, ellipsis: ellipsis), arriving.role))
        continue
      }
      let text = text(entry, record, spanLeft: columns.spanLeft)
      let role = role(entry.column, record)
      if record.isDimmed {
        spans.append(Span(text, .dim))
      } else if entry.column == .name || entry.column == .value || entry.column == .id {
        spans += facts.marked(text, role)
      } else {
        spans.append(Span(text, role))
      }
    }
    return spans
  }

  private func text(_ entry: ChainColumns.Entry, _ record: Record, spanLeft: Int) -> String {
    switch entry.column {
    case .value:
      let fitting = record.values.first { displayWidth($0) <= entry.width }
      return padded(fitting ?? record.values.last ?? "", to: entry.width, ellipsis: ellipsis)
    case .span:
      let (left, right) = record.span
      let start = left ?? (right == nil ? "--" : "")
      let fill = blanks(spanLeft - start.utf8.count)
      let dash = left == nil ? " " : facts.glyphs == .unicode ? "–" : "-"
      let text = left == nil && right == nil ? fill + start : fill + start + dash + (right ?? "")
      return padded(text, to: entry.width, ellipsis: ellipsis)
    default:
      let text = wanted.firstIndex(of: entry.column).map { record.texts[$0] } ?? ""
      guard entry.column.isNumber else {
        return padded(text, to: entry.width, ellipsis: ellipsis)
      }
      return blanks(entry.width - text.utf8.count)
        + clipped(text, to: entry.width, ellipsis: ellipsis)
    }
  }

  private func role(_ column: ChainColumn, _ record: Record) -> Role {
    switch record.node.state {
    case .lost, .forwarded, .idle: return column == .value ? record.node.role : .lost
    default: break
    }
    guard column == .value else { return column.role }
    switch record.node.state {
    case .fulfilled: return .body
    case .pending, .unknown: return .dim
    default: return record.node.role
    }
  }

  private var ellipsis: Character { facts.glyphs[.ellipsis] }
}

/// A chain in one row: its first promise, and its most important one.
struct ChainSummary {
  /// The first promise.
  let root: PromiseNode
  /// The promise whose state the row shows: one that failed or is active, or else the last one.
  let telling: PromiseNode
  /// When the whole chain had settled.
  let ended: Moment?
  /// The number of promises after the root.
  let links: Int

  /// The most promises of a chain that are examined.
  private static let mostLookedAt = 16

  /// Creates the summary of the chain that starts with `root`. O(1)
  init(_ root: PromiseNode, in graph: Graph) {
    self.root = root
    let chain = graph.chain(of: root.id)
    links = chain?.root == root.id ? (chain?.promises ?? 1) - 1 : 0
    var telling = root
    var next = root
    for _ in 0..<min(links, Self.mostLookedAt) {
      guard let child = next.handlers.first?.child, let node = graph[child] else { break }
      if node.urgency >= telling.urgency { telling = node }
      next = node
    }
    self.telling = telling
    ended = chain?.isOver == true ? next.settled : nil
  }
}

extension PromiseNode {
  /// How urgently its state should be visible: if several promises share a sign, the most urgent one
  /// determines it.
  var urgency: Int {
    if unhandled != nil { return 10 }
    if skipped != nil { return 1 }
    switch state {
    case .rejected: return 9
    case .running: return 8
    case .queued: return 7
    case .lost: return 6
    case .lockedIn: return 5
    case .pending: return 4
    case .unknown: return 3
    case .cancelled: return 2
    case .fulfilled: return 1
    case .forwarded, .idle: return 0
    }
  }
}
