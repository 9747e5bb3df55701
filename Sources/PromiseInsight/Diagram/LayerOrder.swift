import PromiseGraph

/// The order of the nodes in each layer. Where an edge passes through a layer, it has a node of its own there, which
/// follows the nodes of the graph in number.
struct LayerOrder {
  /// The way of an edge through the layers.
  struct Route {
    var nodes: [Int]
    var isReversed: Bool
  }

  /// The layer of each node, and how many of them are nodes of the graph.
  private(set) var layer: [Int]
  let realCount: Int
  private(set) var routes: [Route] = []
  /// The nodes of each layer in order.
  private(set) var layers: [[Int]] = []
  /// The neighbors of each node in the layer before and in the layer after, with the weights of the edges.
  private(set) var before: [[(node: Int, weight: Int)]]
  private(set) var after: [[(node: Int, weight: Int)]]
  private(set) var crossings = 0

  /// The connected part that a node belongs to.
  private var part: [Int]
  /// The index of a node in its layer.
  private var place: [Int]

  /// Where edges of one kind from one node pass through a layer.
  private struct Lane: Hashable {
    var from: Int
    var layer: Int
    var kind: Int
  }

  /// Creates the order by the numbers of the nodes, or by that of a walk along the edges.
  init(_ ranks: LayerRanks, _ edges: [LayeredLayout.Edge], isWalk: Bool) {
    layer = ranks.layer
    realCount = layer.count
    part = ranks.parts
    before = Array(repeating: [], count: realCount)
    after = before
    place = []
    var lanes: [Lane: Int] = [:]
    for (number, edge) in edges.enumerated() {
      let isReversed = ranks.isReversed[number]
      let (from, to) = isReversed ? (edge.to, edge.from) : (edge.from, edge.to)
      guard from != to else {
        routes.append(Route(nodes: [], isReversed: false))
        continue
      }
      var nodes = [from]
      for passed in (layer[from] + 1)..<max(layer[from] + 1, layer[to]) {
        let lane = Lane(from: from, layer: passed, kind: isReversed ? -1 - edge.kind : edge.kind)
        let node = lanes[lane] ?? addNode(passed, like: from)
        lanes[lane] = node
        nodes.append(node)
      }
      nodes.append(to)
      for (one, other) in zip(nodes, nodes.dropFirst())
      where !after[one].contains(where: { $0.node == other }) {
        // A long edge should be straight between the layers that it passes through.
        let isInner = one >= realCount && other >= realCount
        let weight = isInner ? 8 : edge.weight
        after[one].append((other, weight))
        before[other].append((one, weight))
      }
      routes.append(Route(nodes: nodes, isReversed: isReversed))
    }
    layers = Array(repeating: [], count: (layer.max() ?? -1) + 1)
    place = Array(repeating: 0, count: layer.count)
    // A node where an edge passes through is where the edge begins.
    var numbers = Array(0..<layer.count)
    if isWalk { for (number, node) in ranks.walk.enumerated() { numbers[node] = number } }
    for (lane, node) in lanes { numbers[node] = isWalk ? numbers[lane.from] : node }
    for node in layer.indices.sorted(by: {
      (part[$0], numbers[$0], $0) < (part[$1], numbers[$1], $1)
    }) {
      place[node] = layers[layer[node]].count
      layers[layer[node]].append(node)
    }
  }

  private mutating func addNode(_ layer: Int, like other: Int) -> Int {
    self.layer.append(layer)
    part.append(part[other])
    before.append([])
    after.append([])
    return self.layer.count - 1
  }

  /// The most times that all layers are sorted.
  private static let sweeps = 12
  /// With more nodes than this, neighbors are not exchanged one by one.
  private static let mostExchanged = 2_000

  /// Sorts the nodes of each layer by the middle of their neighbors in the layer before, then in the layer after, and
  /// keeps the order with the fewest crossings.
  mutating func sort() {
    var best = layers
    crossings = countCrossings()
    for sweep in 0..<Self.sweeps where crossings > 0 {
      let isDown = sweep.isMultiple(of: 2)
      for number in isDown ? Array(layers.indices) : layers.indices.reversed() {
        sortLayer(number, by: isDown ? before : after, keepsTies: sweep < Self.sweeps / 2)
      }
      if layer.count <= Self.mostExchanged { exchangeNeighbors() }
      let count = countCrossings()
      guard count < crossings else { continue }
      (best, crossings) = (layers, count)
    }
    for number in best.indices { setLayer(number, best[number]) }
  }

  private mutating func setLayer(_ number: Int, _ nodes: [Int]) {
    layers[number] = nodes
    for (index, node) in nodes.enumerated() { place[node] = index }
  }

  private mutating func sortLayer(
    _ number: Int, by neighbors: [[(node: Int, weight: Int)]], keepsTies: Bool
  ) {
    let keys = layers[number].enumerated().map { index, node in
      let places = neighbors[node].map { place[$0.node] }
      // In thousandths. A node without neighbors keeps its place.
      let middle = places.isEmpty ? 1000 * index : 1000 * places.reduce(0, +) / places.count
      return (part: part[node], middle: middle, tie: keepsTies ? index : -index, node: node)
    }
    setLayer(
      number,
      keys.sorted { ($0.part, $0.middle, $0.tie) < ($1.part, $1.middle, $1.tie) }.map(\.node))
  }

  /// Exchanges two nodes that are side by side wherever fewer edges cross then.
  private mutating func exchangeNeighbors() {
    for _ in 0..<4 {
      var isBetter = false
      for number in layers.indices where layers[number].count > 1 {
        for index in 0..<(layers[number].count - 1) {
          let (a, b) = (layers[number][index], layers[number][index + 1])
          guard part[a] == part[b] else { continue }
          let now = crossings(of: a, b, before) + crossings(of: a, b, after)
          guard now > 0, crossings(of: b, a, before) + crossings(of: b, a, after) < now else {
            continue
          }
          layers[number].swapAt(index, index + 1)
          (place[a], place[b]) = (index + 1, index)
          isBetter = true
        }
      }
      guard isBetter else { return }
    }
  }

  /// Returns how many edges of `a` cross edges of `b` on one side, if `a` is before `b`.
  private func crossings(of a: Int, _ b: Int, _ neighbors: [[(node: Int, weight: Int)]]) -> Int {
    neighbors[a].reduce(0) { sum, one in
      sum + neighbors[b].count { place[$0.node] < place[one.node] }
    }
  }

  /// Returns how many pairs of edges cross. O(edges log edges)
  private func countCrossings() -> Int {
    var count = 0
    for nodes in layers {
      var ends: [Int] = []
      for node in nodes { ends += after[node].map { place[$0.node] }.sorted() }
      var tree = Array(repeating: 0, count: (ends.max() ?? 0) + 2)
      for (index, end) in ends.enumerated() {
        // Those before it that end after it cross it.
        var notAfter = 0
        var at = end + 1
        while at > 0 {
          notAfter += tree[at]
          at -= at & -at
        }
        count += index - notAfter
        at = end + 1
        while at < tree.count {
          tree[at] += 1
          at += at & -at
        }
      }
    }
    return count
  }
}
