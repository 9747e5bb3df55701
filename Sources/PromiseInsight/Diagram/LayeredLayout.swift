import PromiseGraph

/// A drawing of a directed graph in layers, in whole numbers: every edge leads to a later layer, except those that
/// close a circle, and few edges cross.
///
/// It knows nothing of cells or points. A node takes two rows of its layer, and an edge that passes through a layer takes
/// one. The same graph always has the same drawing. Parts of the graph that no edge connects are below each other.
package struct LayeredLayout: Hashable, Sendable {
  /// An edge between two nodes, by their indices.
  package struct Edge: Hashable, Sendable {
    package var from: Int
    package var to: Int
    /// Edges of the same kind from one node share their way.
    package var kind: Int
    /// How important it is that the edge is straight.
    package var weight: Int

    package init(from: Int, to: Int, kind: Int = 0, weight: Int = 1) {
      (self.from, self.to, self.kind, self.weight) = (from, to, kind, weight)
    }
  }

  /// A place in the drawing.
  package struct Place: Hashable, Sendable {
    package var layer: Int
    package var row: Int

    package init(layer: Int, row: Int) { (self.layer, self.row) = (layer, row) }
  }

  /// The places of an edge in the layers from its first node to its last one.
  package struct Route: Hashable, Sendable {
    package var places: [Place]
    /// Whether the edge leads from the last place to the first, because it closes a circle.
    package var isReversed: Bool
  }

  /// The place of each node.
  package private(set) var places: [Place]
  /// The way of each edge; an edge from a node to itself has none.
  package private(set) var routes: [Route]
  /// The kind of each edge.
  package let kinds: [Int]
  /// How many layers there are, and the number of rows of the highest.
  package private(set) var layerCount = 0
  package private(set) var rowCount = 0
  /// How many pairs of edges cross.
  package private(set) var crossings = 0

  /// Creates a drawing with given places.
  init(places: [Place], routes: [Route], kinds: [Int]) {
    (self.places, self.routes, self.kinds) = (places, routes, kinds)
    measure()
  }

  /// Lays out `count` nodes. O((nodes + edges) log edges) for each of a fixed number of sweeps, with the layers that
  /// edges pass through counted as nodes
  package init(count: Int, edges: [Edge]) {
    kinds = edges.map(\.kind)
    let order = Self.order(LayerRanks(count: count, edges: edges), edges)
    let rows = LayerRows(order).rows
    places = (0..<count).map { Place(layer: order.layer[$0], row: rows[$0]) }
    routes = order.routes.map { route in
      Route(
        places: route.nodes.map { Place(layer: order.layer[$0], row: rows[$0]) },
        isReversed: route.isReversed)
    }
    crossings = order.crossings
    measure()
  }

  /// Returns the order with the fewest crossings: with nodes as early as possible or as late as possible, and beginning
  /// with the order of their numbers, or with that in which a walk along the edges meets them.
  private static func order(_ ranks: LayerRanks, _ edges: [Edge]) -> LayerOrder {
    var (early, late) = (ranks, ranks)
    early.pullSources()
    late.pullAll()
    var best: LayerOrder?
    for (ranks, isWalk) in [(early, false), (early, true), (late, false), (late, true)] {
      var order = LayerOrder(ranks, edges, isWalk: isWalk)
      order.sort()
      if best.map({ order.crossings < $0.crossings }) ?? true { best = order }
      if order.crossings == 0 { break }
    }
    return best ?? LayerOrder(early, edges, isWalk: false)
  }

  private mutating func measure() {
    let all = places + routes.flatMap(\.places)
    layerCount = (all.map(\.layer).max() ?? -1) + 1
    rowCount =
      (places.map { $0.row + 2 } + routes.flatMap { $0.places.map { $0.row + 1 } }).max() ?? 0
  }
}

/// The layers of nodes: each node is in a later one than all that lead to it.
struct LayerRanks {
  private(set) var layer: [Int]
  /// The edges that close a circle, which are followed from their end to their beginning.
  private(set) var isReversed: [Bool]
  /// The nodes and edges as they are followed.
  private(set) var next: [[Int]]
  private(set) var previous: [[Int]]
  /// The nodes, each after all that lead to it.
  private var sorted: [Int] = []

