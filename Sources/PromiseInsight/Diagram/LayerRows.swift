import PromiseGraph

/// The rows of nodes in their layers: as near as possible to the rows of their neighbors, so that most edges are
/// straight.
struct LayerRows {
  private(set) var rows: [Int]
  private let order: LayerOrder

  /// How often all layers are adjusted to the layers before them, and after them.
  private static let sweeps = 6

  init(_ order: LayerOrder) {
    self.order = order
    rows = Array(repeating: 0, count: order.layer.count)
    for nodes in order.layers {
      var row = 0
      for node in nodes {
        rows[node] = row
        row += size(node)
      }
    }
    for sweep in 0..<Self.sweeps {
      let isDown = sweep.isMultiple(of: 2)
      for number in isDown ? Array(order.layers.indices) : order.layers.indices.reversed() {
        adjust(order.layers[number], to: isDown ? order.before : order.after)
      }
    }
    adjustSources()
    let first = rows.min() ?? 0
    for node in rows.indices { rows[node] -= first }
  }

  private func size(_ node: Int) -> Int { node < order.realCount ? 2 : 1 }

  /// Moves the nodes without anything before them next to what follows; everything else stays.
  private mutating func adjustSources() {
    for nodes in order.layers.reversed() {
      var wishes = order.after
      for node in nodes where !order.before[node].isEmpty { wishes[node] = [(node, 1000)] }
      adjust(nodes, to: wishes)
    }
  }

  /// Nodes that are directly below each other, and where the first of them should be.
  private struct Block {
    var nodes: Int
    var wishes: [(row: Int, weight: Int)]
    var row = 0

    /// Moves the block to the middle of the wishes.
    mutating func settle() {
      wishes.sort { $0.row < $1.row }
      let half = (wishes.reduce(0) { $0 + $1.weight } + 1) / 2
      var sum = 0
      for wish in wishes {
        sum += wish.weight
        if sum >= half {
          row = wish.row
          return
        }
      }
    }
  }

  /// Moves the nodes of a layer toward their neighbors on one side, in their order and without overlaps.
  private mutating func adjust(_ nodes: [Int], to neighbors: [[(node: Int, weight: Int)]]) {
    var blocks: [Block] = []
    var offset = 0
    for node in nodes {
      let all = neighbors[node]
      var block = Block(nodes: 1, wishes: all.isEmpty ? [(rows[node] - offset, 1)] : [])
      block.wishes += all.map { (rows[$0.node] - offset, $0.weight) }
      block.settle()
      // The middle of several neighbors is one wish.
      block.wishes = [(block.row, all.reduce(all.isEmpty ? 1 : 0) { $0 + $1.weight })]
      blocks.append(block)
      while blocks.count > 1, blocks[blocks.count - 2].row >= blocks[blocks.count - 1].row {
        let last = blocks.removeLast()
        blocks[blocks.count - 1].nodes += last.nodes
        blocks[blocks.count - 1].wishes += last.wishes
        blocks[blocks.count - 1].settle()
      }
      offset += size(node)
    }
    var index = 0
    offset = 0
    for block in blocks {
      for node in nodes[index..<(index + block.nodes)] {
        rows[node] = block.row + offset
        offset += size(node)
      }
      index += block.nodes
    }
  }
}
