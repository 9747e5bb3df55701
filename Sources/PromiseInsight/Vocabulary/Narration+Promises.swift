import PromiseEvents
import PromiseGraph

/// Narrates the events of promises alone.
extension EventNarrator {
  func created(_ creation: PromiseEvent.Creation) -> Caption {
    let name = name(creation.promise)
    if creation.late { return (language.text("\(name) existed before the recording began"), nil) }
    if creation.operation.isFanIn { return fanInCreated(creation, name) }
    return switch creation.operation {
    case .body: (language.text("\(name) is created; its body gets its resolver"), nil)
    case .async where creation.language != .swift:
      (
        language.text(
          "async function \(name) is called, and returns its promise at its first 'await'"),
        language.text("it runs immediately up to its first 'await'; its result settles the promise")
      )
    case .async:
      (language.text("\(name) is created; the result of its body settles it"), nil)
    case .task:
      (
        language.text(
          "\(graph.taskName(of: creation.promise, language)) appears: it awaits its first promise"),
        language.text("it has no outcome: no event says when a task ends")
      )
    case .value: (language.text("\(name) is created with a value, already fulfilled"), nil)
    case .error: (language.text("\(name) is created with an error, already rejected"), nil)
    case .pending: (language.text("\(name) is created pending; its resolver settles it"), nil)
    case .after: (language.text("\(name) is created; a timer settles it"), nil)
    default:
      (
        creation.parents.first.map {
          language.text("\(name) is created by \(creation.spelling) on \(other($0))")
        } ?? language.text("\(name) is created"),
        language.text("each link returns a new promise immediately; its handler runs later")
      )
    }
  }

  private func fanInCreated(_ creation: PromiseEvent.Creation, _ name: String) -> Caption {
    let inputs = creation.parents
    let list = inputs.isEmpty ? "" : language.text(": \(graph.plainList(inputs, language))")
    let sentence =
      switch creation.operation {
      case .retry: language.text("\(name) is created; it retries until an attempt succeeds")
      case .allSettled:
        language.text("\(name) is created; it waits for all inputs to settle\(list)")
      case .race:
        language.text("\(name) is created; it settles as soon as one input does\(list)")
      case .any:
        language.text("\(name) is created; it takes the first value of its inputs\(list)")
      default: language.text("\(name) is created; it waits for all its inputs\(list)")
      }
    return (sentence, fanInClause(creation.operation))
  }

  /// When a fan-in settles or fails.
  func fanInClause(_ operation: PromiseEvent.Operation) -> String {
    switch operation {
    case .retry: language.text("it fails when no attempts are left")
    case .allSettled: rule(.fanIn, language.text("it never fails"))
    case .race: rule(.fanIn, language.text("race takes the first input that settles"))
    case .any: rule(.fanIn, language.text("it fails only if all its inputs fail"))
    default: rule(.fanIn, language.text("it fails with the first input that fails"))
    }
  }

  func bodyStarted(_ promise: PromiseID) -> Caption {
    (
      language.text("the body of \(name(promise)) starts"),
      language.text("an error that it throws rejects the promise")
    )
  }

  func bodyEnded(_ promise: PromiseID, _ threw: Bool) -> Caption {
    threw
      ? (language.text("the body of \(name(promise)) throws"), rule(.errors, thrownClause))
      : (
        language.text("the body of \(name(promise)) returns"),
        language.text("a promise can stay pending after its body; its resolver settles it")
      )
  }

  func attached(
    _ child: PromiseID, to parent: PromiseID, _ ordinal: Int, _ queue: QueueID
  ) -> Caption {
    let (who, whom, place) = (name(child), other(parent), language.ordinal(ordinal))
    if graph.queueKind(queue) == .immediate {
      return (
        language.text("\(who) attaches its handler to \(whom) (\(place)), to run inline"),
        rule(.neverInside, language.text("'on: nil' runs a handler inside the settling call"))
      )
    }
    let sentence = language.text(
      "\(who) attaches its handler to \(whom) (\(place)), to run on \(name(queue))")
    guard let settled = graph[parent]?.settled, settled.sequence < event.sequence else {
      return (sentence, ordinal > 1 ? rule(.attachOrder, attachClause) : nil)
    }
    return (
      sentence,
      rule(
        .neverInside,
        language.text("\(whom) is already settled: the handler is queued now, and runs later"))
    )
  }

