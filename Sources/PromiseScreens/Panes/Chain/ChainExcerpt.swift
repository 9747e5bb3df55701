import PromiseGraph
import PromiseKitLite

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
