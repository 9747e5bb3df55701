import PromiseEvents
import PromiseGraph
import PromiseInsight
import Synchronization

/// The last diagram of a run, so that a frame in which only the playhead has moved lays out nothing.
///
/// It has a lock because copies of a run share it.
final class DiagramCache: Sendable {
  /// What a diagram depends on.
  private struct Key: Hashable {
    /// The last event; of a large run that grows, with some tolerance: a promise that the diagram does not know yet is
    /// shown a little later.
    var last: Int
    var folds: GraphDiagram.Folds?
    var isGrowing: Bool
  }

  private let entry = Mutex<(key: Key, diagram: GraphDiagram)?>(nil)

  /// More promises than this are not laid out again with each event.
  private static let mostAtOnce = 1_000

  /// Returns the diagram of the known run.
  func diagram(of graph: Graph, _ folding: Folding, isGrowing: Bool) -> GraphDiagram {
    let folds =
      folding.isFolded(graph)
      ? GraphDiagram.Folds(openGroups: folding.openGroups, openChains: folding.openChains) : nil
    let total = graph.counts.total
    let tolerance = isGrowing && total > Self.mostAtOnce ? max(1, graph.sequence / 64) : 1
    let key = Key(last: graph.sequence / tolerance, folds: folds, isGrowing: isGrowing)
    if let known = entry.withLock({ $0 }), known.key == key { return known.diagram }
    let diagram = GraphDiagram(graph, folding: folds, grows: isGrowing)
    entry.withLock { $0 = (key, diagram) }
    return diagram
  }
}

extension PaneContext {
  /// The diagram of the known run.
  var diagram: GraphDiagram {
    diagrams.diagram(of: known ?? graph, view.folding, isGrowing: isGrowing)
  }
}
