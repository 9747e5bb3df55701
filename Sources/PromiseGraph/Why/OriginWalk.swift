import PromiseEvents

/// Follows an outcome back to where it arose.
struct OriginWalk {
  private typealias Line = Explanation.Line
  private let graph: Graph
  private let history: History?

  init(_ graph: Graph, _ history: History?) { (self.graph, self.history) = (graph, history) }

  /// The question where the outcome of `node` comes from, the answer, and what became of it.
  func lines(of node: PromiseNode) -> [Explanation.Line] {
    guard let settlement = node.settlement else { return [] }
    return [Line(.question, question(node, settlement))]
      + Line.withAnswerFirst(way(from: node.id), saying: "it began here")
      + losers(of: node) + fate(of: node, settlement)
  }

  private func question(_ node: PromiseNode, _ settlement: PromiseEvent.Settlement) -> String {
    let name = graph.plainName(of: node.id)
    let value = settlement.description
    return switch settlement.outcome {
    case .fulfilled where value.isEmpty: "Why is \(name) fulfilled?"
    case .fulfilled: "Where does \(brief(value, 40)) of \(name) come from?"
    case .rejected: "Where does the error \(brief(value, 40)) of \(name) come from?"
    case .cancelled: "Why is \(name) cancelled?"
    }
  }

  private func way(from promise: PromiseID) -> [Explanation.Line] {
    var way = LongWay<Origin>()
    var met: Set<PromiseID> = []
    var next: PromiseID? = promise
    while let id = next, met.insert(id).inserted, let node = graph[id],
      let origin = graph.origin(of: node)
    {
      way.append(origin)
      next = origin.next
    }
    let pieces = way.pieces
    return pieces.enumerated().map { place, piece in
      let depth = min(place, 8)
      switch piece {
      case .step(let origin):
        let (text, promise, event) = origin.words(in: graph, history)
        let kind: Line.Kind = place == pieces.count - 1 ? .answer : .step
        return Line(kind, text, depth: depth, promise: promise, event: event)
      case .gap(let count, let first):
        let name = graph.plainName(of: first.promise)
        return Line(
          .detail, "... \(count) more like it, from \(name) on", depth: depth,
          promise: first.promise)
      }
    }
  }

  /// What became of the inputs that did not decide a fan-in.
  private func losers(of node: PromiseNode) -> [Explanation.Line] {
    guard let winner = node.settlement?.from, node.creation.operation.isFanIn,
      node.creation.operation != .retry
    else { return [] }
    var lines: [Explanation.Line] = []
    var count = 0
    for input in node.inputs where input.promise != winner {
      count += 1
      guard count <= Self.mostLosers else { continue }
      let name = graph.plainName(of: input.promise)
      let text: String
      if let outcome = input.outcome, let settled = input.settled {
        text =
          input.ignored
          ? "\(name) was too late: \(outcome.rawValue) \(graph.at(settled)), and ignored"
          : "\(name) was \(outcome.rawValue) \(graph.at(settled)) already, which did not decide it"
      } else {
        let state = graph[input.promise]?.state.plainWords ?? "is not known"
        text = "\(name) goes on, though it does not matter any more: it \(state)"
      }
      lines.append(
        Line(.detail, text, promise: input.promise, event: input.settled?.sequence))
    }
    if count > Self.mostLosers {
      lines.append(Line(.detail, "and \(count - Self.mostLosers) more inputs"))
    }
    return lines
  }

  /// Who took care of an error.
  private func fate(
    of node: PromiseNode, _ settlement: PromiseEvent.Settlement
  ) -> [Explanation.Line] {
    guard settlement.outcome != .fulfilled else { return [] }
    if let handler = node.handledBy {
      return [Line(.detail, "\(graph.plainName(of: handler)) took care of it", promise: handler)]
    }
    if let moment = node.unhandled {
      return [
        Line(
          .detail, "nobody handled it: reported \(graph.at(moment))", promise: node.id,
          event: moment.sequence)
      ]
    }
    guard let reader = node.children.first else {
      return [Line(.detail, "nobody has handled it so far: nothing hangs on it", promise: node.id)]
    }
    return [Line(.detail, "it goes on to \(graph.plainName(of: reader))", promise: reader)]
  }

  private static var mostLosers: Int { 4 }
}
