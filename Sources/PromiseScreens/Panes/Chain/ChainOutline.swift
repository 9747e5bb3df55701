import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The rows of the chain pane with folded chains: finds any row by number, and the row of any promise,
/// without walking over promises or chains.
///
/// Each group has a row. Below an open group, each chain has a row; below an open chain, each link. A single
/// chain shares the row of its group.
struct ChainOutline {
  /// A row.
  enum Row: Hashable, Sendable {
    /// The group of several chains at that index.
    case group(Int)
    /// A folded chain of the group at that index; `last` in its group.
    case chain(PromiseID, group: Int, last: Bool)
    /// A row of an open chain.
    case line(ChainLayout.Row, of: PromiseID, index: Int, group: Int, last: Bool)
  }

  /// What is open below the row of a group.
  private struct Opening {
    /// The index of the group, and the number of its row.
    var group: Int
    var row: Int
    /// The number of rows below it.
    var rows: Int
    /// The number of columns that its open chains need.
    var width = 0
    /// Its open chains by index, ascending.
    var chains: [(place: Int, lines: [ChainLayout.Row])] = []
  }

  private let graph: Graph
  private let folding: Folding
  /// Ascending by group.
  private var openings: [Opening] = []
  /// The number of rows.
  private(set) var count = 0

  /// Single chains are open by default, up to this many groups and links.
  private static let fewGroups = 60
  private static let fewLinks = 12

  /// O(open groups and chains)
  init(_ graph: Graph, _ folding: Folding, selection: PromiseID?) {
    self.graph = graph
    self.folding = folding
    let total = graph.groups.count
    var chains: [Int: [(place: Int, root: PromiseID)]] = [:]
    for root in folding.openChains {
      guard let chain = graph.chain(of: root), chain.root == root, chain.promises > 1,
        let group = graph.group(chain.group), let place = group.place(of: root)
      else { continue }
      chains[chain.group.rawValue - 1, default: []].append((place, root))
    }
    var candidates = Set(chains.keys).union(folding.openGroups.map { $0.rawValue - 1 })
    if total <= Self.fewGroups || (folding.choice == .unfolded && total <= Folding.mostInLanes) {
      candidates.formUnion(0..<total)
    }
    var below = 0
    for place in candidates.sorted() where place < total {
      let group = graph.groups[place]
      let isOpen =
        group.roots.count > 0 && !group.isOneChain && folding.isOpen(group, groups: total)
      var roots = isOpen || group.isOneChain ? chains[place] ?? [] : []
      if group.isOneChain, roots.isEmpty, total <= Self.fewGroups,
        (2...Self.fewLinks).contains(group.promiseCount), folding.choice != .folded,
        let root = group.roots.first
      {
        roots = [(0, root)]
      }
      var opening = Opening(group: place, row: place + below, rows: 0)
      opening.rows = isOpen ? group.roots.count : 0
      for (place, root) in roots.sorted(by: { $0.place < $1.place }) {
        let lines = Self.lines(of: root, in: graph, selection: selection)
        guard lines.count > 1 else { continue }
        opening.width = max(opening.width, lines.map { $0.column + 1 }.max() ?? 0)
        opening.chains.append((place, lines))
        opening.rows += lines.count - 1
      }
      guard opening.rows > 0 else { continue }
      openings.append(opening)
      below += opening.rows
    }
    count = total + below
  }

  /// Returns the rows of a chain; of a very long one, those around the selection.
  private static func lines(
    of root: PromiseID, in graph: Graph, selection: PromiseID?
  ) -> [ChainLayout.Row] {
    let promises = graph.chain(of: root)?.promises ?? 0
    guard promises <= Folding.mostInLanes else {
      return ChainExcerpt(of: root, in: graph, around: selection).rows
    }
    return ChainLayout(chain: root, of: graph).rows
  }
}

// MARK: - Rows

