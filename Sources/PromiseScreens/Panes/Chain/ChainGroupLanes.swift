import PromiseGraph
import PromiseKitLite

/// Where the rows of groups stand, and which lanes lead from groups of inputs to the fan-ins that read
/// them: one lane a group, however many inputs it has.
struct ChainGroupLanes {
  /// The row of one group.
  struct Row: Hashable, Sendable {
    /// The column of its sign.
    var column = 0
    /// What stands left of it.
    var signs: [ChainLayout.Sign] = []
    /// A lane goes on from it to a fan-in.
    var leads = false
    /// The lanes that are open below it, its own among them where it leads to a fan-in.
    var open = ChainOpenLanes(cap: 0)
  }

  private(set) var rows: [Row] = []
  /// How many columns the rows take.
  private(set) var width = 1

  /// Only so many groups get lanes; more stand below one another.
  static let most = 500
  /// So many inputs of a fan-in are looked at from each end, to see where they come from.
  private static let mostInputs = 16

  /// The rows of the groups of `graph`; none where they are too many. O(groups)
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

  /// The row of the group at that place.
  subscript(place: Int) -> Row {
    rows.indices.contains(place) ? rows[place] : Row()
  }
}
