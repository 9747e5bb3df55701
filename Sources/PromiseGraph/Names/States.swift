package import PromiseEvents

// States, outcomes, reasons and kinds of queues as text.

extension PromiseNode {
  /// The state as an adjective: `pending`, `locked in to p3`, `rejected, unhandled`.
  package var stateWords: String { stateWords(in: .english) }

  /// Returns the state as an adjective in a language.
  package func stateWords(in language: Language) -> String {
    state == .rejected && unhandled != nil
      ? language.text("rejected, unhandled") : state.adjective(in: language)
  }
}

extension PromiseState {
  /// The state as an adjective: `pending`, `locked in to p3`.
  package var adjective: String { adjective(in: .english) }

  /// Returns the state as an adjective in a language.
  package func adjective(in language: Language) -> String {
    switch self {
    case .pending: language.text("pending")
    case .queued: language.text("queued")
    case .running: language.text("running")
    case .lockedIn(let inner): language.text("locked in to \(inner)")
    case .fulfilled: language.text("fulfilled")
    case .rejected: language.text("rejected")
    case .cancelled: language.text("cancelled")
    case .lost: language.text("freed pending")
    case .forwarded(let outer): language.text("forwarded to \(outer)")
    case .idle: language.text("awaiting nothing")
    case .unknown: language.text("unknown since the gap")
    }
  }

  /// Returns a sentence that says the state of the promise called `name`: `p3 'save' is pending`.
  package func sentence(of name: String, in language: Language) -> String {
    switch self {
    case .queued: language.text("\(name) is waiting in its queue")
    case .running: language.text("\(name) is running")
    case .lost: language.text("\(name) was freed while pending")
    case .forwarded(let outer): language.text("\(outer) settles in place of \(name)")
    case .idle: language.text("\(name) awaits nothing: it runs, or has ended")
    case .unknown: language.text("the state of \(name) is unknown since events were lost")
    case .pending, .lockedIn, .fulfilled, .rejected, .cancelled:
      language.text("\(name) is \(adjective(in: language))")
    }
  }
}

extension PromiseEvent.Outcome {
  /// Returns the outcome as an adjective: `fulfilled`.
  package func word(in language: Language) -> String {
    switch self {
    case .fulfilled: language.text("fulfilled")
    case .rejected: language.text("rejected")
    case .cancelled: language.text("cancelled")
    }
  }
}

extension PromiseEvent.SkipReason {
  /// Why a handler did not run, in a few words.
  package var words: String { words(in: .english) }

  /// Returns why a handler did not run, in a few words.
  package func words(in language: Language) -> String {
    switch self {
    case .valuePassesErrorHandler: language.text("a value skips an error handler")
    case .errorPassesValueHandler: language.text("an error skips a value handler")
    case .cancellationPassesByPolicy: language.text("a cancellation is ignored by policy")
    case .errorNotNamed: language.text("its handler is for other errors")
    case .ownerGone: language.text("the owner is gone")
    case .chainCancelled: language.text("the chain is cancelled")
    }
  }

  /// A shorter form of ``words``, after the promise that was skipped.
  package var briefWords: String { briefWords(in: .english) }

  /// Returns a shorter form of ``words(in:)``, after the promise that was skipped.
  package func briefWords(in language: Language) -> String {
    switch self {
    case .valuePassesErrorHandler: language.text("a value skips it")
    case .errorPassesValueHandler: language.text("an error skips it")
    case .cancellationPassesByPolicy: language.text("a cancellation skips it")
    case .errorNotNamed: language.text("it is for other errors")
    case .ownerGone: language.text("its owner is gone")
    case .chainCancelled: language.text("its chain is cancelled")
    }
  }
}

extension PromiseEvent.QueueKind {
  /// `serial`, `concurrent 2`, `immediate`.
  package var words: String { words(in: .english) }

  /// Returns the kind of a queue in a word or two.
  package func words(in language: Language) -> String {
    switch self {
    case .serial: language.text("serial")
    case .concurrent(let width?): language.text("concurrent \(width)")
    case .concurrent: language.text("concurrent")
    case .immediate: language.text("immediate")
    }
  }
}
