extension PromiseEvent.Kind {
  /// The promises that the event names, starting with its subject.
  package var promises: [PromiseID] {
    var promises: [PromiseID] = []
    forEachPromise { promises.append($0) }
    return promises
  }

  /// Returns whether the event names `promise`.
  package func mentions(_ promise: PromiseID) -> Bool {
    var result = false
    forEachPromise { result = result || $0 == promise }
    return result
  }

  /// A Boolean value that indicates whether the event settles a promise.
  package var isSettlement: Bool {
    if case .settled = self { true } else { false }
  }

  /// Calls `body` with every promise that the event names, starting with its subject.
  package func forEachPromise(_ body: (PromiseID) -> Void) {
    switch self {
    case .created(let creation):
      body(creation.promise)
      creation.parents.forEach(body)
    case .handlerAttached(let parent, let child, _, _), .handlerSkipped(let parent, let child, _):
      body(child)
      body(parent)
    case .jobEnqueued(_, let child, _, _), .jobStarted(_, let child, _),
      .jobEnded(_, let child, _, _):
      if let child { body(child) }
    case .adopted(let outer, let inner):
      body(outer)
      body(inner)
    case .settled(let settlement):
      body(settlement.promise)
      if let from = settlement.from { body(from) }
    case .inputAdded(let fanIn, _, let input), .inputSettled(let fanIn, _, let input, _),
      .inputIgnored(let fanIn, _, let input, _):
      body(fanIn)
      body(input)
    case .errorHandled(let promise, let by):
      body(promise)
      body(by)
    case .errorUnhandled(let promise, let origin, _):
      body(promise)
      if origin != promise { body(origin) }
    case .deallocated(let promise, let state, let waiting):
      body(promise)
      if case .forwarded(let outer) = state { body(outer) }
      waiting.forEach(body)
    case .timerScheduled(_, let promise, _), .timerFired(_, let promise),
      .timerCancelled(_, let promise):
      if let promise { body(promise) }
    case .bodyStarted(let promise), .bodyEnded(let promise, _),
      .resolutionIgnored(let promise, _, _), .waitBegan(let promise, _, _, _),
      .waitEnded(let promise, _, _, _), .intervened(let promise, _),
      .spanLinked(let promise, _, _):
      body(promise)
    case .awaitBegan(let promise, let by, _), .awaitEnded(let promise, _, let by):
      body(promise)
      if let by { body(by) }
    case .touched, .cancelRequested, .choiceMade, .queueDeclared, .threadNamed, .note, .sourceText,
      .dropped, .processDeclared, .threadAssigned, .gateChanged:
      break
    }
  }
}
