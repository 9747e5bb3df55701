package import PromiseEvents

/// States, reasons and kinds in words.

extension PromiseNode {
  /// The state as an adjective: `pending`, `locked in to p3`, `rejected, unhandled`.
  package var stateWords: String {
    state == .rejected && unhandled != nil ? "rejected, unhandled" : state.adjective
  }
}

extension PromiseState {
  /// The state as an adjective: `pending`, `locked in to p3`.
  package var adjective: String {
    switch self {
    case .pending: "pending"
    case .queued: "queued"
    case .running: "running"
    case .lockedIn(let inner): "locked in to \(inner)"
    case .fulfilled: "fulfilled"
    case .rejected: "rejected"
    case .cancelled: "cancelled"
    case .lost: "freed pending"
    case .forwarded(let outer): "forwarded to \(outer)"
    case .unknown: "unknown since the gap"
    }
  }

  /// The state as the rest of a sentence: `is pending`, `waits in its queue`.
  var plainWords: String {
    switch self {
    case .queued: "waits in its queue"
    case .running: "runs"
    case .lost: "was freed while pending"
    case .forwarded(let outer): "passed its place to \(outer)"
    case .unknown: "is unknown since events were lost"
    case .pending, .lockedIn, .fulfilled, .rejected, .cancelled: "is \(adjective)"
    }
  }
}

extension PromiseEvent.SkipReason {
  /// Why a handler did not run, in a few words.
  package var words: String {
    switch self {
    case .valuePassesErrorHandler: "a value passes an error handler"
    case .errorPassesValueHandler: "an error passes a value handler"
    case .cancellationPassesByPolicy: "a cancellation passes, by policy"
    case .errorNotNamed: "an error passes that it is not for"
    case .ownerGone: "the owner is gone"
    case .chainCancelled: "the chain is cancelled"
    }
  }

  /// The same where there is less room and it is known what is passed.
  package var briefWords: String {
    switch self {
    case .valuePassesErrorHandler: "a value passes it"
    case .errorPassesValueHandler: "an error passes it"
    case .cancellationPassesByPolicy: "a cancellation passes it"
    case .errorNotNamed: "an error that it is not for passes it"
    case .ownerGone: "its owner is gone"
    case .chainCancelled: "its chain is cancelled"
    }
  }
}

extension PromiseEvent.QueueKind {
  /// `serial`, `concurrent 2`, `immediate`.
  package var words: String {
    switch self {
    case .serial: "serial"
    case .concurrent(let width): width.map { "concurrent \($0)" } ?? "concurrent"
    case .immediate: "immediate"
    }
  }
}
