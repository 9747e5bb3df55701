package import PromiseEvents
package import PromiseGraph

/// The chain pane in integers: which promise stands in which row and column, and which lines lead
/// there. No text, no width of a column, no terminal.
///
/// A glyph stands right of every lane that is open in its row, so the signs of a row are those
/// left of its glyph. A link without siblings stands in the column of its parent, siblings one step
/// right of it; promises made inside a handler stand dotted below its promise; the inputs of a
/// fan-in stand one step further right each, and the fan-in right of them all.
package struct ChainLayout: Hashable, Sendable {
  /// What stands in one cell left of a glyph.
  package enum Sign: Hashable, Sendable {
    case blank
    /// A lane that passes by.
    case vertical
    /// Part of a line to a sibling or into a fan-in; of a line to a promise made in a handler.
    case horizontal, dotted
    /// Where a line leaves a lane that goes on, or that ends here.
    case branch, last
    /// Where the first input of a fan-in, or a further one, turns into it.
    case joinFirst, join
    /// Where the input that settled the fan-in turns into it.
    case settledBy
  }

  /// What a row is about.
  package enum Kind: Hashable, Sendable {
    case promise(PromiseID)
    /// A promise that is drawn elsewhere and is needed here once more.
    case reference(PromiseID)
    /// The inputs that this settled fan-in no longer waits for.
    case losers(PromiseID)
    /// Nothing but lanes, so that what is not connected does not touch.
    case lanes
    /// Very many promises that are left out.
    case more
  }

  /// One row.
  package struct Row: Hashable, Sendable {
    package var kind: Kind
    /// The column of the glyph.
    package var column: Int
    /// The cells left of the glyph; never more than the layout keeps.
    package var signs: [Sign]
    /// It continues the chain in the first column, with no lane beside it: where there is room, a
    /// line with that lane alone may stand before it.
    package var followsChain = false
  }

  package private(set) var rows: [Row]
  /// How many columns the rows take.
  package private(set) var width: Int
  /// Chains lead into fan-ins, whose rows stand close together.
  private let joinsChains: Bool

  /// Lays `graph` out, in time linear in its promises, their parents and `cap`.
  ///
  /// - Parameters:
  ///   - kept: the promises that are drawn, where that are not all.
  ///   - step: how far apart lanes are, 2 where there is room, else 1.
  ///   - joinStep: how far right of its last input a fan-in stands.
  ///   - cap: how many cells of a row are kept; further right only the column is known.
  package init(
    _ graph: Graph, keeping kept: [PromiseID]? = nil, step: Int = 2, joinStep: Int = 2,
    cap: Int = 200
  ) {
    self.init(
      graph, ChainForest(graph, keeping: kept), step: step, joinStep: joinStep, cap: cap)
  }

  /// Lays out one chain of `graph`, that begins with `root`, without the inputs of a fan-in and without
  /// what its handlers have made.
  init(chain root: PromiseID, of graph: Graph) {
    self.init(
      graph, ChainForest(chain: root, of: graph), step: 2, joinStep: 2, cap: 200)
  }

  private init(
    _ graph: Graph, _ forest: ChainForest, step: Int, joinStep: Int, cap: Int
  ) {
    var placer = ChainPlacer(
      graph, forest, step: max(1, step), joinStep: max(1, joinStep), cap: max(0, cap))
    placer.run()
    rows = placer.rows
    width = placer.width
    joinsChains = placer.joinsChains
  }

  /// The rows with lines between the links of the first column, as far as `height` rows give room and
  /// no fan-in asks for rows that stand close together; from the top, so that the upper part of a
  /// picture that grows stays where it is.
  package func spaced(to height: Int) -> [Row] {
    var spare = height - rows.count
    guard spare > 0, !joinsChains else { return rows }
    var result: [Row] = []
    result.reserveCapacity(height)
    for row in rows {
      if row.followsChain, spare > 0 {
        result.append(Row(kind: .lanes, column: 1, signs: [.vertical]))
        spare -= 1
      }
      result.append(row)
    }
    return result
  }
}

/// Some rows of a chain that has very many promises: its beginning, and what lies around the selection.
struct ChainExcerpt {
  /// The rows: promises below one another, and rows that stand for many.
  private(set) var rows: [ChainLayout.Row] = []
  private let graph: Graph

  /// So many promises from the beginning, and so many before and after the selection.
  private static let beginning = 20
  private static let around = 150
  /// A way up or down a chain is followed so far to find the next promise.
  private static let mostSteps = 2000

  /// O(1)
  init(of root: PromiseID, in graph: Graph, around selection: PromiseID?) {
    self.graph = graph
    var promises = [root]
    let length = selection.map { graph.root(of: $0) == root } == true ? Self.beginning : Self.around
    while promises.count < length, let next = promises.last.flatMap(following) {
      promises.append(next)
    }
    rows = promises.map(Self.row)
    guard let selection, graph.root(of: selection) == root else {
      addRest(after: promises.last)
      return
    }
    let known = Set(promises)
    var before: [PromiseID] = known.contains(selection) ? [] : [selection]
    while !before.isEmpty, before.count < Self.around,
      let previous = before.last.flatMap(preceding), !known.contains(previous)
    {
      before.append(previous)
    }
    if let first = before.last, promises.last.flatMap(following) != first {
      rows.append(.init(kind: .more, column: 0, signs: []))
    }
    rows += before.reversed().map(Self.row)
    var after: [PromiseID] = []
    var last = before.isEmpty ? promises.last : selection
    while after.count < Self.around, let next = last.flatMap(following) {
      after.append(next)
      last = next
    }
    rows += after.map(Self.row)
    addRest(after: last)
  }

  private mutating func addRest(after last: PromiseID?) {
    guard last.flatMap(following) != nil else { return }
    rows.append(.init(kind: .more, column: 0, signs: []))
  }

  private static func row(_ promise: PromiseID) -> ChainLayout.Row {
    .init(kind: .promise(promise), column: 0, signs: [])
  }

  /// The promise after another one: what hangs on it first, else its next sibling or that of one above.
  private func following(_ promise: PromiseID) -> PromiseID? {
    guard var node = graph[promise] else { return nil }
    if let child = node.handlers.first?.child, child > promise { return child }
    for _ in 0..<Self.mostSteps {
      guard let (parent, place) = place(of: node) else { return nil }
      if place + 1 < parent.handlers.count { return parent.handlers[place + 1].child }
      node = parent
    }
    return nil
  }

  /// The promise before another one: the last below its sibling before it, else its parent.
  private func preceding(_ promise: PromiseID) -> PromiseID? {
    guard let node = graph[promise], let (parent, place) = place(of: node) else { return nil }
    guard place > 0 else { return parent.id }
    var last = parent.handlers[place - 1].child
    for _ in 0..<Self.mostSteps {
      guard let next = graph[last]?.handlers.last?.child, next > last else { return last }
      last = next
    }
    return last
  }

  /// The parent of a link, and the place of the link's handler there.
  private func place(of node: PromiseNode) -> (parent: PromiseNode, place: Int)? {
    guard !node.creation.operation.isFanIn, let parent = node.creation.parents.first,
      parent < node.id, let parent = graph[parent], let ordinal = node.ordinal
    else { return nil }
    let place = ordinal - 1
    guard parent.handlers.indices.contains(place), parent.handlers[place].child == node.id else {
      return parent.handlers.firstIndex { $0.child == node.id }.map { (parent, $0) }
    }
    return (parent, place)
  }
}
