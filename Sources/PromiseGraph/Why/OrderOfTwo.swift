package import PromiseEvents

/// Why the handlers of two promises ran in the order in which they did, and whether that is a rule.
package struct OrderOfTwo: Sendable {
  /// Whether it could have been otherwise.
  package enum Verdict: Hashable, Sendable {
    /// One of them has not run: there is no order yet.
    case open
    /// Never: a rule makes it so.
    case always
    /// Yes: at that event the run could have gone on with the other one.
    case otherwise(event: Int)
    /// As far as this run tells: another schedule, or another day, may bring it.
    case perhaps
  }

  package let explanation: Explanation
  package let verdict: Verdict
  /// The promise whose handler ran first, and the other one.
  package let first: PromiseID
  package let second: PromiseID

  /// The order of two promises at the playhead; they may be given in any order.
  package init(_ one: PromiseID, _ other: PromiseID, in graph: Graph, history: History) {
    var question = OrderQuestion(one, other, graph, history)
    explanation = question.answer()
    (verdict, first, second) = (question.verdict, question.first, question.second)
  }
}

/// Finds the reasons for the order of two handlers.
struct OrderQuestion {
  typealias Line = Explanation.Line
  let graph: Graph
  let history: History
  private(set) var first: PromiseID
  private(set) var second: PromiseID
  var verdict = OrderOfTwo.Verdict.open

  init(_ one: PromiseID, _ other: PromiseID, _ graph: Graph, _ history: History) {
    (self.graph, self.history) = (graph, history)
    (first, second) = (one, other)
    if let late = ran(one), let early = ran(other), early.sequence < late.sequence {
      (first, second) = (other, one)
    } else if ran(one) == nil, ran(other) != nil {
      (first, second) = (other, one)
    }
  }

  mutating func answer() -> Explanation {
    let names = (graph.plainName(of: first), graph.plainName(of: second))
    guard first != second else {
      return Explanation(
        title: names.0,
        lines: [
          Line(.question, "Why in this order?"),
          Line(.answer, "it is one and the same promise: mark another one"),
        ])
    }
    var explanation = Explanation(title: "\(names.0) before \(names.1)")
    guard let early = ran(first), let late = ran(second) else {
      explanation.title = "\(names.0) and \(names.1)"
      explanation.lines = unfinished()
      return explanation
    }
    explanation.lines = [
      Line(.question, "Why did \(names.0) run before \(names.1)?")
    ]
    explanation.lines += reason(early, late)
    explanation.lines += [fact(first), fact(second)] + hops()
    explanation.lines += couldBeOtherwise(early)
    return explanation
  }

  /// One of them, or both, did not run.
  private func unfinished() -> [Line] {
    var lines = [Line(.question, "In which order do they run?")]
    for promise in [first, second] {
      if let moment = ran(promise) {
        lines.append(
          Line(
            .step, "\(graph.plainName(of: promise)) ran \(graph.at(moment))", promise: promise,
            event: moment.sequence))
      } else {
        lines.append(
          Line(.answer, "\(graph.plainName(of: promise)) has not run yet", promise: promise))
        if let obstacle = graph[promise].flatMap({ graph.obstacle(of: $0) }) {
          let (text, next, event) = obstacle.words(in: graph)
          lines.append(Line(.step, text, depth: 1, promise: next, event: event))
        }
      }
    }
    return lines
  }

  // MARK: - The moments

  /// When the handler or body of a promise began to run; of one without any, when it settled.
  private func ran(_ promise: PromiseID) -> Moment? {
    guard let node = graph[promise] else { return nil }
    return job(of: promise)?.started ?? node.bodyStarted ?? node.settled
  }

  func job(of promise: PromiseID) -> JobNode? {
    graph[promise]?.job.flatMap { graph.job($0) }
  }

  func isInline(_ job: JobNode?) -> Bool {
    job.map { graph.queueKind($0.queue) == .immediate } ?? false
  }

