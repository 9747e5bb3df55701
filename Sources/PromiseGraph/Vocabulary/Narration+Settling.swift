import PromiseEvents

/// How promises and fan-ins come to their ends.
extension EventNarrator {
  func settled(_ settlement: PromiseEvent.Settlement) -> Words {
    let node = graph[settlement.promise]
    var sentence = "\(name(settlement.promise)) is \(settlement.outcome.rawValue)"
    if !settlement.description.isEmpty { sentence += " with \(brief(settlement.description, 48))" }
    if let from = settlement.from { sentence += ", \(source(from, of: node))" }
    let handlers = node.map { handlerCount($0) } ?? 0
    switch handlers {
    case 0: break
    case 1: sentence += "; its handler is next"
    default: sentence += "; its \(handlers) handlers are next, in the order of attachment"
    }
    return (sentence, settlingRule(settlement, node, handlers: handlers))
  }

  /// What its outcome was taken over from, in words.
  private func source(_ from: PromiseID, of node: PromiseNode?) -> String {
    guard let node else { return "as \(name(from)) was" }
    switch node.creation.operation {
    case .race: return "as \(name(from)) was, the first of its inputs"
    case .any where node.settlement?.outcome == .fulfilled:
      return "as \(name(from)) was, the first of its inputs with a value"
    case .all where node.settlement?.outcome != .fulfilled:
      return "as its input \(name(from)) was"
    default: return "as \(name(from)) was"
    }
  }

  /// How many handlers hung on a promise when the event happened. O(log handlers)
  private func handlerCount(_ node: PromiseNode) -> Int {
    node.handlers.partitionPoint { $0.attached.sequence < event.sequence }
  }

  private func settlingRule(
    _ settlement: PromiseEvent.Settlement, _ node: PromiseNode?, handlers: Int
  ) -> String? {
    if handlers > 1 { return Rule.attachOrder.after(Self.attachClause) }
    guard let node else { return Rule.once.after(Self.onceClause) }
    if node.creation.operation.isFanIn, settlement.from != nil {
      return Rule.fanIn.after("the other inputs go on, and do not matter any more")
    }
    if node.creation.operation == .all, settlement.outcome == .fulfilled {
      return Rule.fanIn.after("the values stand in the order of the inputs")
    }
    if let from = settlement.from, from == node.adopted {
      return Rule.adoption.after("who adopted a promise settles as it does")
    }
    if node.skipped != nil {
      return Rule.errorsPass.after(Self.passClause)
    }
    if settlement.outcome == .cancelled {
      return Rule.cancellation.after("a cancellation is a rejection of its own kind")
    }
    if settlement.outcome == .rejected, let job = node.job.flatMap({ graph.job($0) }),
      job.ending == .threw
    {
      return Rule.errors.after("what is thrown becomes the error")
    }
    return Rule.once.after(Self.onceClause)
  }

  private static var onceClause: String { "a promise settles once, and stays so" }

  // MARK: - Inputs

  func inputSettled(
    _ fanIn: PromiseID, _ index: Int, _ input: PromiseID, _ outcome: PromiseEvent.Outcome
  ) -> Words {
    let heard = "\(name(fanIn)) hears that \(name(input)) is \(outcome.rawValue)"
    let end: String
    let clause: String
    switch (graph[fanIn]?.creation.operation, outcome) {
    case (.race, _):
      (end, clause) = ("it is the first, and wins", "race takes the first that settles")
    case (.any, .fulfilled):
      (end, clause) = ("it is the first value, and wins", "the first value wins")
    case (.any, _):
      (end, clause) = ("it waits on for a value", "it fails only when all inputs have")
    case (.all, .fulfilled), (.allSettled, _):
      (end, clause) = (progress(fanIn), "it waits for all its inputs")
    case (.all, _):
      (end, clause) = ("it fails with that", "it fails with the first input that does")
    case (.retry, .fulfilled):
      return ("\(heard): the attempt succeeded", "the first attempt that succeeds is the result")
    case (.retry, _):
      return ("\(heard): the attempt failed", "another attempt follows, as long as there is one")
    default: return ("\(heard), its input \(index.saturatingPlus(1))", nil)
    }
    return ("\(heard): \(end)", Rule.fanIn.after(clause))
  }

  /// How many of the inputs the fan-in waits for yet.
  private func progress(_ fanIn: PromiseID) -> String {
    let count = graph[fanIn]?.inputs.count ?? 0
    guard graph.sequence == event.sequence, count <= 1000 else { return "one of \(count)" }
    let open = graph[fanIn]?.inputs.count { $0.outcome == nil } ?? 0
    switch open {
    case 0: return "that was the last of \(count)"
    case 1: return "1 of \(count) is open yet"
    default: return "\(open) of \(count) are open yet"
    }
  }

  func inputIgnored(
    _ fanIn: PromiseID, _ index: Int, _ input: PromiseID, _ outcome: PromiseEvent.Outcome
  ) -> Words {
    (
      "\(name(input)) is \(outcome.rawValue) too late: \(name(fanIn)) has settled",
      Rule.fanIn.after("nothing stops the losers; what they come to is ignored")
    )
  }
}