extension ChainOutline {
  /// The open groups, and the number of columns that their open chains need.
  var widths: [(group: Int, isAlone: Bool, width: Int)] {
    openings.map { ($0.group, graph.groups[$0.group].isOneChain, $0.width) }
  }

  /// Returns whether the chains of a group are below it.
  func isOpen(_ group: Int) -> Bool {
    !graph.groups[group].isOneChain && graph.groups[group].roots.count > 0
      && folding.isOpen(graph.groups[group], groups: graph.groups.count)
  }

  /// The row of that number. O(log openings)
  subscript(number: Int) -> Row {
    let index = openings.partitionPoint { $0.row < number } - 1
    guard index >= 0 else { return head(number, openings.first) }
    let opening = openings[index]
    let below = number - opening.row - 1
    guard below < opening.rows else {
      let next = index + 1 < openings.count ? openings[index + 1] : nil
      return head(opening.group + 1 + below - opening.rows, next)
    }
    let group = graph.groups[opening.group]
    guard !group.isOneChain else {
      return line(below + 1, of: opening.chains[0].lines, group.roots[0], opening.group, last: true)
    }
    // Open chains before the row push it down.
    var pushed = 0
    for (place, lines) in opening.chains {
      guard below >= place + pushed else { break }
      if below < place + pushed + lines.count {
        return line(
          below - place - pushed, of: lines, group.roots[place], opening.group,
          last: place == group.roots.count - 1)
      }
      pushed += lines.count - 1
    }
    let place = below - pushed
    return .chain(
      group.roots[place], group: opening.group, last: place == group.roots.count - 1)
  }

  private func line(
    _ index: Int, of lines: [ChainLayout.Row], _ root: PromiseID, _ group: Int, last: Bool
  ) -> Row {
    .line(lines[index], of: root, index: index, group: group, last: last)
  }

  /// Returns the row of the group at `place`; `opening` is the next one.
  private func head(_ place: Int, _ opening: Opening?) -> Row {
    let group = graph.groups[place]
    guard group.isOneChain else { return .group(place) }
    let root = group.roots[0]
    if let opening, opening.group == place, let lines = opening.chains.first?.lines {
      return line(0, of: lines, root, place, last: true)
    }
    return .chain(root, group: place, last: true)
  }

  /// Returns the row number of `promise`: its own row, or the one that it is folded into.
  func row(of promise: PromiseID) -> Int? {
    guard let group = graph.group(of: promise) else { return nil }
    let place = group.id.rawValue - 1
    let index = openings.partitionPoint { $0.group < place }
    let above = openings[..<index].last.map { $0.row + $0.rows - $0.group } ?? 0
    let head = place + above
    guard index < openings.count, openings[index].group == place else { return head }
    let opening = openings[index]
    let root = graph.root(of: promise)
    guard let chain = group.place(of: root) else { return head }
    var row = !group.isOneChain ? head + 1 + chain : head
    for (place, lines) in opening.chains where place <= chain {
      if place == chain {
        let line = lines.firstIndex { $0.kind == .promise(promise) } ?? 0
        return row + line
      }
      row += lines.count - 1
    }
    return row
  }

  /// Returns the promise of a row; `selection` if the row contains it.
  func promise(at number: Int, selection: PromiseID?) -> PromiseID? {
    let row = self[number]
    switch row {
    case .group(let place):
      let group = graph.groups[place]
      if isOpen(place) { return nil }
      if let selection, graph.group(of: selection)?.id == group.id { return selection }
      return group.roots.first
    case .chain(let root, _, _):
      if let selection, graph.root(of: selection) == root { return selection }
      return root
    case .line(let line, _, _, _, _):
      if case .promise(let promise) = line.kind { return promise }
      return nil
    }
  }
}

extension ChainGroup {
  /// Returns the index of a chain in the group. O(log chains) if they were created in order
  func place(of root: PromiseID) -> Int? {
    roots.place(of: root) ?? roots.firstIndex(of: root)
  }
}