  init(count: Int, edges: [LayeredLayout.Edge]) {
    layer = Array(repeating: 0, count: count)
    isReversed = Array(repeating: false, count: edges.count)
    next = Array(repeating: [], count: count)
    previous = next
    var leaving: [[Int]] = next
    for (number, edge) in edges.enumerated() where edge.from != edge.to {
      leaving[edge.from].append(number)
    }
    findCircles(edges, leaving)
    for (number, edge) in edges.enumerated() where edge.from != edge.to {
      let (from, to) = isReversed[number] ? (edge.to, edge.from) : (edge.from, edge.to)
      next[from].append(to)
      previous[to].append(from)
    }
    var left = previous.map(\.count)
    sorted = left.indices.filter { left[$0] == 0 }
    var place = 0
    while place < sorted.count {
      let node = sorted[place]
      place += 1
      for other in next[node] {
        layer[other] = max(layer[other], layer[node] + 1)
        left[other] -= 1
        if left[other] == 0 { sorted.append(other) }
      }
    }
  }

  /// Walks in depth from each node, and reverses the edges that lead back to a node on the way.
  private mutating func findCircles(_ edges: [LayeredLayout.Edge], _ leaving: [[Int]]) {
    enum Mark { case new, open, done }
    var marks = Array(repeating: Mark.new, count: leaving.count)
    for start in leaving.indices where marks[start] == .new {
      var way: [(node: Int, next: Int)] = [(start, 0)]
      marks[start] = .open
      while let (node, place) = way.last {
        guard place < leaving[node].count else {
          marks[node] = .done
          way.removeLast()
          continue
        }
        way[way.count - 1].next += 1
        let number = leaving[node][place]
        let other = edges[number].to
        switch marks[other] {
        case .new:
          marks[other] = .open
          way.append((other, 0))
        case .open: isReversed[number] = true
        case .done: break
        }
      }
    }
  }

  /// Moves every node next to what follows.
  mutating func pullAll() {
    for node in sorted.reversed() {
      if let first = next[node].map({ layer[$0] }).min() { layer[node] = first - 1 }
    }
  }

  /// Moves each node to which nothing leads, and the chain that begins with it, next to what follows.
  mutating func pullSources() {
    var isFree = Array(repeating: false, count: layer.count)
    for node in sorted {
      let parents = previous[node]
      isFree[node] =
        parents.isEmpty || parents.count == 1 && next[parents[0]].count == 1 && isFree[parents[0]]
    }
    for node in sorted.reversed() where isFree[node] {
      guard let first = next[node].map({ layer[$0] }).min() else { continue }
      layer[node] = first - 1
    }
  }

  /// The nodes of each connected part, in the order in which a walk along the edges in both directions, nearest first,
  /// meets them.
  var walk: [Int] {
    var isMet = Array(repeating: false, count: layer.count)
    var order: [Int] = []
    var place = 0
    for start in layer.indices where !isMet[start] {
      isMet[start] = true
      order.append(start)
      while place < order.count {
        for other in next[order[place]] + previous[order[place]] where !isMet[other] {
          isMet[other] = true
          order.append(other)
        }
        place += 1
      }
    }
    return order
  }

  /// Numbers the connected parts, the largest first, those of one size in the order of their first nodes.
  var parts: [Int] {
    var parts = Array(repeating: -1, count: layer.count)
    var count = 0
    for start in layer.indices where parts[start] < 0 {
      var work = [start]
      parts[start] = count
      while let node = work.popLast() {
        for other in next[node] + previous[node] where parts[other] < 0 {
          parts[other] = count
          work.append(other)
        }
      }
      count += 1
    }
    var sizes = Array(repeating: 0, count: count)
    for part in parts { sizes[part] += 1 }
    var numbers = Array(repeating: 0, count: count)
    for (number, part) in sizes.indices.sorted(by: { (-sizes[$0], $0) < (-sizes[$1], $1) })
      .enumerated()
    {
      numbers[part] = number
    }
    return parts.map { numbers[$0] }
  }
}
