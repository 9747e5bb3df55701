import PromiseEvents
import PromiseGraph

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

  /// The promises that are drawn, where that are not all of the graph.
  private var members: Set<PromiseID>?
  /// It is one chain alone: what lies elsewhere is left out.
  private(set) var isOneChain = false

  /// Takes `graph`, or those of its promises that are `kept`, apart, in time linear in these and their
  /// parents.
  init(_ graph: Graph, keeping kept: [PromiseID]? = nil) {
    if let kept {
      members = Set(kept)
      add(kept.lazy.compactMap { graph[$0] }, of: graph)
    } else {
      add(graph.promises, of: graph)
    }
  }

  /// One chain of `graph`, that begins with `root`.
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

  /// The inputs of `fanIns` get their lanes. A fan-in that takes inputs in later stands below the last of
  /// them, as it would if they had been there before it.
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

  /// The promise is one of those that are drawn.
  func has(_ promise: PromiseID, in graph: Graph) -> Bool {
    members?.contains(promise) ?? (graph[promise] != nil)
  }

  /// The promise that `node` is chained on, where the graph knows it. A parent has the lower
  /// number, so no stream, however damaged, makes a circle.
  private func parent(of node: PromiseNode, in graph: Graph) -> PromiseID? {
    guard !node.creation.operation.isFanIn, let parent = node.creation.parents.first,
      parent < node.id
    else {
      return nil
    }
    return has(parent, in: graph) ? parent : nil
  }

  /// The promise whose handler made `node`.
  private func maker(of node: PromiseNode, in graph: Graph) -> PromiseID? {
    guard let job = node.createdIn, let maker = graph.job(job)?.child, maker < node.id else {
      return nil
    }
    return has(maker, in: graph) ? maker : nil
  }
}

extension PromiseNode {
  /// The inputs of a fan-in as they are drawn, in their order.
  var drawnInputs: some Collection<PromiseID> { inputs.lazy.map(\.promise) }
}
