import PromiseGraph
import PromiseKitLite

extension PromiseFacts {
  /// The first question that `w` answers, and the end of its answer.
  ///
  /// Nothing where the way to the answer is long: a frame has no time to go it.
  var why: [StyledLine] {
    guard way(atMost: Self.longestWay).count < Self.longestWay,
      node.inputs.count <= Self.longestWay
    else { return [] }
    return graph.explanation(of: node.id).summary(limit: 3).flatMap { line in
      let isQuestion = line.kind == .question
      let indent = isQuestion ? "" : "  "
      return wrapped(line.text, to: width - indent.count).prefix(3).map {
        StyledLine([Span(indent), Span($0, isQuestion ? .dim : .body)])
      }
    }
  }

  /// Through which promises its outcome came, or will come, the first one first.
  var causes: [StyledLine] {
    let way = way(atMost: Self.mostCauses)
    guard way.count > 1 else { return [] }
    let text = way.reversed().map(\.description).joined(separator: " > ")
    let isCut = way.count == Self.mostCauses
    return [fact("causes", (isCut ? "\(ellipsis) > " : "") + "\(text) > \(node.id)")]
  }

  /// The promise that this one's outcome came from, or waits for, that one's, and so on.
  private func way(atMost limit: Int) -> [PromiseID] {
    var way: [PromiseID] = []
    var seen: Set<PromiseID> = [node.id]
    var here = node
    while way.count < limit, let next = here.cause ?? maker(of: here),
      seen.insert(next).inserted
    {
      way.append(next)
      guard let node = graph[next] else { break }
      here = node
    }
    return way
  }

  /// Of a promise that a handler made, what that handler hangs on.
  private func maker(of node: PromiseNode) -> PromiseID? {
    let child = node.createdIn.flatMap { graph.job($0)?.child }
    return child.flatMap { graph[$0]?.creation.parents.first }
  }

  private static let longestWay = 200
  private static let mostCauses = 6
}

extension PromiseNode {
  /// What it is, or was, locked in to; the input that settled it; what it hangs on.
  fileprivate var cause: PromiseID? {
    if let adopted { return adopted }
    if let from = settlement?.from { return from }
    return creation.operation.isFanIn ? nil : creation.parents.first
  }
}
