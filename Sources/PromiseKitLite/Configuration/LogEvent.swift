/// PromiseKit's four log events, for ``PMKConfiguration/logHandler``.
///
/// ```swift
/// conf.logHandler = { event in
///   switch event {
///   case .waitOnMainThread: logger.warning("wait on main")
///   case .pendingPromiseDeallocated, .pendingGuaranteeDeallocated: logger.warning("\(event)")
///   case .cauterized(let error): report(error)
///   }
/// }
/// ```
///
/// An event does not say which promise it is about. ``PMKConfiguration/warningHandler`` receives the first
/// three together with the promise's label and source line.
public enum LogEvent: Sendable {
  /// A thread is about to block in `wait()` on the main queue, where most handlers run.
  case waitOnMainThread
  /// A promise was freed while pending: it will never settle, and neither will the promises that wait for it.
  case pendingPromiseDeallocated
  /// A guarantee was freed while pending.
  case pendingGuaranteeDeallocated
  /// `cauterize()` ended a chain with this error.
  case cauterized(any Error)
}

extension LogEvent {
  /// The event in a sentence, as the error stream shows it.
  package var sentence: String {
    switch self {
    case .waitOnMainThread: "wait() blocks the main queue"
    case .pendingPromiseDeallocated: "a promise was freed while pending"
    case .pendingGuaranteeDeallocated: "a guarantee was freed while pending"
    case .cauterized(let error): "an error was cauterized: \(BoundedText.describing(error))"
    }
  }

  /// The name of the case.
  var kind: String {
    switch self {
    case .waitOnMainThread: "waitOnMainThread"
    case .pendingPromiseDeallocated: "pendingPromiseDeallocated"
    case .pendingGuaranteeDeallocated: "pendingGuaranteeDeallocated"
    case .cauterized: "cauterized"
    }
  }
}
