/// A probable mistake, with the promise that it concerns, for ``PMKConfiguration/warningHandler``.
///
/// ```swift
/// conf.warningHandler = { warning in
///   switch warning {
///   case .unhandledRejection(let error, let place): report(error, place)
///   case .pendingPromiseDeallocated(let place) where place.waiting > 0: report(place.site)
///   default: logger.warning("\(warning)")
///   }
/// }
/// ```
///
/// The first three are PromiseKit's: ``PMKConfiguration/logHandler`` receives them too, as a ``LogEvent``
/// without the place. PromiseKit has no event for the last two.
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PromiseWarning: Sendable, CustomStringConvertible {
  /// A thread is about to block in `wait()` on the main queue, where most handlers run.
  case waitOnMainThread(Place)
  /// A promise was freed while pending. It will never settle, and neither will the promises that
  /// wait for it.
  case pendingPromiseDeallocated(Place)
  /// A guarantee was freed while pending.
  case pendingGuaranteeDeallocated(Place)
  /// The last promise with this error was freed, and no handler handled the error. The place is
  /// where the error arose.
  case unhandledRejection(any Error, Place)
  /// A promise was resolved a second time, and the second resolution was ignored. The place is the
  /// second resolution or, if that is unknown, the line that created the promise.
  case resolvedAgain(Place)

  /// The promise that a warning concerns.
  ///
  /// ```swift
  /// conf.warningHandler = { warning in
  ///   if case .pendingPromiseDeallocated(let place) = warning { report(place.label ?? "\(place.site)") }
  /// }
  /// ```
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The label of the promise; `nil` if it has none.
    public var label: String?
    /// The line that created the promise.
    public var site: PromiseEvent.SourceSite
    /// The number of promises that wait for this one and will never settle either.
    public var waiting = 0

    /// `"login" (Session.swift:12:5)`.
    public var description: String {
      label.map { "\"\($0)\" (\(site))" } ?? "\(site)"
    }
  }

  /// The warning as a sentence.
  public var description: String {
    switch self {
    case .waitOnMainThread(let place):
      "\(LogEvent.waitOnMainThread.sentence): \(place)"
    case .pendingPromiseDeallocated(let place):
      "\(LogEvent.pendingPromiseDeallocated.sentence): \(place)\(place.others)"
    case .pendingGuaranteeDeallocated(let place):
      "\(LogEvent.pendingGuaranteeDeallocated.sentence): \(place)\(place.others)"
    case .unhandledRejection(let error, let place):
      "an error was not handled: \(BoundedText.describing(error)), arose in \(place)"
    case .resolvedAgain(let place):
      "a promise was resolved a second time; the second resolution is ignored: \(place)"
    }
  }
}

extension PromiseWarning.Place {
  fileprivate var others: String {
    switch waiting {
    case 0: ""
    case 1: "; 1 promise waits for it and will never settle"
    default: "; \(waiting) promises wait for it and will never settle"
    }
  }
}

extension PromiseWarning {
  /// The corresponding PromiseKit event; `nil` if there is none.
  var logEvent: LogEvent? {
    switch self {
    case .waitOnMainThread: .waitOnMainThread
    case .pendingPromiseDeallocated: .pendingPromiseDeallocated
    case .pendingGuaranteeDeallocated: .pendingGuaranteeDeallocated
    case .unhandledRejection, .resolvedAgain: nil
    }
  }

  /// The promise that the warning concerns.
  var place: Place {
    switch self {
    case .waitOnMainThread(let place), .pendingPromiseDeallocated(let place),
      .pendingGuaranteeDeallocated(let place), .unhandledRejection(_, let place),
      .resolvedAgain(let place):
      place
    }
  }

  /// The name of the case.
  var kind: String {
    switch self {
    case .waitOnMainThread: "waitOnMainThread"
    case .pendingPromiseDeallocated: "pendingPromiseDeallocated"
    case .pendingGuaranteeDeallocated: "pendingGuaranteeDeallocated"
    case .unhandledRejection: "unhandledRejection"
    case .resolvedAgain: "resolvedAgain"
    }
  }
}

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
/// An event does not name its promise. ``PMKConfiguration/warningHandler`` receives the first three
/// together with the promise's label and source line.
public enum LogEvent: Sendable {
  /// A thread is about to block in `wait()` on the main queue, where most handlers run.
  case waitOnMainThread
  /// A promise was freed while pending. It will never settle, and neither will the promises that
  /// wait for it.
  case pendingPromiseDeallocated
  /// A guarantee was freed while pending.
  case pendingGuaranteeDeallocated
  /// `cauterize()` ended a chain with this error.
  case cauterized(any Error)
}

extension LogEvent {
  /// The event as a sentence, as written to the error stream.
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
