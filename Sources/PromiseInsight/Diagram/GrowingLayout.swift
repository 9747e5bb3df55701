/// A drawing in layers of a graph that grows: each node is placed after those before it, and stays.
///
/// Where a node is depends on nothing that follows, so its edges may be longer, and cross more, than in a drawing of the
/// whole graph.
struct GrowingLayout {
  /// The drawing.
  private(set) var layout = LayeredLayout(places: [], routes: [], kinds: [])
  private var places: [LayeredLayout.Place] = []
  /// The rows that are taken in each layer.
  private var taken: [Set<Int>] = []
  private var lowest = 0

  /// Places the nodes in order; `makers` has for each the node in whose handler it was created, which will depend on it.
  init(_ makers: [Int?], _ edges: [LayeredLayout.Edge]) {
    var leading: [Int: [Int]] = [:]
    for edge in edges where edge.from < edge.to && edge.kind == 0 {
      leading[edge.to, default: []].append(edge.from)
    }
    for node in makers.indices {
      let parents = leading[node] ?? []
      if let last = parents.max(by: { places[$0].layer < places[$1].layer }) {
        place(layer: places[last].layer + 1, row: places[parents[0]].row)
      } else if let maker = makers[node] {
        let layer = places[maker].layer
        place(layer: layer > 0 ? layer - 1 : 1, row: places[maker].row + 2)
      } else {
        place(layer: 0, row: lowest)
      }
    }
    let routes = edges.map { route($0) }
    layout = LayeredLayout(places: places, routes: routes, kinds: edges.map(\.kind))
  }

  private mutating func place(layer: Int, row wish: Int) {
    while taken.count <= layer { taken.append([]) }
    var row = wish
    while !taken[layer].isDisjoint(with: [row, row + 1]) { row += 1 }
    taken[layer].formUnion([row, row + 1])
    places.append(LayeredLayout.Place(layer: layer, row: row))
    lowest = max(lowest, row + 2)
  }

  /// Returns the way of an edge: through each layer between its ends, in the next free row.
  private mutating func route(_ edge: LayeredLayout.Edge) -> LayeredLayout.Route {
    let (from, to) = (places[edge.from], places[edge.to])
    guard from.layer != to.layer else { return LayeredLayout.Route(places: [], isReversed: false) }
    let isReversed = to.layer < from.layer
    let (first, last) = isReversed ? (to, from) : (from, to)
    var way = [first]
    for layer in (first.layer + 1)..<max(first.layer + 1, last.layer) {
      var row = way[way.count - 1].row
      while taken[layer].contains(row) { row += 1 }
      taken[layer].insert(row)
      way.append(LayeredLayout.Place(layer: layer, row: row))
    }
    return LayeredLayout.Route(places: way + [last], isReversed: isReversed)
  }
}
