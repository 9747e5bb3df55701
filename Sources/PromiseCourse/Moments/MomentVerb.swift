import PromiseKitLite

/// What can happen to a promise, in the word that lessons use.
enum MomentVerb: String, Hashable, Sendable, CaseIterable {
  /// It was made; its handler was hung on another promise; that was put on its queue.
  case created, attached, queued
  /// Its handler, work or body began, and was over.
  case starts, ends
  /// It settled so, or in any way.
  case fulfilled, rejected, cancelled, settled
  /// What settled before it passed it, without running its handler.
  case skipped
  /// Its handler returned another promise, which it waits for now.
  case adopts
  /// It is gone.
  case freed
  /// It was resolved once more, or what it came to as an input did not count any more.
  case ignored
  /// Its error met nobody; an error met its handler.
  case unhandled, handled
  /// Its timer came.
  case fires
  /// A thread blocks until it settles.
  case waits
}

extension MomentVerb {
  /// The promise to which this happens in `event`; none if something else happens there.
  func promise(in event: PromiseEvent, of run: CourseRun) -> PromiseID? {
    switch (self, event.kind) {
    case (.created, .created(let creation)): return creation.promise
    case (.attached, .handlerAttached(_, let child, _, _)): return child
    case (.queued, .jobEnqueued(_, let child, _, _)): return child
    case (.starts, .jobStarted(_, let child, _)), (.ends, .jobEnded(_, let child, _, _)):
      return child
    case (.starts, .bodyStarted(let promise)), (.ends, .bodyEnded(let promise, _)):
      return run.hasJob(promise) ? nil : promise
    case (.fulfilled, .settled(let settlement)) where settlement.outcome == .fulfilled,
      (.rejected, .settled(let settlement)) where settlement.outcome == .rejected,
      (.cancelled, .settled(let settlement)) where settlement.outcome == .cancelled,
      (.settled, .settled(let settlement)):
      return settlement.promise
    case (.skipped, .handlerSkipped(_, let child, _)): return child
    case (.adopts, .adopted(let outer, _)): return outer
    case (.freed, .deallocated(let promise, _, _)): return promise
    case (.ignored, .resolutionIgnored(let promise, _, _)): return promise
    case (.ignored, .inputIgnored(_, _, let input, _)): return input
    case (.unhandled, .errorUnhandled(let promise, _, _)): return promise
    case (.handled, .errorHandled(_, let handler)): return handler
    case (.fires, .timerFired(_, let promise)): return promise
    case (.waits, .waitBegan(let promise, _, _)), (.waits, .awaitBegan(let promise)):
      return promise
    default: return nil
    }
  }
}
