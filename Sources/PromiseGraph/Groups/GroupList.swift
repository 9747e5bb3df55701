/// The groups of a graph in the order of their first promises.
package struct GroupList: RandomAccessCollection, Sendable {
  private let graph: Graph

  /// O(1)
  init(_ graph: Graph) { self.graph = graph }

  package var startIndex: Int { 0 }
  package var endIndex: Int { graph.groupTable.count }

  package subscript(index: Int) -> ChainGroup {
    guard let group = graph.group(GroupID(index + 1)) else {
      preconditionFailure("Index out of range")
    }
    return group
  }
}
