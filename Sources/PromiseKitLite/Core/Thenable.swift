/// What ``Promise`` and ``Guarantee`` have in common: something that is settled with a `Value`, later
/// or already, and to which handlers can be chained.
///
/// Combinators take any mix of the two.
public protocol Thenable<Value>: PromiseCore {
  /// What it is fulfilled with.
  associatedtype Value: Sendable
}

extension Thenable {
  /// The value or the error; none while it is pending.
  public var result: Result<Value, any Error>? { settled?.result(Value.self) }

  /// It is neither fulfilled nor rejected yet.
  public var isPending: Bool { settled == nil }

  /// It is fulfilled or rejected.
  public var isResolved: Bool { settled != nil }

  /// It has a value.
  public var isFulfilled: Bool { value != nil }

  /// It has an error.
  public var isRejected: Bool { error != nil }

  /// The value; none while it is pending or if it was rejected.
  public var value: Value? { try? result?.get() }

  /// The error; none while it is pending or if it was fulfilled.
  public var error: (any Error)? {
    if case .failure(let error)? = result { error } else { nil }
  }
}

/// A ``Thenable`` that can be rejected, so that there is something to catch.
public protocol CatchMixin<Value>: Thenable {}
