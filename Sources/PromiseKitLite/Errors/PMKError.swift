/// The errors that promises themselves produce: PromiseKit's, and those that the wider surface needs.
///
/// ```swift
/// fetch(token)
///   .timeout(seconds: 5)
///   .done { items in show(items) }
///   .catch { error in
///     if case PMKError.timedOut = error { askAgain() } else { alert(error) }
///   }
/// ```
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PMKError: Error, Sendable {
  /// The closure of a `compactMap` returned `nil`: for this value, where this type was wanted.
  case compactMap(any Sendable, Any.Type)
  /// A `compactMap` by its former name. No operator produces it; PromiseKit has it still, so that a
  /// `switch` over its cases compiles.
  case flatMap(any Sendable, Any.Type)
  /// A callback gave neither a value nor an error.
  case invalidCallingConvention
  /// A handler returned the promise that it settles, directly or by way of others.
  /// (Promises/A+ 2.3.1)
  case returnedSelf
  /// The arguments make no sense: a race of nothing.
  case badInput
  /// The work was cancelled.
  case cancelled
  /// The first or the last element of nothing was asked for, or the first that passes a test of which
  /// none does.
  case emptySequence
  /// A race for the first fulfilled promise, of which all were rejected, with these errors in the
  /// order of the inputs.
  case noWinner([any Error])
  /// It took longer than it may.
  case timedOut
  /// A value did not pass its `validate`.
  case validationFailed
  /// Nothing is left that could settle the promise: of a `wait()` in a simulation, and of a task that awaits a
  /// promise that was freed while pending.
  case deadlock
}

extension PMKError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The error in a sentence, PromiseKit's where PromiseKit has the error.
  public var description: String {
    switch self {
    case .compactMap(let value, let type): "Could not `compactMap<\(type)>`: \(value)"
    case .flatMap(let value, let type): "Could not `flatMap<\(type)>`: \(value)"
    case .invalidCallingConvention:
      "A closure was called with an invalid calling convention, probably (nil, nil)"
    case .returnedSelf: "A promise handler returned itself"
    case .badInput: "Bad input was provided to a PromiseKit function"
    case .cancelled: "The asynchronous sequence was cancelled"
    case .emptySequence: "The first or last element was requested for an empty sequence"
    case .noWinner: "All thenables passed to race(fulfilled:) were rejected"
    case .timedOut: "The promise was not settled within the time it was given"
    case .validationFailed: "The value did not pass its validation"
    case .deadlock: "Nothing is left that could settle the promise that is waited for"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

/// An error that may say that the work was cancelled rather than failed.
///
/// ```swift
/// extension PaymentError: CancellableError {
///   var isCancelled: Bool { self == .userBackedOut }
/// }
/// ```
public protocol CancellableError: Error {
  /// The work was cancelled.
  var isCancelled: Bool { get }
}

extension PMKError: CancellableError {
  /// It is ``cancelled``.
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}

extension Error {
  /// Whether the error says that the work was cancelled.
  ///
  /// A ``CancellableError`` answers for itself. Swift's `CancellationError` is a cancellation, and so are
  /// `URLError.cancelled` and `CocoaError.userCancelled`, also as an `NSError` and also where
  /// PromiseKitLiteFoundation is not imported.
  public var isCancelled: Bool {
    if let error = self as? any CancellableError { return error.isCancelled }
    return self is CancellationError || isFoundationCancellation
  }

  /// Whether the error is one of Foundation's cancellations.
  package var isFoundationCancellation: Bool {
    // The domain of an ordinary Swift error is the name of its type, which is made anew each time.
    switch _code {
    case -999: _domain == "NSURLErrorDomain"
    case 3072: _domain == "NSCocoaErrorDomain"
    case 1: FoundationCocoaError.isUserCancelled(self)
    default: false
    }
  }
}

/// Foundation's `CocoaError` on Linux: a plain struct, whose domain and code the standard library does not
/// know.
private enum FoundationCocoaError {
  /// The type, in a program that links Foundation.
  private static let type: Any.Type? = _typeByName("20FoundationEssentials10CocoaErrorV")

  /// Whether `error` is a `CocoaError` with the code `userCancelled`.
  static func isUserCancelled<E: Error>(_ error: E) -> Bool {
    guard let type, Swift.type(of: error as any Error) == type else { return false }
    let code = Mirror(reflecting: error).children.first { $0.label == "code" }?.value
    return (code as? any RawRepresentable)?.rawValue as? Int == 3072
  }
}

/// Which errors a catch or a recover takes.
///
/// ```swift
/// fetch(token)
///   .done { items in show(items) }
///   .catch(policy: .allErrors) { error in error.isCancelled ? hideSpinner() : alert(error) }
/// ```
///
/// ``PMKConfiguration/catchPolicy`` says what holds where none is named. (rule 10)
public enum CatchPolicy: Sendable {
  /// All, cancellations too.
  case allErrors
  /// All but cancellations, which pass: the usual one.
  case allErrorsExceptCancellation
}
