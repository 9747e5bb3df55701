import PromiseEvents

/// Follows an outcome back to its origin.
struct OriginWalk {
  private typealias Line = Explanation.Line
  private let graph: Graph
  private let history: History?
  private let language: Language

  init(_ graph: Graph, _ history: History?, _ language: Language) {
    (self.graph, self.history, self.language) = (graph, history, language)
  }

  /// Returns the question about the origin of the outcome of `node`, the answer, and what happened to it.
  func lines(of node: PromiseNode) -> [Explanation.Line] {
    guard let settlement = node.settlement else { return [] }
    return [Line(.question, question(node, settlement))]
      + Line.withAnswerFirst(way(from: node.id)) { language.text("it began here: \($0)") }
      + losers(of: node) + fate(of: node, settlement)
  }

  private func question(_ node: PromiseNode, _ settlement: PromiseEvent.Settlement) -> String {
    let name = graph.plainName(of: node.id)
    let value = brief(settlement.description, 40)
    return switch settlement.outcome {
    case .fulfilled where value.isEmpty: language.text("Why is \(name) fulfilled?")
    case .fulfilled: language.text("Where does the value of \(name), \(value), come from?")
    case .rejected: language.text("Where does the error of \(name), \(value), come from?")
    case .cancelled: language.text("Why is \(name) cancelled?")
    }
  }

  private func way(from promise: PromiseID) -> [Explanation.Line] {
    var way = LongPath<Origin>()
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
        let (text, promise, event) = origin.sentence(in: graph, history, language)
        let kind: Line.Kind = place == pieces.count - 1 ? .answer : .step
        return Line(kind, text, depth: depth, promise: promise, event: event)
      case .gap(let count, let first):
        let name = graph.plainName(of: first.promise)
        return Line(
          .detail, language.text("... \(count) more like it, from \(name) on"), depth: depth,
          promise: first.promise)
      }
    }
  }

  /// Returns what happened to the inputs that did not decide a fan-in.
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
        let (outcome, time) = (outcome.word(in: language), milliseconds(settled.time))
        text =
          input.ignored
          ? language.text("\(name) was \(outcome) at \(time), too late, and ignored")
          : language.text("\(name) was \(outcome) at \(time), which did not decide it")
      } else {
        let state =
          graph[input.promise]?.state.adjective(in: language) ?? language.text("unknown")
        text = language.text("\(name) keeps running, but is ignored: it is \(state)")
      }
      lines.append(
        Line(.detail, text, promise: input.promise, event: input.settled?.sequence))
    }
    if count > Self.mostLosers {
      lines.append(Line(.detail, language.text("and \(count - Self.mostLosers) more inputs")))
    }
    return lines
  }

  /// Returns what handled an error.
  private func fate(
    of node: PromiseNode, _ settlement: PromiseEvent.Settlement
  ) -> [Explanation.Line] {
    guard settlement.outcome != .fulfilled else { return [] }
    if let handler = node.handledBy {
      return [
        Line(
          .detail, language.text("\(graph.plainName(of: handler)) handled it"), promise: handler)
      ]
    }
    if let moment = node.unhandled {
      return [
        Line(
          .detail,
          language.text("no handler: reported as unhandled at \(milliseconds(moment.time))"),
          promise: node.id, event: moment.sequence)
      ]
    }
    guard let reader = node.children.first else {
      return [
        Line(
          .detail, language.text("not handled so far: no handler is attached"), promise: node.id)
      ]
    }
    return [
      Line(
        .detail, language.text("it is passed on to \(graph.plainName(of: reader))"),
        promise: reader)
    ]
  }

  private static var mostLosers: Int { 4 }
}
