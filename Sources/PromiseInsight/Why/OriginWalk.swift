import PromiseEvents
package import PromiseGraph

/// Follows an outcome back to where it was made, and from there to what led to that.
struct OriginWalk {
  private typealias Line = Explanation.Line
  private let graph: Graph
  private let history: History?
  private let language: Language

  init(_ graph: Graph, _ history: History?, _ language: Language) {
    (self.graph, self.history, self.language) = (graph, history, language)
  }

  /// One step of the way.
  private enum Step {
    case origin(Origin)
    /// A job created a promise.
    case run(JobID, PromiseID)
  }

  /// The steps back from an outcome: up to where it was made, and what led to that.
  private struct Way {
    var made = LongPath<Step>()
    var before = LongPath<Step>()
    /// The first handler on the way that was given an error and returned something else, and the first timer
    /// that rejected a promise that it limited.
    var recovery: PromiseID?
    /// The outcomes on the way.
    var outcomes: Set<PromiseID> = []
    var timeout: (promise: PromiseID, timer: TimerNode)?
  }

  /// Returns the question about the origin of the outcome of `node`, the answer, and what happened to it.
  /// If `briefly`, nothing that comes before the origin.
  func lines(of node: PromiseNode, briefly: Bool = false) -> [Explanation.Line] {
    guard let settlement = node.settlement else { return [] }
    let way = way(from: node.id, briefly: briefly)
    let lines = [Line(.question, question(node, settlement))] + lines(way, of: node.id)
    guard !briefly else { return lines }
    return lines + losers(of: node) + fate(of: node, settlement) + graph.waits(for: node, language)
      + recovery(way) + timeout(way)
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

  // MARK: - The way

  private func way(from promise: PromiseID, briefly: Bool) -> Way {
    var way = Way()
    var met: Set<Origin.Next> = []
    var next: Origin.Next? = .outcome(promise)
    var isMade = false
    while let here = next, met.insert(here).inserted {
      switch here {
      case .outcome(let id):
        guard let node = graph[id], let origin = graph.origin(of: node) else { return way }
        note(origin, in: &way)
        if isMade {
          way.before.append(.origin(origin))
        } else {
          way.made.append(.origin(origin))
        }
        isMade = isMade || origin.isMade
        next = graph.next(after: origin)
      case .run(let job, let created):
        way.before.append(.run(job, created))
        next = graph.next(after: job)
      }
      if briefly, isMade { return way }
    }
    return way
  }

  /// Keeps what has an answer of its own.
  private func note(_ origin: Origin, in way: inout Way) {
    way.outcomes.insert(origin.promise)
    switch origin.source {
    case .adopted where way.recovery == nil && graph.recovered(by: origin.promise) != nil:
      way.recovery = origin.promise
    case .timer(let timer)
    where way.timeout == nil && graph[origin.promise]?.creation.operation == .timeout:
      way.timeout = (origin.promise, timer)
    default: break
    }
  }

  /// Returns a line for each step; the one that made the outcome is the answer, and comes first if it is far
  /// down.
  private func lines(_ way: Way, of asked: PromiseID) -> [Explanation.Line] {
    var lines: [Explanation.Line] = []
    for (path, isAnswer) in [(way.made, true), (way.before, false)] {
      let pieces = path.pieces
      for (place, piece) in pieces.enumerated() {
        let depth = min(lines.count, 8)
        switch piece {
        case .step(let step):
          let isLast = isAnswer && place == pieces.count - 1
          lines.append(line(step, isLast ? .answer : .step, depth, asked))
        case .gap(let count, let first):
          lines.append(gap(count, first, depth))
        }
      }
    }
    guard let answer = lines.firstIndex(where: { $0.kind == .answer }), answer > 1 else {
      return lines
    }
    return Line.withAnswerFirst(lines) { language.text("it began here: \($0)") }
  }

  private func line(
    _ step: Step, _ kind: Explanation.Line.Kind, _ depth: Int, _ asked: PromiseID
  ) -> Explanation.Line {
    let (text, promise, event): Origin.Sentence
    let subject: PromiseID
    switch step {
    case .origin(let origin):
      (text, promise, event) = origin.sentence(in: graph, language)
      subject = origin.promise
    case .run(let job, let created):
      (text, promise, event) = graph.sentence(of: job, creating: created, language)
      subject = created
    }
    let tag = graph[subject]?.creation.tag
    let isOther = tag != graph[asked]?.creation.tag
    let tagged = isOther ? tag.map { language.text("\(text) (tag \(brief($0, 24)))") } : nil
    return Line(kind, tagged ?? text, depth: depth, promise: promise, event: event)
  }

  private func gap(_ count: Int, _ first: Step, _ depth: Int) -> Explanation.Line {
    let promise: PromiseID
    switch first {
    case .origin(let origin): promise = origin.promise
    case .run(_, let created): promise = created
    }
    let name = graph.plainName(of: promise)
    return Line(
      .detail, language.text("... \(count) more like it, from \(name) on"), depth: depth,
      promise: promise)
  }

  // MARK: - What else decided it

  /// Returns what led to the error for which a handler on the way returned another promise.
  private func recovery(_ way: Way) -> [Explanation.Line] {
    guard let handler = way.recovery, let (parent, error) = graph.recovered(by: handler),
      !(way.outcomes.contains(parent) && way.before.isWhole)
    else { return [] }
    let name = graph.plainName(of: handler)
    let inner = self.way(from: parent, briefly: false)
    return [
      Line(
        .question,
        language.text(
          "Where does the error that \(name) recovered from, \(brief(error, 40)), come from?"))
    ] + lines(inner, of: handler) + timeout(inner)
  }

  /// Returns what a promise waited for when a timeout gave up on it, and how that one ended.
  private func timeout(_ way: Way) -> [Explanation.Line] {
    guard let (promise, timer) = way.timeout, let fired = timer.fired,
      let parent = graph.parent(of: promise)
    else { return [] }
    let (name, other) = (graph.plainName(of: promise), graph.plainName(of: parent))
    var lines = [
      Line(
        .question,
        language.text(
          "What did \(other) wait for at \(milliseconds(fired.time)), when \(name) gave up on it?"))
    ]
    if let then = history?.graph(at: fired.sequence), let node = then[parent],
      node.settlement == nil
    {
      lines += WaitingWalk(then, ahead: graph, language).lines(of: node).dropFirst()
    }
    if let node = graph[parent] {
      let text =
        node.settled.map {
          let state = node.state.adjective(in: language)
          return language.text("\(other) was \(state) at \(milliseconds($0.time)), too late")
        } ?? node.state.sentence(of: other, in: language)
      lines.append(Line(.detail, text, promise: parent, event: node.settled?.sequence))
    }
    return lines
  }
}

// MARK: - What became of it

extension InputNode {
  /// Returns what became of it, if it did not decide its fan-in; `name` is that of its promise.
  package func fate(_ name: String, _ state: PromiseState?, _ language: Language) -> String {
    guard let outcome, let settled else {
      let state = state?.adjective(in: language) ?? language.text("unknown")
      return language.text("\(name) is \(state): its outcome will be ignored")
    }
    let (word, time) = (outcome.word(in: language), milliseconds(settled.time))
    return ignored
      ? language.text("\(name) was \(word) at \(time), too late, and ignored")
      : language.text("\(name) was \(word) at \(time), which did not decide it")
  }
}

extension OriginWalk {
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
      let text = input.fate(
        graph.plainName(of: input.promise), graph[input.promise]?.state, language)
      lines.append(
        Line(.detail, text, promise: input.promise, event: input.settled?.sequence))
    }
    if count > Self.mostLosers {
      lines.append(Line(.detail, language.text("and \(count - Self.mostLosers) more inputs")))
    }
    return lines
  }

  /// Returns what handled an error, or what received it.
  private func fate(
    of node: PromiseNode, _ settlement: PromiseEvent.Settlement
  ) -> [Explanation.Line] {
    guard settlement.outcome != .fulfilled else { return [] }
    if let handler = node.handledBy {
      let text = language.text("\(graph.plainName(of: handler)) handled it")
      return [Line(.detail, text, promise: handler)]
    }
    if let moment = node.unhandled {
      let time = milliseconds(moment.time)
      let text = language.text("no handler: reported as unhandled at \(time)")
      return [Line(.detail, text, promise: node.id, event: moment.sequence)]
    }
    let adopting = node.adoptedBy.last { $0 != node.id }
    let readers =
      node.children.first.map {
        [Line(.detail, language.text("it is passed on to \(graph.plainName(of: $0))"), promise: $0)]
      } ?? adopting.map {
        let text = language.text("it is passed on to \(graph.plainName(of: $0)), which adopted it")
        return [Line(.detail, text, promise: $0)]
      } ?? []
    guard readers.isEmpty, graph.waits(for: node, language).isEmpty else { return readers }
    return [
      Line(.detail, language.text("not handled so far: no handler is attached"), promise: node.id)
    ]
  }

  private static var mostLosers: Int { 4 }
}
