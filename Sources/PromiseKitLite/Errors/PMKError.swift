/// The errors that promises themselves produce: those of PromiseKit, and those of the additional
/// operators.
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
  /// The closure of a `compactMap` returned `nil` for this value, where this type was expected.
  case compactMap(any Sendable, Any.Type)
  /// The former name of `compactMap`. No operator produces it. PromiseKit still has it, so that a
  /// `switch` over its cases compiles.
  case flatMap(any Sendable, Any.Type)
  /// A callback received neither a value nor an error.
  case invalidCallingConvention
  /// A handler returned the promise that it settles, directly or through other promises.
  /// (Promises/A+ 2.3.1)
  case returnedSelf
  /// The arguments are invalid, for example a race without inputs.
  case badInput
  /// The work was canceled.
  case cancelled
  /// The first or last element of an empty sequence was requested, or the first element that
  /// satisfies a predicate, and none does.
  case emptySequence
  /// All inputs of a race for the first fulfilled promise were rejected, with these errors in the
  /// order of the inputs.
  case noWinner([any Error])
  /// The time limit was exceeded.
  case timedOut
  /// A value did not satisfy the predicate of `validate`.
  case validationFailed
  /// The promise can never settle: for `wait()` in a simulation in which nothing is left to run,
  /// and for a task that awaits a promise that was freed while pending.
  case deadlock
}

extension PMKError: CustomStringConvertible, CustomDebugStringConvertible {
  /// The error as a sentence; PromiseKit's sentence if PromiseKit has the error.
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
    case .deadlock: "Nothing is left that could settle the awaited promise"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}

extension PMKError: PromiseTraceDescribable {
  /// The error as a sentence, without running code of the program.
  public var traceDescription: String {
    switch self {
    case .compactMap(let value, let type):
      "Could not `compactMap<\(type)>`: \(BoundedText.reading(value))"
    case .flatMap(let value, let type):
      "Could not `flatMap<\(type)>`: \(BoundedText.reading(value))"
    case .invalidCallingConvention, .returnedSelf, .badInput, .cancelled, .emptySequence, .noWinner,
      .timedOut, .validationFailed, .deadlock:
      description
    }
  }
}

/// An error that can indicate a cancellation rather than a failure.
///
/// ```swift
/// extension PaymentError: CancellableError {
///   var isCancelled: Bool { self == .userBackedOut }
/// }
/// ```
public protocol CancellableError: Error {
  /// Whether the work was canceled.
  var isCancelled: Bool { get }
}

extension PMKError: CancellableError {
  /// Whether the error is ``cancelled``.
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}

extension Error {
  /// Whether the error indicates that the work was canceled.
  ///
  /// A ``CancellableError`` decides for itself. Swift's `CancellationError`, `URLError.cancelled`,
  /// and `CocoaError.userCancelled` are cancellations, the last two also as an `NSError`, and even
  /// if PromiseKitLiteFoundation is not imported.
  public var isCancelled: Bool {
    if let error = self as? any CancellableError { return error.isCancelled }
    return self is CancellationError || isFoundationCancellation
  }

  /// Whether the error is one of Foundation's cancellations.
  package var isFoundationCancellation: Bool {
    // The domain of an ordinary Swift error is its type's name, which is a newly created string
    // each time.
    switch _code {
    case -999: _domain == "NSURLErrorDomain"
    case 3072: _domain == "NSCocoaErrorDomain"
    case 1: FoundationCocoaError.isUserCancelled(self)
    default: false
    }
  }
}

/// Foundation's `CocoaError` on Linux: a plain struct whose domain and code the standard library
/// does not know.
private enum FoundationCocoaError {
  /// The type, if the program links Foundation.
  private static let type: Any.Type? = _typeByName("20FoundationEssentials10CocoaErrorV")

  /// Whether `error` is a `CocoaError` with the code `userCancelled`.
  static func isUserCancelled<E: Error>(_ error: E) -> Bool {
    guard let type, Swift.type(of: error as any Error) == type else { return false }
    let code = Mirror(reflecting: error).children.first { $0.label == "code" }?.value
    return (code as? any RawRepresentable)?.rawValue as? Int == 3072
  }
}

/// Which errors a `catch` or a `recover` handles.
///
/// ```swift
/// fetch(token)
///   .done { items in show(items) }
///   .catch(policy: .allErrors) { error in error.isCancelled ? hideSpinner() : alert(error) }
/// ```
///
/// The default is ``PMKConfiguration/catchPolicy``. (rule 10)
public enum CatchPolicy: Sendable {
  /// All errors, including cancellations.
  case allErrors
  /// All errors except cancellations, which are passed on. This is the default.
  case allErrorsExceptCancellation
}
