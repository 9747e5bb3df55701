package import PromiseEvents
package import PromiseGraph

/// Why the handlers of two promises ran in their order, and whether a rule requires it.
package struct OrderOfTwo: Sendable {
  /// Whether the order could differ.
  package enum Verdict: Hashable, Sendable {
    /// One of them has not run, so there is no order yet.
    case open
    /// It cannot: a rule requires this order, or the queue that got them in this order.
    case always
    /// It could: at that event the run could have continued with the other one.
    case otherwise(event: Int)
    /// It is not known: no rule that orders them was found, or one that holds only under a condition.
    case perhaps
  }

  package let explanation: Explanation
  package let verdict: Verdict
  /// The promise whose handler ran first, and the other one.
  package let first: PromiseID
  package let second: PromiseID

  /// Compares two promises, given in any order, at the playhead.
  package init(
    _ one: PromiseID, _ other: PromiseID, in graph: Graph, history: History,
    language: Language = .english
  ) {
    var question = OrderQuestion(one, other, graph, history, language)
    explanation = question.answer()
    (verdict, first, second) = (question.verdict, question.first, question.second)
  }
}

/// Finds the reasons for the order of two handlers.
struct OrderQuestion {
  typealias Line = Explanation.Line
  let graph: Graph
  let history: History
  let language: Language
  private(set) var first: PromiseID
  private(set) var second: PromiseID
  var verdict = OrderOfTwo.Verdict.open
  /// With what the rule that decided the order in this run holds in every schedule.
  var premises: Premises = []
  /// Whether the order in which their queue got them fixes it, rather than a rule.
  var isByQueue = false