  func skipped(
    _ child: PromiseID, _ parent: PromiseID, _ reason: PromiseEvent.SkipReason
  ) -> Caption {
    let (link, parent) = (name(child), other(parent))
    // A link that was cancelled before is skipped as well; nothing is passed on to it.
    if let settled = graph[child]?.settled, settled.sequence < event.sequence {
      return (
        language.text("\(link) is skipped: it has settled already"),
        rule(.once, onceClause)
      )
    }
    return switch reason {
    case .valuePassesErrorHandler:
      (
        language.text("\(link) is skipped: the value of \(parent) is passed on"),
        rule(.errorsPass, passClause)
      )
    case .errorPassesValueHandler:
      (
        language.text("\(link) is skipped: the error of \(parent) is passed on"),
        rule(.errorsPass, passClause)
      )
    case .errorNotNamed:
      (
        language.text("\(link) is skipped: the error of \(parent) is passed on"),
        rule(.errorsPass, language.text("its handler is for other errors only"))
      )
    case .cancellationPassesByPolicy:
      (
        language.text("\(link) is skipped: the cancellation of \(parent) is passed on"),
        rule(.cancellation, language.text("catch and recover ignore cancellations by default"))
      )
    case .ownerGone:
      (
        language.text("the handler of \(link) does not run: its owner is gone"),
        rule(.cancellation, language.text("links after 'until' end with their owner"))
      )
    case .chainCancelled:
      (
        language.text("the handler of \(link) does not run: its chain is cancelled"),
        rule(.cancellation, queuedClause)
      )
    }
  }

  func adopted(_ outer: PromiseID, _ inner: PromiseID) -> Caption {
    if let settlement = graph[inner]?.settlement, let settled = graph[inner]?.settled,
      settled.sequence < event.sequence
    {
      let outcome = settlement.outcome.word(in: language)
      return (
        language.text("\(name(outer)) adopts \(other(inner)), which is already \(outcome)"),
        rule(.adoption, adoptionClause)
      )
    }
    return (
      language.text("\(name(outer)) adopts \(other(inner)) and settles when it does"),
      rule(.adoption, language.text("a returned promise is adopted; no handler runs yet"))
    )
  }

  func ignored(
    _ promise: PromiseID, _ site: SourceSite?, _ attempt: PromiseEvent.Outcome?
  ) -> Caption {
    let name = name(promise)
    let isLocked = graph[promise].map { $0.settled == nil && $0.adopted != nil } ?? false
    let state =
      isLocked
      ? language.text("locked in")
      : graph[promise]?.settlement?.outcome.word(in: language) ?? language.text("resolved")
    let act =
      switch attempt {
      case .fulfilled: language.text("fulfilling")
      case .rejected: language.text("rejecting")
      case .cancelled: language.text("cancelling")
      case nil: language.text("resolving")
      }
    return (
      site.map {
        language.text(
          "\(name) is \(state); \(act) it at \(brief($0.fileAndLine, 40)) is ignored")
      } ?? language.text("\(name) is \(state); \(act) it is ignored"),
      isLocked
        ? rule(.adoption, language.text("it is locked in to the promise that it adopted"))
        : rule(.once, language.text("only the first resolution counts"))
    )
  }

  func handled(_ promise: PromiseID, _ by: PromiseID) -> Caption {
    let isFanIn = graph[by]?.creation.operation.isFanIn ?? false
    return (
      language.text("\(name(by)) handles the error of \(other(promise))"),
      isFanIn
        ? rule(.fanIn, language.text("a fan-in handles the errors of its inputs"))
        : rule(.errors, language.text("an error is handled when it reaches an error handler"))
    )
  }

  func unhandled(_ promise: PromiseID, _ origin: PromiseID, _ error: String) -> Caption {
    let name = name(promise)
    let error = brief(error, 60)
    let text =
      origin == promise
      ? language.text("no handler for the error of \(name)")
      : language.text("no handler for the error of \(name), from \(other(origin))")
    let sentence = error.isEmpty ? text : language.text("\(text): \(error)")
    return (
      sentence,
      rule(
        .unhandled, language.text("reported when the last promise with this error is freed"))
    )
  }

  func freed(
    _ promise: PromiseID, _ state: PromiseEvent.FinalState, _ waiting: [PromiseID]
  ) -> Caption {
    switch state {
    case .settled where graph.isTask(promise):
      let task = graph.taskName(of: promise, language)
      return (
        language.text("\(task) has awaited nothing for a long time, and is no longer followed"), nil
      )
    case .settled:
      return (language.text("\(name(promise)) is freed: settled and no longer referenced"), nil)
    case .forwarded(let outer):
      return (
        language.text("\(name(promise)) is freed; \(other(outer)) settles in its place"),
        rule(.adoption, language.text("a loop of adoptions uses no extra memory"))
      )
    case .pending:
      let list = graph.plainList(waiting, language)
      let sentence =
        waiting.isEmpty
        ? language.text("\(name(promise)) is freed while pending: it never settles")
        : language.text("\(name(promise)) is freed while pending; \(list) can never settle")
      return (
        sentence,
        rule(.unhandled, language.text("dropping an unused resolver leaves its chain waiting"))
      )
    }
  }
}

/// Clauses that several events share.
extension EventNarrator {
  var attachClause: String {
    language.text("handlers of one promise are queued in the order of attachment")
  }
  var passClause: String {
    language.text("an outcome skips links that do not handle it, without a queue hop")
  }
  var queuedClause: String { language.text("a handler still waiting in its queue does not run") }
  var thrownClause: String { language.text("a thrown error rejects the promise") }
  var adoptionClause: String {
    language.text("a promise that adopted another settles the same way")
  }
  var othersIgnored: String { language.text("the others keep running, but are ignored") }
  var onceClause: String { language.text("a promise settles only once") }
  var inlineClause: String { language.text("'on: nil' requests that") }
}
