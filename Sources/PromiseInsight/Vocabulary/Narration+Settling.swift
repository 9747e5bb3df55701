import PromiseEvents
import PromiseGraph

/// Narrates how promises and fan-ins settle.
extension EventNarrator {
  func settled(_ settlement: PromiseEvent.Settlement) -> Caption {
    let node = graph[settlement.promise]
    let sentence = outcome(settlement, node) + (node.map { next(settlement, $0) } ?? "")
    return (sentence, settlingRule(settlement, node))
  }

  /// The links that the settlement reaches now; whether it skips them, if their operators say so.
  private func next(_ settlement: PromiseEvent.Settlement, _ node: PromiseNode) -> String {
    let links = node.handlers.prefix(handlerCount(node)).lazy.map(\.child)
      .filter { graph[$0]?.settled == nil }
    let count = links.count
    guard count > 0 else { return "" }
    // A third name is shorter than "and 1 more".
    let shown = count <= 3 ? count : 2
    let names = language.list(Array(links.prefix(shown).map(other)), more: count - shown)
    let isSkipped = links.allSatisfy {
      graph[$0]?.creation.operation.has(
        settlement.outcome == .fulfilled ? .skipsValues : .skipsErrors) ?? false
    }
    return switch (count == 1, isSkipped) {
    case (true, true): language.text("; \(names) is skipped next")
    case (true, false): language.text("; \(names) is next")
    case (false, true): language.text("; \(names) are skipped next")
    case (false, false): language.text("; \(names) are next")
    }
  }

  /// The promise, its outcome, the value or error, and where that came from.
  private func outcome(_ settlement: PromiseEvent.Settlement, _ node: PromiseNode?) -> String {
    let name = name(settlement.promise)
    let outcome = settlement.outcome.word(in: language)
    let value = brief(settlement.description, 48)
    guard let from = settlement.from.map({ source($0, of: node) }) else {
      return value.isEmpty
        ? language.text("\(name) is \(outcome)")
        : language.text("\(name) is \(outcome) with \(value)")
    }
    return value.isEmpty
      ? language.text("\(name) is \(outcome), as was \(from)")
      : language.text("\(name) is \(outcome) with \(value) from \(from)")
  }

  /// The promise that the outcome came from, and its role.
  private func source(_ from: PromiseID, of node: PromiseNode?) -> String {
    let name = other(from)
    guard let node else { return name }
    switch node.creation.operation {
    case .race: return language.text("\(name), first to settle")
    case .any where node.settlement?.outcome == .fulfilled:
      return language.text("\(name), first with a value")
    case .all where node.settlement?.outcome != .fulfilled:
      return language.text("its input \(name)")
    default: return name
    }
  }

  /// How many handlers were attached to a promise before the event. O(log handlers)
  private func handlerCount(_ node: PromiseNode) -> Int {
    node.handlers.partitionPoint { $0.attached.sequence < event.sequence }
  }

  private func settlingRule(
    _ settlement: PromiseEvent.Settlement, _ node: PromiseNode?
  ) -> String? {
    guard let node else { return rule(.once, onceClause) }
    if handlerCount(node) > 1 { return rule(.attachOrder, attachClause) }
    if node.creation.operation.isFanIn, settlement.from != nil, hasPendingInput(node) {
      return rule(.fanIn, othersIgnored)
    }
    if node.creation.operation == .all, settlement.outcome == .fulfilled {
      return rule(.fanIn, language.text("the values are in the order of the inputs"))
    }
    if let from = settlement.from, from == node.adopted {
      return rule(.adoption, adoptionClause)
    }
    if node.skipped != nil { return rule(.errorsPass, passClause) }
    if settlement.outcome == .cancelled {
      return rule(.cancellation, language.text("a cancellation is a special kind of rejection"))
    }
    if settlement.outcome == .rejected, let job = node.job.flatMap({ graph.job($0) }),
      job.ending == .threw
    {
      return rule(.errors, thrownClause)
    }
    return rule(.once, onceClause)
  }

  /// Whether an input of a fan-in that has settled is still pending; of very many, the first are examined.
  private func hasPendingInput(_ node: PromiseNode) -> Bool {
    node.inputs.prefix(1000).contains { graph[$0.promise]?.isFinal == false }
  }

  // MARK: - Inputs

  func inputAdded(_ fanIn: PromiseID, _ index: Int, _ input: PromiseID) -> Caption {
    (
      language.text("\(name(fanIn)) takes input \(index.saturatingPlus(1)), \(other(input))"),
      language.text("its inputs arrive one after another")
    )
  }

  func inputSettled(
    _ fanIn: PromiseID, _ index: Int, _ input: PromiseID, _ outcome: PromiseEvent.Outcome
  ) -> Caption {
    let arrival = arrival(fanIn, input, outcome)
    let operation = graph[fanIn]?.creation.operation
    let end: String
    switch (operation, outcome) {
    case (.race, _): end = language.text("it is first and wins")
    case (.any, .fulfilled): end = language.text("it is the first value and wins")
    case (.any, _): end = language.text("a value is still awaited")
    case (.all, .fulfilled), (.allSettled, _): end = progress(fanIn)
    case (.all, _): end = language.text("it fails with that error")
    case (.retry, .fulfilled): end = language.text("the attempt succeeded")
    case (.retry, _): end = language.text("the attempt failed")
    default: return (language.text("\(arrival), as input \(index.saturatingPlus(1))"), nil)
    }
    return (language.text("\(arrival): \(end)"), operation.map(fanInClause))
  }

  /// `p2's value reaches 'fresh'`
  private func arrival(
    _ fanIn: PromiseID, _ input: PromiseID, _ outcome: PromiseEvent.Outcome
  ) -> String {
    let (from, to) = (other(input), other(fanIn))
    // A label has quotation marks, after which 's cannot be read.
    let isQuoted = from.hasSuffix("'")
    return switch outcome {
    case .fulfilled:
      isQuoted
        ? language.text("the value of \(from) reaches \(to)")
        : language.text("\(from)'s value reaches \(to)")
    case .rejected:
      isQuoted
        ? language.text("the error of \(from) reaches \(to)")
        : language.text("\(from)'s error reaches \(to)")
    case .cancelled:
      isQuoted
        ? language.text("the cancellation of \(from) reaches \(to)")
        : language.text("\(from)'s cancellation reaches \(to)")
    }
  }

  /// How many inputs the fan-in still waits for.
  private func progress(_ fanIn: PromiseID) -> String {
    let count = graph[fanIn]?.inputs.count ?? 0
    guard graph.sequence == event.sequence, count <= 1000 else {
      return language.text("one of \(count)")
    }
    let open = graph[fanIn]?.inputs.count { $0.outcome == nil } ?? 0
    return open == 0
      ? language.text("the last of \(count)")
      : language.text("\(open) of \(count) still pending")
  }

  func inputIgnored(
    _ fanIn: PromiseID, _ index: Int, _ input: PromiseID, _ outcome: PromiseEvent.Outcome
  ) -> Caption {
    let outcome = outcome.word(in: language)
    return (
      language.text("\(name(input)) is \(outcome) too late: \(other(fanIn)) has settled"),
      rule(.fanIn, language.text("the losers keep running; their outcomes are ignored"))
    )
  }
}
