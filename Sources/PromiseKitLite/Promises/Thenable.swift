/// What ``Promise`` and ``Guarantee`` have in common: something that is settled with a `Value`, later
/// or already, and to which handlers can be chained.
///
/// ```swift
/// func logged<T: Thenable>(_ thenable: T) -> Promise<T.Value> {
///   thenable.get { value in logger.warning("\(value)") }
/// }
/// logged(load(id)).done { page in show(page) }.catch { error in alert(error) }
/// logged(tapped(button)).done { dismiss() }.cauterize()
/// ```
///
/// Combinators take any mix of the two.
public protocol Thenable<Value>: PromiseCore {
  /// What it is fulfilled with.
  associatedtype Value: Sendable
  /// ``Value`` under PromiseKit's name, so that `extension Promise where T == Data` compiles.
  typealias T = Value
}

extension Thenable {
  /// The value or the error; none while it is pending.
  @inlinable
  @_disfavoredOverload
  public var result: Result<Value, any Error>? { settled?.result(Value.self) }

  /// It is neither fulfilled nor rejected yet.
  @inlinable
  public var isPending: Bool { settled == nil }

  /// It is fulfilled or rejected.
  @inlinable
  public var isResolved: Bool { settled != nil }

  /// It has a value.
  @inlinable
  public var isFulfilled: Bool {
    if case .fulfilled? = settled { true } else { false }
  }

  /// It has an error.
  @inlinable
  public var isRejected: Bool {
    if case .rejected? = settled { true } else { false }
  }

  /// The value; none while it is pending or if it was rejected.
  @inlinable
  public var value: Value? {
    if case .success(let value)? = result { value } else { nil }
  }

  /// The error; none while it is pending or if it was fulfilled.
  @inlinable
  public var error: (any Error)? {
    settled?.error
  }
}

/// A ``Thenable`` that can be rejected, so that there is something to catch.
///
/// ```swift
/// func quietly<T: CatchMixin>(_ promise: T, or value: T.Value) -> Guarantee<T.Value> {
///   promise.recover { _ in .value(value) }
/// }
/// quietly(load(id), or: start).done { page in show(page) }
/// ```
public protocol CatchMixin<Value>: Thenable {}

/// A ``Thenable`` that cannot be rejected: its links are guarantees where their closures do not throw.
///
/// ```swift
/// func slowed<T: GuaranteeMixin>(_ guarantee: T) -> Guarantee<T.Value> {
///   guarantee.then { value in after(seconds: 0.3).map { value } }
/// }
/// slowed(tapped(button)).done { dismiss() }
/// ```
///
/// The links hang on this protocol and not on ``Guarantee``, so that in Swift 5 mode the compiler prefers
/// them to those of ``Thenable`` also where a value is not `Sendable`.
public protocol GuaranteeMixin<Value>: Thenable {}