  /// All that is counted of one of them.
  private func fact(_ promise: PromiseID) -> Line {
    let node = graph[promise]
    var parts: [String] = []
    if let parent = node?.parent, let ordinal = node?.ordinal {
      parts.append("handler \(ordinal) of \(graph.plainName(of: parent))")
    }
    if let job = job(of: promise) {
      parts.append(isInline(job) ? "inline" : "on \(graph.plainName(of: job.queue))")
      if let number = job.enqueueNumber, let moment = job.enqueued, !isInline(job) {
        parts.append("enqueued as number \(number) \(graph.at(moment))")
      }
      if let number = job.runNumber, let moment = job.started {
        parts.append("ran as number \(number) \(graph.at(moment))")
      }
    } else if let moment = ran(promise) {
      parts.append("without a handler, settled \(graph.at(moment))")
    }
    return Line(
      .detail, "\(graph.plainName(of: promise)): \(parts.joined(separator: ", "))",
      promise: promise, event: ran(promise)?.sequence)
  }

  // MARK: - The reason

  private mutating func reason(_ early: Moment, _ late: Moment) -> [Line] {
    let names = (graph.plainName(of: first), graph.plainName(of: second))
    if follows(second, from: first) {
      verdict = .always
      return [
        Line(
          .answer,
          "\(names.1) follows from \(names.0): "
            + (job(of: second) == nil ? "it cannot settle" : "its handler cannot run")
            + " before that is settled",
          promise: first, event: graph[first]?.settled?.sequence)
      ]
    }
    guard let one = job(of: first), let other = job(of: second) else {
      verdict = .perhaps
      return [Line(.answer, "each happened when what it waited for had: see below")]
    }
    if let rule = ruleLine() {
      verdict = .always
      return [rule]
    }
    if isInline(one) || isInline(other) { return inlineReason(one, other) }
    guard one.queue == other.queue else {
      verdict = .perhaps
      return [
        Line(
          .answer,
          "one ran on \(graph.plainName(of: one.queue)), the other on "
            + "\(graph.plainName(of: other.queue)): two queues have no order between them",
          promise: first, event: early.sequence)
      ]
    }
    let queue = graph.plainName(of: one.queue)
    guard graph.queueKind(one.queue) == .serial else {
      verdict = .perhaps
      return [
        Line(
          .answer,
          "both ran on \(queue), which is concurrent: it begins them in order, and runs "
            + "several at once", promise: first, event: early.sequence)
      ]
    }
    verdict = .perhaps
    return [
      Line(
        .answer,
        "both ran on \(queue), a serial queue: it runs its jobs in the order in which they "
          + "were put there", promise: first, event: one.enqueued?.sequence)
    ] + readiness([(first, one), (second, other)])
  }

  private mutating func inlineReason(
    _ one: JobNode, _ other: JobNode
  ) -> [Line] {
    verdict = .perhaps
    let inline = isInline(one) ? first : second
    let rest = isInline(one) ? second : first
    let text =
      isInline(one) && isInline(other)
      ? "both run inline, each within the call that settled what it hangs on"
      : "\(graph.plainName(of: inline)) runs inline, within the call that settles its parent; "
        + "\(graph.plainName(of: rest)) has to wait for its queue"
    return [Line(.answer, Rule.neverInside.after(text), promise: inline)]
  }

  /// When each could be put on its queue, and by what.
  private func readiness(_ both: [(promise: PromiseID, job: JobNode)]) -> [Line] {
    both.map { promise, job in
      let parent = graph[promise]?.parent
      let settled = parent.flatMap { graph[$0] }?.settled
      let moment = job.enqueued.map(graph.at) ?? ""
      let cause = parent.map { ", when \(graph.plainName(of: $0)) was settled" } ?? ""
      return Line(
        .step, "\(graph.plainName(of: promise)) was put there \(moment)\(cause)", depth: 1,
        promise: parent ?? promise, event: settled?.sequence ?? job.enqueued?.sequence)
    }
  }
}

extension PromiseKey {
  /// The key of a promise; none where the graph does not know it. O(promises)
  package init?(_ promise: PromiseID, in graph: Graph) {
    guard let node = graph[promise], node.isDeclared else { return nil }
    self.init(node.creation)
    occurrence = graph.promises.prefix { $0.id != promise }
      .count { PromiseKey($0.creation) == self }
  }
}
