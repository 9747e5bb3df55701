extension PromiseEvent.Kind {
  /// Returns the same event kind, with the text of values, errors, and notes replaced by `redact`.
  package func redacted(_ redact: (String) -> String) -> PromiseEvent.Kind {
    switch self {
    case .settled(var settlement):
      if !settlement.description.isEmpty {
        settlement.description = redact(settlement.description)
      }
      return .settled(settlement)
    case .errorUnhandled(let promise, let origin, let error):
      return .errorUnhandled(promise: promise, origin: origin, error: redact(error))
    case .note(let text): return .note(redact(text))
    case .created, .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted,
      .jobEnded, .touched, .handlerSkipped, .adopted, .resolutionIgnored, .inputAdded,
      .inputSettled, .inputIgnored, .errorHandled, .deallocated, .waitBegan, .waitEnded,
      .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled,
      .choiceMade, .queueDeclared, .threadNamed, .sourceText, .intervened, .dropped, .spanLinked,
      .processDeclared, .threadAssigned, .gateChanged:
      return self
    }
  }
}
