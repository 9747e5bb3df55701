import PromiseEvents
import PromiseGraph

/// The rows of the chain pane where chains are folded: any of them by its number, and the number of any
/// promise, without a walk over promises or chains.
///
/// A group has a row. Below that of an open one its chains have a row each, below that of an open chain
/// its links do. A chain that is alone in its group stands in the group's row.
struct ChainOutline {
  /// One row.
  enum Row: Hashable, Sendable {
    /// The group at that place, of several chains.
    case group(Int)
    /// A chain of the group at that place, its links folded in; `last` of its group.
    case chain(PromiseID, group: Int, last: Bool)
    /// A row of an open chain.
    case line(ChainLayout.Row, of: PromiseID, index: Int, group: Int, last: Bool)
  }

  /// What lies open below the row of one group.
  private struct Opening {
    /// The place of the group, and the number of its row.
    var group: Int
    var row: Int
    /// How many rows there are below it.
    var rows: Int
    /// How many columns its open chains take.
    var width = 0
    /// Its open chains by their places in it, ascending.
    var chains: [(place: Int, lines: [ChainLayout.Row])] = []
  }

  private let graph: Graph
  private let folding: Folding
  /// Ascending by group.
  private var openings: [Opening] = []
  /// How many rows there are.
  private(set) var count = 0

  /// The chains of groups that have but one are open, where there are at most so many groups and links.
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

  /// The rows of one chain: all of them, or those around the selection where they are very many.
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
  /// What is open, and how many columns its open chains take.
  var widths: [(group: Int, isAlone: Bool, width: Int)] {
    openings.map { ($0.group, graph.groups[$0.group].isOneChain, $0.width) }
  }

  /// A group has its chains below it.
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
    // The open chains before the row push what follows down.
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

  /// The row of the group at `place`; `opening` is the next one.
  private func head(_ place: Int, _ opening: Opening?) -> Row {
    let group = graph.groups[place]
    guard group.isOneChain else { return .group(place) }
    let root = group.roots[0]
    if let opening, opening.group == place, let lines = opening.chains.first?.lines {
      return line(0, of: lines, root, place, last: true)
    }
    return .chain(root, group: place, last: true)
  }

  /// The number of the row in which `promise` stands: its own, or that of what it is folded into.
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

  /// The promise that the row of that number stands for; `selection` where it lies in there.
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
  /// The place of a chain in the group. O(log chains), where they were made in order
  func place(of root: PromiseID) -> Int? {
    roots.place(of: root) ?? roots.firstIndex(of: root)
  }
}