  init(
    _ one: PromiseID, _ other: PromiseID, _ graph: Graph, _ history: History,
    _ language: Language = .english
  ) {
    (self.graph, self.history, self.language) = (graph, history, language)
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
          Line(.question, language.text("Why in this order?")),
          Line(.answer, language.text("it is the same promise: mark another one")),
        ])
    }
    var explanation = Explanation(title: language.text("\(names.0) before \(names.1)"))
    guard let early = ran(first), let late = ran(second) else {
      explanation.title = language.text("\(names.0) and \(names.1)")
      explanation.lines = unfinished()
      return explanation
    }
    explanation.lines = [
      Line(.question, language.text("Why did \(names.0) run before \(names.1)?"))
    ]
    if let across = acrossProcesses(early, late) {
      explanation.lines += across + [fact(first), fact(second)]
      return explanation
    }
    explanation.lines += reason(early, late)
    explanation.lines += [fact(first), fact(second)] + hops()
    explanation.lines += couldDiffer(early)
    return explanation
  }

  /// One of them, or both, did not run.
  private func unfinished() -> [Line] {
    var lines = [Line(.question, language.text("In which order do they run?"))]
    for promise in [first, second] {
      let name = graph.plainName(of: promise)
      if let moment = ran(promise) {
        lines.append(
          Line(
            .step, language.text("\(name) ran at \(milliseconds(moment.time))"),
            promise: promise, event: moment.sequence))
      } else {
        lines.append(
          Line(.answer, language.text("\(name) has not run yet"), promise: promise))
        if let obstacle = graph[promise].flatMap({ graph.obstacle(of: $0) }) {
          let (text, next, event) = obstacle.sentence(in: graph, language)
          lines.append(Line(.step, text, depth: 1, promise: next, event: event))
        }
      }
    }
    return lines
  }

  // MARK: - The moments

  /// Returns when the handler or body of a promise started; for a promise without one, when it settled.
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

  /// Returns what is counted for one of them.
  private func fact(_ promise: PromiseID) -> Line {
    let node = graph[promise]
    var parts: [String] = []
    if let parent = node?.parent, let ordinal = node?.ordinal {
      parts.append(language.text("handler \(ordinal) of \(graph.plainName(of: parent))"))
    }
    if let job = job(of: promise) {
      parts.append(graph.place(of: job, language))
      if let number = job.enqueueNumber, let moment = job.enqueued, !isInline(job) {
        let time = milliseconds(moment.time)
        parts.append(language.text("enqueued as number \(number) at \(time)"))
      }
      if let number = job.runNumber, let moment = job.started {
        parts.append(language.text("ran as number \(number) at \(milliseconds(moment.time))"))
      }
    } else if let moment = ran(promise) {
      parts.append(language.text("no handler, settled at \(milliseconds(moment.time))"))
    }
    let facts = parts.joined(separator: language.text(", "))
    return Line(
      .detail, language.text("\(graph.plainName(of: promise)): \(facts)"), promise: promise,
      event: ran(promise)?.sequence)
  }

  // MARK: - The reason

  private mutating func reason(_ early: Moment, _ late: Moment) -> [Line] {
    let names = (graph.plainName(of: first), graph.plainName(of: second))
    if follows(second, from: first) {
      verdict = .always
      return [
        Line(
          .answer,
          job(of: second) == nil
            ? language.text("\(names.1) depends on \(names.0) and cannot settle before it")
            : language.text("\(names.1) depends on \(names.0) and cannot run before that settles"),
          promise: first, event: graph[first]?.settled?.sequence)
      ]
    }
    guard let one = job(of: first), let other = job(of: second) else {
      verdict = .perhaps
      return [
        Line(.answer, language.text("each settled after what it waited for: see below"))
      ]
    }
    if let (line, isQueue) = ruleLine() ?? drainLine(one, other) {
      (verdict, isByQueue) = (.always, isQueue)
      return [line]
    }
    if one.queue == other.queue, let lines = attachLines(one) {
      verdict = .perhaps
      return lines
    }
    if isInline(one) || isInline(other) { return inlineReason(one, other) }
    guard one.queue == other.queue else {
      verdict = .perhaps
      return [
        Line(
          .answer,
          language.text(
            "one ran on \(graph.plainName(of: one.queue)), the other on "
              + "\(graph.plainName(of: other.queue)): nothing orders two queues"),
          promise: first, event: early.sequence)
      ]
    }
    verdict = .perhaps
    let text = queueText(one.queue)
    guard graph.isSerial(one.queue) else {
      return [Line(.answer, text, promise: first, event: early.sequence)]
    }
    return [Line(.answer, text, promise: first, event: one.enqueued?.sequence)]
      + readiness([(first, one), (second, other)]) + stampLine(one, other)
  }

  /// Returns that the events of their enqueueing are in the other order.
  private func stampLine(_ one: JobNode, _ other: JobNode) -> [Line] {
    guard let early = other.enqueued, let late = one.enqueued, early.sequence < late.sequence else {
      return []
    }
    let text = language.text(
      "\(graph.plainName(of: second)) was about to be enqueued first, but the queue got "
        + "\(graph.plainName(of: first)) first: the starts show the order of arrival")
    return [Line(.detail, text, promise: first, event: late.sequence)]
  }

  /// Returns what the queue on which both ran does with its jobs.
  private func queueText(_ id: QueueID) -> String {
    let queue = graph.plainName(of: id)
    let isAssumed = graph.isKindAssumed(id)
    if graph.isSerial(id) {
      return isAssumed
        ? language.text(
          "both ran on \(queue), assumed to be a serial queue: it runs its jobs in order of "
            + "arrival")
        : language.text(
          "both ran on \(queue), a serial queue: it runs its jobs in order of " + "arrival")
    }
    return isAssumed
      ? language.text(
        "both ran on \(queue), assumed to be a concurrent queue: it starts jobs in order, but "
          + "runs several at a time")
      : language.text(
        "both ran on \(queue), a concurrent queue: it starts jobs in order, but runs "
          + "several at a time")
  }

  private mutating func inlineReason(
    _ one: JobNode, _ other: JobNode
  ) -> [Line] {
    verdict = .perhaps
    let inline = isInline(one) ? first : second
    let rest = isInline(one) ? second : first
    let names = (graph.plainName(of: inline), graph.plainName(of: rest))
    let text =
      isInline(one) && isInline(other)
      ? language.text("both run inline, each inside the call that settled its parent")
      : language.text(
        "\(names.0) runs inline, inside the call that settles its parent; \(names.1) has to "
          + "wait for its queue")
    return [Line(.answer, Rule.neverInside.after(text, language), promise: inline)]
  }
}

extension PromiseKey {
  /// Creates the key of a promise; `nil` if the graph does not know the promise. O(promises)
  package init?(_ promise: PromiseID, in graph: Graph) {
    guard let node = graph[promise], node.isDeclared else { return nil }
    self.init(node.creation)
    occurrence = graph.promises.prefix { $0.id != promise }
      .count { PromiseKey($0.creation) == self }
  }
}
