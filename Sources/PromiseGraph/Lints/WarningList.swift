/// The warnings of a graph in the order of the events that they were found at.
package struct WarningList: RandomAccessCollection, Sendable {
  private let graph: Graph

  /// O(1)
  init(_ graph: Graph) { self.graph = graph }

  package var startIndex: Int { 0 }
  package var endIndex: Int { graph.findings.count }

  package subscript(index: Int) -> Warning {
    let found = graph.findings[index]
    return Warning(found.finding, by: Lints.all[found.lint], in: graph)
  }
}
