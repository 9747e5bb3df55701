/// The errors that promises themselves produce: PromiseKit's, and those that the wider surface needs.
public enum PMKError: Error, Sendable {
  /// A handler returned the promise that it settles, directly or by way of others.
  /// (Promises/A+ 2.3.1)
  case returnedSelf
  /// The arguments make no sense: a race of nothing.
  case badInput
  /// A race for the first fulfilled promise, of which all were rejected, with these errors in the
  /// order of the inputs.
  case noWinner([any Error])
  /// A callback gave neither a value nor an error.
  case invalidCallingConvention
  /// The work was cancelled.
  case cancelled
}

extension PMKError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .returnedSelf: "A promise handler returned itself"
    case .badInput: "Bad input was provided to a PromiseKit function"
    case .noWinner: "All thenables passed to race(fulfilled:) were rejected"
    case .invalidCallingConvention:
      "A closure was called with an invalid calling convention, probably (nil, nil)"
    case .cancelled: "The asynchronous sequence was cancelled"
    }
  }
}

/// An error that may say that the work was cancelled rather than failed.
public protocol CancellableError: Error {
  /// The work was cancelled.
  var isCancelled: Bool { get }
}

extension PMKError: CancellableError {
  public var isCancelled: Bool {
    if case .cancelled = self { true } else { false }
  }
}

extension Error {
  /// The error says that the work was cancelled: it is a ``CancellableError`` that answers so.
  public var isCancelled: Bool { (self as? any CancellableError)?.isCancelled ?? false }
}

/// Which errors a catch or a recover takes.
public enum CatchPolicy: Sendable {
  /// All, cancellations too.
  case allErrors
  /// All but cancellations, which pass: the usual one.
  case allErrorsExceptCancellation
}
