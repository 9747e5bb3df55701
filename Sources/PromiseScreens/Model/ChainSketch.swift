import PromiseEvents
package import PromiseGraph
import PromiseInsight

/// The chain that a run is about, from its first promise to its last, as it ended: for a line or two.
package struct ChainSketch: Hashable, Sendable {
  /// A promise of the chain, or a promise with the others that it was made from.
  package struct Step: Hashable, Sendable {
    /// The name of the promise.
    package var name: String
    /// The sign and the role of its state.
    package var glyph: Glyph
    package var role: Role
    /// The names of the inputs, if it is a fan-in.
    package var inputs: [String] = []
    /// The value or error that it passed on; empty if there is none.
    package var value = ""
  }

  /// The steps in order.
  package private(set) var steps: [Step] = []
  /// The last promise of the chain.
  private(set) var end: PromiseID?
  /// How many other chains the run has.
  package private(set) var others = 0

  /// Finds the chain in the state at the end of a run: the longest one, or the one that ended last of these.
  package init(_ graph: Graph) {
    var best: (length: Int, end: Int, leaf: PromiseID)?
    var leaves = 0
    var depths: [PromiseID: Int] = [:]
    for node in graph.promises.prefix(Self.mostPromises) {
      let before = node.creation.parents + node.inputs.prefix(Self.mostSteps).map(\.promise)
      let depth = (before.compactMap { depths[$0] }.max() ?? 0) + 1
      depths[node.id] = depth
      guard node.children.isEmpty, node.adoptedBy.isEmpty else { continue }
      leaves += 1
      let end = node.settled?.sequence ?? .max
      if let best, (best.length, best.end) >= (depth, end) { continue }
      best = (depth, end, node.id)
    }
    others = max(0, leaves - 1)
    var next = best?.leaf
    // A handler of errors that had nothing to do says nothing about the run.
    while let id = next, let node = graph[id], node.skipped == .valuePassesErrorHandler,
      let before = Self.parent(of: node)
    {
      next = before
    }
    end = next
    while let id = next, let node = graph[id], steps.count < Self.mostSteps {
      steps.append(Self.step(node, graph))
      next = Self.parent(of: node)
    }
    steps.reverse()
  }

  /// The promise before it in the chain; a fan-in starts one.
  private static func parent(of node: PromiseNode) -> PromiseID? {
    node.creation.operation.isFanIn ? nil : node.creation.parents.first
  }

  private static func step(_ node: PromiseNode, _ graph: Graph) -> Step {
    var step = Step(
      name: node.creation.label ?? graph.name(of: node, clock: ShortClock(end: graph.time)),
      glyph: node.glyph, role: node.role)
    if node.creation.operation.isFanIn {
      step.inputs = node.inputs.prefix(Self.mostInputs).map {
        graph[$0.promise].map { $0.creation.label ?? $0.name } ?? "\($0.promise)"
      }
      if node.inputs.count > Self.mostInputs {
        step.inputs.append("+\(node.inputs.count - Self.mostInputs)")
      }
    }
    if let text = node.settlement?.description, text != "()", node.skipped == nil {
      step.value = text
    }
    return step
  }

  private static var mostPromises: Int { 2000 }
  private static var mostSteps: Int { 12 }
  private static var mostInputs: Int { 4 }
}
