import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The graph as trees that determine which promise is drawn below which; every promise has one place.
///
/// A link is below its parent. A root or a fan-in that was created inside a handler belongs to the forest
/// of that handler's promise, and one that handles a request belongs to the forest of the request; all others belong to the top forest. Each forest is in order of creation. An
/// input has a lane to the first fan-in of its own forest that reads it; other fan-ins get a reference.
struct ChainForest {
  /// The roots and fan-ins of the top forest, in order.
  private(set) var top: [PromiseID] = []
  /// The roots and fan-ins that were created inside the handler of a promise.
  private(set) var inner: [PromiseID: [PromiseID]] = [:]
  /// The promises attached to a promise, in order of attachment.
  private(set) var links: [PromiseID: [PromiseID]] = [:]
  /// The fan-in that the lane of an input leads to.
  private(set) var lane: [PromiseID: PromiseID] = [:]
  /// The promise whose inner forest contains a promise; `nil` in the top forest.
  private(set) var owner: [PromiseID: PromiseID] = [:]

  /// The drawn promises, unless all of the graph is drawn.
  private var members: Set<PromiseID>?
  /// Whether it is a single chain, without anything else.
  private(set) var isOneChain = false

  /// Builds the forest of `graph`, or of its promises in `kept`, in time linear in these and their parents.
  init(_ graph: Graph, keeping kept: [PromiseID]? = nil) {
    if let kept {
      members = Set(kept)
      add(kept.lazy.compactMap { graph[$0] }, of: graph)
    } else {
      add(graph.promises, of: graph)
    }
  }

  /// Creates a forest of one chain of `graph`, which starts with `root`.
  init(chain root: PromiseID, of graph: Graph) {
    isOneChain = true
    top = [root]
    var work = [root]
    while let promise = work.popLast() {
      let children = graph[promise]?.handlers.map(\.child).filter { $0 > promise } ?? []
      guard !children.isEmpty else { continue }
      links[promise] = children
      work += children
    }
  }

  private mutating func add(_ nodes: some Sequence<PromiseNode>, of graph: Graph) {
    var fanIns: [PromiseNode] = []
    for node in nodes {
      if let parent = parent(of: node, in: graph) {
        owner[node.id] = owner[parent]
        links[parent, default: []].append(node.id)
      } else {
        let home = maker(of: node, in: graph)
        owner[node.id] = home
        if let home { inner[home, default: []].append(node.id) } else { top.append(node.id) }
        if node.creation.operation.isFanIn { fanIns.append(node) }
      }
    }
    addLanes(to: fanIns, of: graph)
    for (parent, children) in links where children.count > 1 {
      links[parent] = children.sorted { a, b in
        (graph[a]?.ordinal ?? .max, a) < (graph[b]?.ordinal ?? .max, b)
      }
    }
  }

  /// Assigns lanes to the inputs of `fanIns`. A fan-in with inputs that were created later is placed below
  /// the last of them, as if they had existed before it.
  private mutating func addLanes(to fanIns: [PromiseNode], of graph: Graph) {
    var places: [PromiseID: PromiseID] = [:]
    for node in fanIns {
      var place = node.id
      for input in node.drawnInputs
      where lane[input] == nil && owner[input] == owner[node.id] && has(input, in: graph) {
        let root = graph.root(of: input)
        guard input < node.id || root != node.id else { continue }
        lane[input] = node.id
        place = max(place, places[root] ?? root)
      }
      if place != node.id { places[node.id] = place }
    }
    guard !places.isEmpty else { return }
    func sorted(_ entries: [PromiseID]) -> [PromiseID] {
      entries.map { id in
        let place = places[id] ?? id
        return (place: place, waits: place == id ? 0 : 1, id: id)
      }.sorted { ($0.place, $0.waits, $0.id) < ($1.place, $1.waits, $1.id) }.map(\.id)
    }
    top = sorted(top)
    inner = inner.mapValues(sorted)
  }

  /// Returns whether the promise is drawn.
  func has(_ promise: PromiseID, in graph: Graph) -> Bool {
    members?.contains(promise) ?? (graph[promise] != nil)
  }

  /// Returns the parent of `node`, if the graph knows it. A parent has a lower number, so that even a
  /// damaged stream cannot form a cycle.
  private func parent(of node: PromiseNode, in graph: Graph) -> PromiseID? {
    guard !node.creation.operation.isFanIn, let parent = node.creation.parents.first,
      parent < node.id
    else {
      return nil
    }
    return has(parent, in: graph) ? parent : nil
  }

  /// Returns the promise whose handler created `node`, or else that of the request that it handles.
  private func maker(of node: PromiseNode, in graph: Graph) -> PromiseID? {
    let maker =
      node.createdIn.flatMap { graph.job($0)?.child } ?? graph.request(handledBy: node.id)
    guard let maker, maker < node.id else { return nil }
    return has(maker, in: graph) ? maker : nil
  }
}

extension PromiseNode {
  /// The inputs of a fan-in, in drawing order.
  var drawnInputs: some Collection<PromiseID> { inputs.lazy.map(\.promise) }
}
