package import PromiseEvents
package import PromiseGraph
import PromiseInsight

/// The chain pane in integers: the row and column of each promise, and the lines that lead there. It has no
/// text, no column widths, no terminal.
///
/// A glyph is to the right of every lane that is open in its row, so the signs of a row are those left of
/// its glyph. A link without siblings is in the column of its parent, connected by a line in the cell left of
/// both; siblings are one step to the right; promises created inside a handler are below its promise,
/// connected by a line that is dotted until its promise adopts them; each input of a fan-in is one step further
/// to the right, and the fan-in is to the right of all of them.
package struct ChainLayout: Hashable, Sendable {
  /// The content of a cell left of a glyph.
  package enum Sign: Hashable, Sendable {
    case blank
    /// A lane that passes through.
    case vertical
    /// Part of a line to a sibling or into a fan-in; part of a line to a promise created in a handler.
    case horizontal, dotted
    /// Where a line leaves a lane that continues, or that ends here.
    case branch, last
    /// Beside a promise with a single link: the first one of its chain, a further one, and the last one.
    case chainFirst, chainNext, chainLast
    /// Where the first input of a fan-in, or a further one, turns into it.
    case joinFirst, join
    /// Where the input that settled the fan-in turns into it.
    case settledBy
  }

  /// The content of a row.
  package enum Kind: Hashable, Sendable {
    case promise(PromiseID)
    /// A reference to a promise that is drawn elsewhere.
    case reference(PromiseID)
    /// The inputs that this settled fan-in no longer waits for.
    case losers(PromiseID)
    /// Only lanes, to separate what is not connected.
    case lanes
    /// Many promises that are left out.
    case more
  }

  /// One row.
  package struct Row: Hashable, Sendable {
    package var kind: Kind
    /// The column of the glyph.
    package var column: Int
    /// The cells left of the glyph; never more than the layout keeps.
    package var signs: [Sign]
    /// Whether it continues the first chain of its part, with no lane beside that chain: if there is room, a row
    /// with only the chain's line may precede it.
    package var followsChain = false
  }

  package private(set) var rows: [Row]
  /// The number of columns that the rows need.
  package private(set) var width: Int
  /// Whether chains lead into fan-ins, whose rows stay close together.
  private let joinsChains: Bool
  /// The column of promises without a lane beside them: 1 if there is a chain, whose line is in the first column.
  package let lead: Int
  /// The distance between lanes.
  package let step: Int

  /// Lays `graph` out, in time linear in its promises, their parents and `cap`.
  ///
  /// - Parameters:
  ///   - kept: the drawn promises, or `nil` for all.
  ///   - step: the distance between lanes, 2 if there is room, else 1.
  ///   - joinStep: the distance of a fan-in from its last input.
  ///   - cap: the number of cells of a row that are kept; beyond, only the column is known.
  ///   - lead: the least column of promises without a lane beside them.
  package init(
    _ graph: Graph, keeping kept: [PromiseID]? = nil, step: Int = 2, joinStep: Int = 2,
    cap: Int = 200, lead: Int = 0
  ) {
    self.init(
      graph, ChainForest(graph, keeping: kept), step: step, joinStep: joinStep, cap: cap,
      lead: lead)
  }

  /// Lays out one chain of `graph`, which starts with `root`, without the inputs of a fan-in and without
  /// promises created by its handlers.
  init(chain root: PromiseID, of graph: Graph) {
    self.init(
      graph, ChainForest(chain: root, of: graph), step: 2, joinStep: 2, cap: 200, lead: 1)
  }

  private init(
    _ graph: Graph, _ forest: ChainForest, step: Int, joinStep: Int, cap: Int, lead: Int
  ) {
    var placer = ChainPlacer(
      graph, forest, step: max(1, step), joinStep: max(1, joinStep), cap: max(0, cap), lead: lead)
    placer.run()
    if placer.needsLead {
      placer = ChainPlacer(
        graph, forest, step: max(1, step), joinStep: max(1, joinStep), cap: max(0, cap), lead: 1)
      placer.run()
    }
    rows = placer.rows
    width = placer.width
    joinsChains = placer.joinsChains
    self.lead = placer.lead
    self.step = step
  }

  /// Returns the rows for a pane of `height` rows: spaced out between the links of chains as far as there is
  /// room, unless there are fan-ins, whose rows stay close together; without the rows between chains if even
  /// those do not fit. The space is added from the top, so that the upper part of a growing picture stays in
  /// place. `whole` is the layout at the end of the run, if it is known; the room depends on that one.
  package func spaced(to height: Int, whole: ChainLayout? = nil) -> [Row] {
    let whole = whole ?? self
    var spare = height - max(rows.count, whole.rows.count)
    if spare < 0, step > 1 { return rows.filter { $0.kind != .lanes } }
    guard spare > 0, !joinsChains, !whole.joinsChains else { return rows }
    var result: [Row] = []
    result.reserveCapacity(height)
    for row in rows {
      if row.followsChain, spare > 0 {
        let line = max(0, row.column - 1)
        let signs = [Sign](repeating: .blank, count: line) + [.vertical]
        result.append(Row(kind: .lanes, column: line + 1, signs: signs))
        spare -= 1
      }
      result.append(row)
    }
    return result
  }
}

/// Some rows of a very long chain: its beginning, and the part around the selection.
struct ChainExcerpt {
  /// The rows: promises, and rows for many that are left out.
  private(set) var rows: [ChainLayout.Row] = []
  private let graph: Graph

  /// How many promises are shown from the beginning, and before and after the selection.
  private static let beginning = 20
  private static let around = 150
  /// How many steps up or down a chain are followed to find the next promise.
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

  /// Returns the next promise: the first child, or else the next sibling of the promise or of an ancestor.
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

  /// Returns the previous promise: the last descendant of the previous sibling, or else the parent.
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

  /// Returns the parent of a link, and the index of the link's handler there.
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
