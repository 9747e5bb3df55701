import PromiseKitLite

/// The promises of a graph in the order of their identities.
package struct PromiseList: RandomAccessCollection, Sendable {
  private let graph: Graph
  /// The numbers of the identities, where they are not 1, 2, 3 and so on.
  private let numbers: [Int]?
  package let endIndex: Int

  /// O(1), or O(promises) where identities are missing.
  init(_ graph: Graph) {
    self.graph = graph
    numbers = graph.promiseTable.isDense ? nil : graph.promiseTable.numbers
    endIndex = graph.promiseTable.count
  }

  package var startIndex: Int { 0 }

  package subscript(index: Int) -> PromiseNode {
    let id = PromiseID(numbers?[index] ?? index + 1)
    guard let node = graph[id] else { preconditionFailure("Index out of range") }
    return node
  }
}
