import PromiseEvents

/// The events that are about promises alone.
extension EventNarrator {
  func created(_ creation: PromiseEvent.Creation) -> Words {
    let name = name(creation.promise)
    if creation.late {
      return ("\(name) is met for the first time; it is older than what was recorded", nil)
    }
    let inputs = creation.parents
    let named = inputs.isEmpty ? "" : ": " + graph.plainList(inputs)
    return switch creation.operation {
    case .body: ("\(name) is made with a body, which settles it", nil)
    case .async: ("\(name) is made with a body that goes to a queue and settles it", nil)
    case .value: ("\(name) is made with its value: it is fulfilled from the start", nil)
    case .error: ("\(name) is made with its error: it is rejected from the start", nil)
    case .pending: ("\(name) is made; who holds its resolver settles it", nil)
    case .after: ("\(name) is made; a timer settles it", nil)
    case .retry:
      ("\(name) is made; it tries until an attempt succeeds, or no more are left", nil)
    case .all:
      (
        "\(name) is made; it waits for all its inputs\(named)",
        Rule.fanIn.after("it fails with the first input that does")
      )
    case .allSettled:
      (
        "\(name) is made; it waits for all its inputs, whatever they come to\(named)",
        Rule.fanIn.after("it never fails")
      )
    case .race:
      (
        "\(name) is made; it settles as the first of its inputs does\(named)",
        Rule.fanIn.after("the others go on, and do not matter any more")
      )
    case .any:
      (
        "\(name) is made; it takes the first value among its inputs\(named)",
        Rule.fanIn.after("it fails only when all of them have")
      )
    default:
      (
        "\(name) is made"
          + (inputs.first.map { " by \(creation.operation.spelling) on \(self.name($0))" } ?? ""),
        "every link answers a promise of its own at once; its handler runs later"
      )
    }
  }

  func bodyEnded(_ promise: PromiseID, _ threw: Bool) -> Words {
    threw
      ? (
        "the body of \(name(promise)) throws", Rule.errors.after("what is thrown becomes the error")
      )
      : (
        "the body of \(name(promise)) is over",
        "a promise may stay pending after its body: its resolver settles it"
      )
  }

  func attached(
    _ child: PromiseID, to parent: PromiseID, _ ordinal: Int, _ queue: QueueID
  ) -> Words {
    let isInline = graph.queueKind(queue) == .immediate
    let place = isInline ? "inline" : "on \(name(queue))"
    let sentence =
      "\(name(child)) hangs its handler on \(name(parent)), as number \(ordinal), to run \(place)"
    if isInline {
      return (sentence, Rule.neverInside.after("'on: nil' asks to run inside the settling call"))
    }
    guard let settled = graph[parent]?.settled, settled.sequence < event.sequence else {
      return (sentence, ordinal > 1 ? Rule.attachOrder.after(Self.attachClause) : nil)
    }
    return (
      sentence + "; \(parent) is settled, so that it is queued now",
      Rule.neverInside.after("a handler never runs inside the call that hangs it on")
    )
  }

  func skipped(
    _ child: PromiseID, _ parent: PromiseID, _ reason: PromiseEvent.SkipReason
  ) -> Words {
    let passes = { (thing: String) in
      "the \(thing) of \(self.name(parent)) passes \(self.name(child)), whose handler does not run"
    }
    let clause = Rule.errorsPass.after(Self.passClause)
    return switch reason {
    case .valuePassesErrorHandler: (passes("value"), clause)
    case .errorPassesValueHandler: (passes("error"), clause)
    case .errorNotNamed: (passes("error"), Rule.errorsPass.after("the handler is for others only"))
    case .cancellationPassesByPolicy:
      (
        passes("cancellation"),
        Rule.cancellation.after("catch and recover leave cancellations out by default")
      )
    case .ownerGone:
      (
        "the handler of \(name(child)) does not run: its owner is gone",
        Rule.cancellation.after("what follows 'until' ends with its owner")
      )
    case .chainCancelled:
      (
        "the handler of \(name(child)) does not run: its chain is cancelled",
        Rule.cancellation.after("a handler that waits in its queue does not run any more")
      )
    }
  }

  func adopted(_ outer: PromiseID, _ inner: PromiseID) -> Words {
    let begin = "\(name(outer)) adopts \(name(inner)): "
    let clause = Rule.adoption.after("a promise that is returned is adopted")
    if let settlement = graph[inner]?.settlement, let settled = graph[inner]?.settled,
      settled.sequence < event.sequence
    {
      return (
        begin + "\(inner) is \(settlement.outcome.rawValue), so \(outer) will be too", clause
      )
    }
    return (begin + "it settles when \(inner) does; no handler runs now", clause)
  }

  func ignored(
    _ promise: PromiseID, _ site: SourceSite?, _ attempt: PromiseEvent.Outcome?
  ) -> Words {
    let place = site.map { " at \(brief($0.fileAndLine, 40))" } ?? ""
    let isLocked = graph[promise].map { $0.settled == nil && $0.adopted != nil } ?? false
    return (
      "\(name(promise)) is \(attempt?.rawValue ?? "resolved") once more\(place): "
        + "that changes nothing",
      isLocked
        ? Rule.adoption.after("it is locked in to the promise that it adopted")
        : Rule.once.after("the first resolution counts")
    )
  }

  func handled(_ promise: PromiseID, _ by: PromiseID) -> Words {
    let isFanIn = graph[by]?.creation.operation.isFanIn ?? false
    return (
      "\(name(by)) takes the error of \(name(promise)) over"
        + (isFanIn ? "" : ": its handler is for errors"),
      isFanIn
        ? Rule.fanIn.after("a fan-in answers for its inputs")
        : Rule.errors.after("an error that meets a handler for errors is handled")
    )
  }

  func unhandled(_ promise: PromiseID, _ origin: PromiseID, _ error: String) -> Words {
    let error = error.isEmpty ? "" : ", \(brief(error, 60))"
    let from = origin == promise ? "" : ", which arose in \(name(origin))"
    return (
      "nobody handled the error of \(name(promise))\(error)\(from)",
      Rule.unhandled.after("it is told when the last promise that the error reached is gone")
    )
  }

  func freed(
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ waiting: [PromiseID]
  ) -> Words {
    switch state {
    case .settled:
      return ("\(name(promise)) is freed: it is settled, and nobody holds it any more", nil)
    case .forwarded(let outer):
      return (
        "\(name(promise)) is freed, and \(name(outer)) settles in its stead",
        Rule.adoption.after("a loop of adoptions keeps no memory")
      )
    case .pending:
      let others =
        waiting.isEmpty
        ? "" : "; \(graph.plainList(waiting)) wait\(waiting.count == 1 ? "s" : "") for ever"
      return (
        "\(name(promise)) is freed while pending: it never settles\(others)",
        Rule.unhandled.after("who lets a resolver go unused leaves the chain waiting")
      )
    }
  }

  static var attachClause: String { "handlers of one promise are queued as they were attached" }
  static var passClause: String { "an outcome passes the links that are not for it, without a hop" }
}
