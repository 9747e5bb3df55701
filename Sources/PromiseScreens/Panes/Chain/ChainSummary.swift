import PromiseGraph
import PromiseKitLite

/// One chain in one row: the promise that it begins with, and the one of it that matters most.
struct ChainSummary {
  /// The promise that it begins with.
  let root: PromiseNode
  /// The promise that its row shows the state of: one that failed or that something happens to, else
  /// the last one.
  let telling: PromiseNode
  /// When nothing of it could settle any more.
  let ended: Moment?
  /// How many promises hang on the root.
  let links: Int

  /// At most so many promises of a chain are looked at.
  private static let mostLookedAt = 16

  /// The chain that begins with `root`. O(1)
  init(_ root: PromiseNode, in graph: Graph) {
    self.root = root
    let chain = graph.chain(of: root.id)
    links = chain?.root == root.id ? (chain?.promises ?? 1) - 1 : 0
    var telling = root
    var next = root
    for _ in 0..<min(links, Self.mostLookedAt) {
      guard let child = next.handlers.first?.child, let node = graph[child] else { break }
      if node.urgency >= telling.urgency { telling = node }
      next = node
    }
    self.telling = telling
    ended = chain?.isOver == true ? next.settled : nil
  }
}

extension PromiseNode {
  /// How much its state asks to be seen: where several promises share a sign, the one of the greatest
  /// urgency gives it.
  var urgency: Int {
    if unhandled != nil { return 10 }
    if skipped != nil { return 1 }
    return StateCounts.order.firstIndex { $0.matches(state) }.map { 9 - $0 } ?? 0
  }
}
