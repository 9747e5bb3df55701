/// What ``PMKConfiguration/logHandler`` is told: PromiseKit's four events, of which three say where.
///
/// ```swift
/// conf.logHandler = { event in
///   switch event {
///   case .waitOnMainThread(let place): logger.warning("wait on main: \(place)")
///   case .pendingPromiseDeallocated(let place), .pendingGuaranteeDeallocated(let place):
///     logger.warning("never settles: \(place)")
///   case .cauterized(let error): report(error)
///   }
/// }
/// ```
///
/// `case .waitOnMainThread:` matches without naming the place.
public enum LogEvent: Sendable {
  /// A thread is about to block in `wait()` on the main queue, where most handlers run.
  case waitOnMainThread(Place)
  /// A promise was freed while pending: it will never settle, nor will those that wait for it.
  case pendingPromiseDeallocated(Place)
  /// A guarantee was freed while pending.
  case pendingGuaranteeDeallocated(Place)
  /// An error that `cauterize()` took.
  case cauterized(any Error)

  /// Which promise it is about.
  ///
  /// ```swift
  /// conf.logHandler = { event in
  ///   if case .pendingPromiseDeallocated(let place) = event, place.waiting > 0 { report(place.site) }
  /// }
  /// ```
  public struct Place: Hashable, Sendable, CustomStringConvertible {
    /// The name that the program gave the promise.
    public var label: String?
    /// Where the program made it.
    public var site: PromiseEvent.SourceSite
    /// How many promises wait for it in vain.
    public var waiting = 0

    /// `"login" (Session.swift:12:5)`.
    public var description: String {
      label.map { "\"\($0)\" (\(site))" } ?? "\(site)"
    }
  }
}

extension LogEvent {
  /// The same as ``description``, under PromiseKit's name.
  ///
  /// ```swift
  /// conf.logHandler = { event in logger.warning(event.asString()) }
  /// ```
  public func asString() -> String { description }
}

extension LogEvent: CustomStringConvertible {
  /// The event in a sentence.
  public var description: String {
    switch self {
    case .waitOnMainThread(let place):
      "wait() blocks the main queue: \(place)"
    case .pendingPromiseDeallocated(let place):
      "a promise was freed while pending: \(place)\(place.others)"
    case .pendingGuaranteeDeallocated(let place):
      "a guarantee was freed while pending: \(place)\(place.others)"
    case .cauterized(let error):
      "an error was cauterized: \(BoundedText.describing(error))"
    }
  }
}

extension LogEvent.Place {
  fileprivate var others: String {
    switch waiting {
    case 0: ""
    case 1: "; 1 promise waits for it in vain"
    default: "; \(waiting) promises wait for it in vain"
    }
  }
}

/// What ``PMKConfiguration/warningHandler`` is told: the two mistakes for which PromiseKit has no event.
///
/// ```swift
/// conf.warningHandler = { warning in
///   switch warning {
///   case .unhandledRejection(let error, let place): report(error, place)
///   case .resolvedAgain(let place): logger.warning("resolved again: \(place)")
///   }
/// }
/// ```
public enum PromiseWarning: Sendable, CustomStringConvertible {
  /// The last promise that an error reached is gone, and nobody handled it. The place is where the
  /// error arose.
  case unhandledRejection(any Error, LogEvent.Place)
  /// Somebody resolved a promise that was resolved before; the second resolution was ignored. The
  /// place is where that was, or if it is not known, where the promise was made.
  case resolvedAgain(LogEvent.Place)

  /// The warning in a sentence.
  public var description: String {
    switch self {
    case .unhandledRejection(let error, let place):
      "an error was not handled: \(BoundedText.describing(error)), arose in \(place)"
    case .resolvedAgain(let place):
      "a promise was resolved a second time, which is ignored: \(place)"
    }
  }
}

extension LogEvent {
  /// The promise that it is about; none for an error.
  var place: Place? {
    switch self {
    case .waitOnMainThread(let place), .pendingPromiseDeallocated(let place),
      .pendingGuaranteeDeallocated(let place):
      place
    case .cauterized: nil
    }
  }

  /// Its name.
  var kind: String {
    switch self {
    case .waitOnMainThread: "waitOnMainThread"
    case .pendingPromiseDeallocated: "pendingPromiseDeallocated"
    case .pendingGuaranteeDeallocated: "pendingGuaranteeDeallocated"
    case .cauterized: "cauterized"
    }
  }
}

extension PromiseWarning {
  /// Where it happened.
  var place: LogEvent.Place {
    switch self {
    case .unhandledRejection(_, let place), .resolvedAgain(let place): place
    }
  }

  /// Its name.
  var kind: String {
    switch self {
    case .unhandledRejection: "unhandledRejection"
    case .resolvedAgain: "resolvedAgain"
    }
  }
}
