import PromiseEvents

/// A run by the lines of its program: which promises each line made, and questions about what became of them that
/// several relations ask.
package struct RunLines {
  let graph: Graph
  /// Whether nothing follows.
  let isOver: Bool
  /// The promises of each line by operation, in the order in which the first one was made.
  private(set) var groups: [[PromiseID]] = []
  private var places: [Key: Int] = [:]
  /// The promises for which threads and tasks wait.
  private let awaited: Set<PromiseID>

  private struct Key: Hashable {
    var line: Int
    var column: Int
    var operation: PromiseEvent.Operation
  }

  /// O(promises)
  init(_ graph: Graph, isOver: Bool) {
    (self.graph, self.isOver) = (graph, isOver)
    awaited = Set(graph.waits.map(\.promise) + graph.awaits.map(\.promise))
    for number in graph.promiseTable.numbers {
      let id = PromiseID(number)
      guard let key = key(of: id) else { continue }
      if let place = places[key] {
        groups[place].append(id)
      } else {
        places[key] = groups.count
        groups.append([id])
      }
    }
  }

  private func key(of promise: PromiseID) -> Key? {
    graph.read(promise) { node in
      guard node.isDeclared, node.line > 0, let site = node.creation.site else { return nil }
      return Key(line: node.line, column: site.column, operation: node.creation.operation)
    } ?? nil
  }

  /// Returns the promises of the same line and operation, including the promise.
  func peers(of promise: PromiseID) -> [PromiseID] {
    key(of: promise).flatMap { places[$0] }.map { groups[$0] } ?? [promise]
  }

  /// Returns whether anything reads or has awaited a promise.
  func isRead(_ promise: PromiseID) -> Bool {
    graph.isRead(promise) || awaited.contains(promise)
      || graph.read(promise) { $0.lastWait != nil || $0.lastAwait != nil } ?? false
  }

  /// Returns the promise whose handler or body made `promise`.
  func maker(of promise: PromiseID) -> PromiseNode? {
    graph.maker(of: promise).flatMap { graph[$0] }
  }

  /// Returns a promise and the links before it that the same job made, the last one first.
  func links(to promise: PromiseID) -> [PromiseNode] {
    guard let last = graph[promise] else { return [] }
    var links = [last]
    while let link = links.last, !link.creation.operation.isFanIn, links.count < Self.mostLinks,
      let parent = link.parent.flatMap({ graph[$0] }), parent.createdIn == link.createdIn
    {
      links.append(parent)
    }
    return links
  }

  /// Returns the promises that read one: its handlers, fan-ins, and what is locked in to it.
  func readers(of node: PromiseNode) -> [PromiseID] {
    var readers: [PromiseID] = []
    for reader in Array(node.children.prefix(Self.mostReaders))
      + Array(node.adoptedBy.prefix(Self.mostReaders))
    where !readers.contains(reader) {
      readers.append(reader)
    }
    return readers
  }

  /// Returns when the handler or body of a promise was done with all that it waited for; `nil` if it is not.
  func end(of node: PromiseNode) -> Moment? {
    if let settled = node.settled { return settled }
    if let adopted = node.adopted { return graph.read(adopted) { $0.settled } ?? nil }
    return node.job.flatMap { job in graph.jobTable.read(job.rawValue) { $0.ended } ?? nil }
  }

  /// Returns whether the handler of a promise returned work that was not done.
  func waits(_ promise: PromiseID) -> Bool {
    guard let parts = graph.read(promise, { ($0.firstAdopted, $0.adoptedAt) }),
      let inner = parts.0, let adopted = parts.1
    else { return false }
    return graph.read(inner) { $0.settled?.sequence ?? .max > adopted.sequence } ?? false
  }

  /// Returns when the handler or body of a promise started.
  func start(of promise: PromiseID) -> Moment? {
    guard let job = graph.read(promise, { $0.job }) ?? nil else { return nil }
    return graph.jobTable.read(job.rawValue) { $0.started } ?? nil
  }

  /// How many links of a chain, and how many readers of a promise, are inspected.
  private static var mostLinks: Int { 64 }
  private static var mostReaders: Int { 64 }
}

extension PromiseNode {
  /// Whether it stands for work, not for a value that is there or a resolver's call.
  var isWork: Bool {
    !creation.parents.isEmpty || ![.pending, .value, .error].contains(creation.operation)
  }
}
