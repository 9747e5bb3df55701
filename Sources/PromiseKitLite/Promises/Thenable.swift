/// The interface that ``Promise`` and ``Guarantee`` share: a result of type `Value`, available now
/// or later, to which handlers can be attached.
///
/// ```swift
/// func logged<T: Thenable>(_ thenable: T) -> Promise<T.Value> {
///   thenable.get { value in logger.warning("\(value)") }
/// }
/// logged(load(id)).done { page in show(page) }.catch { error in alert(error) }
/// logged(tapped(button)).done { dismiss() }.cauterize()
/// ```
///
/// Combinators accept promises and guarantees in any combination.
public protocol Thenable<Value>: PromiseCore {
  /// The type of the value on fulfillment.
  associatedtype Value: Sendable
  /// ``Value`` under PromiseKit's name, so that `extension Promise where T == Data` compiles.
  typealias T = Value
}

extension Thenable {
  /// The value or the error; `nil` while pending.
  @inlinable
  @_disfavoredOverload
  public var result: Result<Value, any Error>? { settled?.result(Value.self) }

  /// Whether the promise is neither fulfilled nor rejected.
  @inlinable
  public var isPending: Bool { settled == nil }

  /// Whether the promise is fulfilled or rejected.
  @inlinable
  public var isResolved: Bool { settled != nil }

  /// Whether the promise is fulfilled.
  @inlinable
  public var isFulfilled: Bool {
    if case .fulfilled? = settled { true } else { false }
  }

  /// Whether the promise is rejected.
  @inlinable
  public var isRejected: Bool {
    if case .rejected? = settled { true } else { false }
  }

  /// The value; `nil` while pending or if rejected.
  @inlinable
  public var value: Value? {
    if case .success(let value)? = result { value } else { nil }
  }

  /// The error; `nil` while pending or if fulfilled.
  @inlinable
  public var error: (any Error)? {
    settled?.error
  }

  /// The label and the line of the promise in which the error arose; `nil` while pending or if
  /// fulfilled.
  ///
  /// For a `when`, that is the input that failed, or the promise that the input has its error from.
  ///
  /// ```swift
  /// let pages = when(fulfilled: load(1), load(2))
  /// pages.done { one, two in show([one, two]) }
  ///   .catch { error in print(pages.errorOrigin?.label ?? "", error) }
  /// ```
  public var errorOrigin: PromiseWarning.Place? {
    guard case .rejected(let rejection)? = settled else { return nil }
    return rejection.place
  }
}

/// A ``Thenable`` that can be rejected, so that its errors can be caught.
///
/// ```swift
/// func quietly<T: CatchMixin>(_ promise: T, or value: T.Value) -> Guarantee<T.Value> {
///   promise.recover { _ in .value(value) }
/// }
/// quietly(load(id), or: start).done { page in show(page) }
/// ```
public protocol CatchMixin<Value>: Thenable {}

/// A ``Thenable`` that cannot be rejected. Its operators return guarantees if their closures do not
/// throw.
///
/// ```swift
/// func slowed<T: GuaranteeMixin>(_ guarantee: T) -> Guarantee<T.Value> {
///   guarantee.then { value in after(seconds: 0.3).map { value } }
/// }
/// slowed(tapped(button)).done { dismiss() }
/// ```
///
/// The operators are declared on this protocol rather than on ``Guarantee``, so that in Swift 5
/// mode the compiler prefers them to the operators of ``Thenable`` even if the value is not
/// `Sendable`.
public protocol GuaranteeMixin<Value>: Thenable {}
