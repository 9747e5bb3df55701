import PromiseGraph
import PromiseKitLite

/// Which promise is drawn below which: the graph taken apart into trees, every promise in one place.
///
/// A link belongs below its parent. A root, or a fan-in, that was made inside a handler belongs to
/// the forest of that handler's promise, every other one to the top forest; within a forest they
/// come in the order in which they were made. An input keeps a lane to the first fan-in of its own
/// forest that reads it; for all other readers a reference stands.
struct ChainForest {
  /// The roots and fan-ins of the top forest, in order.
  private(set) var top: [PromiseID] = []
  /// The roots and fan-ins that were made inside the handler of a promise.
  private(set) var inner: [PromiseID: [PromiseID]] = [:]
  /// The promises chained on one, in the order of attachment.
  private(set) var links: [PromiseID: [PromiseID]] = [:]
  /// The fan-in to which the lane of an input leads.
  private(set) var lane: [PromiseID: PromiseID] = [:]
  /// The promise in whose inner forest one lies; none in the top forest.
  private(set) var owner: [PromiseID: PromiseID] = [:]

  /// Takes `graph` apart, in time linear in its promises and their parents.
  init(_ graph: Graph) {
    for node in graph.promises {
      if let parent = Self.parent(of: node, in: graph) {
        owner[node.id] = owner[parent]
        links[parent, default: []].append(node.id)
      } else {
        let home = Self.maker(of: node, in: graph)
        owner[node.id] = home
        if let home { inner[home, default: []].append(node.id) } else { top.append(node.id) }
      }
      if node.creation.operation.isFanIn {
        for input in node.creation.parents
        where input < node.id && lane[input] == nil && owner[input] == owner[node.id]
          && graph[input] != nil
        {
          lane[input] = node.id
        }
      }
    }
    for (parent, children) in links where children.count > 1 {
      links[parent] = children.sorted { a, b in
        (graph[a]?.ordinal ?? .max, a) < (graph[b]?.ordinal ?? .max, b)
      }
    }
  }

  /// The promise that `node` is chained on, where the graph knows it. A parent has the lower
  /// number, so no stream, however damaged, makes a circle.
  private static func parent(of node: PromiseNode, in graph: Graph) -> PromiseID? {
    guard !node.creation.operation.isFanIn, let parent = node.creation.parents.first,
      parent < node.id
    else {
      return nil
    }
    return graph[parent]?.id
  }

  /// The promise whose handler made `node`.
  private static func maker(of node: PromiseNode, in graph: Graph) -> PromiseID? {
    guard let job = node.createdIn, let maker = graph.job(job)?.child, maker < node.id else {
      return nil
    }
    return graph[maker]?.id
  }
}
