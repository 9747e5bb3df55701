public import Dispatch

// PromiseKit's functions and methods by their full names, without `label:`, `file:`, `line:`. As a
// value, and as a witness of a program's own protocol, only a declaration with exactly these
// parameters fits. A call selects none of them, and they record no call site.

extension Promise {
  /// `Value` under PromiseKit's name, for a program's own protocol with an associated type `T`.
  public typealias T = Value
}

extension Guarantee {
  /// `Value` under PromiseKit's name, for a program's own protocol with an associated type `T`.
  public typealias T = Value
}

/// The form of `after(seconds:)` that can be passed as a function.
///
/// ```swift
/// Promise.value(0.5).then(after(seconds:)).done { hideBanner() }.cauterize()
/// ```
@_disfavoredOverload
public func after(seconds: Double) -> Guarantee<Void> {
  after(seconds: seconds, file: "", line: 0, column: 0)
}

/// The form of `after(_:)` that can be passed as a function.
///
/// ```swift
/// Promise.value(.milliseconds(500)).then(after(_:)).done { hideBanner() }.cauterize()
/// ```
@_disfavoredOverload
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  after(interval, file: "", line: 0, column: 0)
}

/// The form of `when(fulfilled:)` that can be passed as a function.
///
/// ```swift
/// fetchIDs().mapValues { load($0) }.then(when(fulfilled:)).done { show($0) }.cauterize()
/// ```
@_disfavoredOverload
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<[U.Value]> {
  when(fulfilled: thenables, file: "", line: 0, column: 0)
}

/// The form of `when(fulfilled:)` for promises without values.
///
/// ```swift
/// fetchIDs().mapValues { load($0).asVoid() }.then(when(fulfilled:)).done { dismiss() }.cauterize()
/// ```
@_disfavoredOverload
public func when<U: Thenable>(fulfilled thenables: [U]) -> Promise<Void> where U.Value == Void {
  when(fulfilled: thenables, file: "", line: 0, column: 0)
}

/// The form of `when(resolved:)` that can be passed as a function.
///
/// ```swift
/// fetchIDs().mapValues { load($0) }.then(when(resolved:)).done { show($0) }.cauterize()
/// ```
@_disfavoredOverload
public func when<U: Thenable>(
  resolved thenables: [U]
) -> Guarantee<[PromiseKit.Result<U.Value>]> {
  when(resolved: thenables, file: "", line: 0, column: 0)
}

/// The form of `when(guarantees:)` that can be passed as a function.
///
/// ```swift
/// Promise.value(views).mapValues { fadeOut($0) }.then(when(guarantees:)).done {}.cauterize()
/// ```
@_disfavoredOverload
public func when(guarantees: [Guarantee<Void>]) -> Guarantee<Void> {
  when(guarantees: guarantees, file: "", line: 0, column: 0)
}

/// The form of `race(_:)` that can be passed as a function.
///
/// ```swift
/// fetchIDs().mapValues { load($0) }.then(race(_:)).done { show($0) }.cauterize()
/// ```
@_disfavoredOverload
public func race<U: Thenable>(_ thenables: [U]) -> Promise<U.Value> {
  race(thenables, file: "", line: 0, column: 0)
}

/// The form of `race(fulfilled:)` that can be passed as a function.
///
/// ```swift
/// fetchIDs().mapValues { load($0) }.then(race(fulfilled:)).done { show($0) }.cauterize()
/// ```
@_disfavoredOverload
public func race<U: Thenable>(fulfilled thenables: [U]) -> Promise<U.Value> {
  race(fulfilled: thenables, file: "", line: 0, column: 0)
}

extension Thenable {
  /// The form of `pipe(to:)` that can be passed as a function.
  ///
  /// ```swift
  /// let send: (@escaping @Sendable (PromiseKit.Result<Page>) -> Void) -> Void = load(id).pipe
  /// send { result in show(result) }
  /// ```
  @_disfavoredOverload
  @preconcurrency
  public func pipe(to receive: @escaping @Sendable (PromiseKit.Result<Value>) -> Void) {
    pipe(file: "", line: 0, column: 0, to: receive)
  }

  /// The form of `asVoid()` that can be a witness of a program's own protocol.
  ///
  /// ```swift
  /// let finished: () -> Promise<Void> = load(id).asVoid
  /// finished().done { showNext() }.cauterize()
  /// ```
  @_disfavoredOverload
  public func asVoid() -> Promise<Void> { asVoid(file: "", line: 0, column: 0) }
}

extension GuaranteeMixin {
  /// The form of `asVoid()` that can be a witness of a program's own protocol.
  ///
  /// ```swift
  /// let faded: () -> Guarantee<Void> = fadeOut(view).asVoid
  /// faded().done { showNext() }
  /// ```
  @_disfavoredOverload
  public func asVoid() -> Guarantee<Void> { asVoid(file: "", line: 0, column: 0) }
}

extension CatchMixin {
  /// The form of `cauterize()` that can be a witness of a program's own protocol.
  ///
  /// ```swift
  /// let end: () -> PMKFinalizer = load(id).cauterize
  /// end().finally { hideSpinner() }
  /// ```
  @_disfavoredOverload
  @discardableResult
  public func cauterize() -> PMKFinalizer { cauterize(file: "", line: 0, column: 0) }
}
