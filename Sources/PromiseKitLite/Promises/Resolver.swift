/// Settles one promise. Only the first call counts. Every later call is ignored and reported to
/// observers together with its call site. The methods that begin with `try` return whether they
/// took effect.
///
/// ```swift
/// let (page, seal) = Promise<Page>.pending()
/// page.done { page in print(page.lines) }.catch { error in print(error) }
/// seal.fulfill(start)
/// seal.reject(LoginError.wrongPassword)
/// // Prints "["start"]"
/// ```
///
/// A resolver can be used from any thread and kept for as long as needed. A resolver that is
/// released without being used leaves its promise pending forever.
public struct Resolver<Value: Sendable>: Sendable {
  /// `Value`, under PromiseKit's name.
  public typealias T = Value

  @usableFromInline let promise: PromiseCore

  @inlinable
  init(_ promise: PromiseCore) { self.promise = promise }
}

extension Resolver {
  /// Fulfills the promise with `value`.
  ///
  /// ```swift
  /// let number = Promise<Int> { seal in loop.post { seal.fulfill(7) } }
  /// number.done { number in show(number) }.cauterize()
  /// ```
  ///
  /// It can be passed as a function: `api.count(completion: seal.fulfill)`. (rule 1)
  @inlinable
  @_disfavoredOverload
  public func fulfill(_ value: Value) { promise.resolve(.value(value)) }

  /// Rejects the promise with `error`.
  ///
  /// ```swift
  /// let number = Promise<Int> { seal in loop.post { seal.reject(FetchError.notFound) } }
  /// number.done { number in show(number) }.catch { error in alert(error) }
  /// ```
  @inlinable
  @_disfavoredOverload
  public func reject(_ error: any Error) { promise.resolve(.error(error)) }

  /// Fulfills or rejects the promise with `result`.
  ///
  /// ```swift
  /// let number = Promise<Int> { seal in loop.post { seal.resolve(.success(7)) } }
  /// number.done { number in show(number) }.cauterize()
  /// ```
  @inlinable
  @_disfavoredOverload
  public func resolve(_ result: Result<Value, any Error>) {
    promise.resolve(Settled(result))
  }

  /// Locks the promise in to `other`, so that it settles in the same way. (Promises/A+ 2.3.2)
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// seal.resolve(load(id))
  /// seal.fulfill(start)
  /// page.done { page in print(page.lines) }.catch { error in print(error) }
  /// // Prints "["one", "two"]"
  /// ```
  ///
  /// AYPromise can also resolve with a promise, but lets a later resolution win.
  @inlinable
  @_disfavoredOverload
  public func resolve<U: Thenable>(_ other: U) where U.Value == Value {
    promise.resolve(with: other)
  }
}

extension Resolver {
  /// The form of ``fulfill(_:)`` that records its call site.
  @inlinable
  public func fulfill(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(.value(value), at: CallSite(file, line, column))
  }

  /// The form of ``reject(_:)`` that records its call site.
  @inlinable
  public func reject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(.error(error), at: CallSite(file, line, column))
  }

  /// The form of ``resolve(_:)-(Result<Value,Error>)`` that records its call site.
  @inlinable
  public func resolve(
    _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(result), at: CallSite(file, line, column))
  }

  /// The form of ``resolve(_:)-(U)`` that records its call site.
  @inlinable
  public func resolve<U: Thenable>(
    _ other: U, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where U.Value == Value {
    promise.resolve(with: other, at: CallSite(file, line, column))
  }
}

extension Resolver {
  /// Fulfills the promise with `value`, and returns whether it was still pending.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryFulfill(start) { report("another caller was quicker") }
  /// page.done { page in show(page) }.cauterize()
  /// ```
  ///
  /// Bolts calls it `trySetResult`. (rule 1)
  @inlinable
  @discardableResult
  public func tryFulfill(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(.value(value), at: CallSite(file, line, column))
  }

  /// Rejects the promise with `error`, and returns whether it was still pending.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryReject(FetchError.notFound) { report("another caller was quicker") }
  /// page.done { page in show(page) }.catch { error in alert(error) }
  /// ```
  @inlinable
  @discardableResult
  public func tryReject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(.error(error), at: CallSite(file, line, column))
  }

  /// Fulfills or rejects the promise with `result`, and returns whether it was still pending.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryResolve(.success(start)) { report("another caller was quicker") }
  /// page.done { page in show(page) }.cauterize()
  /// ```
  @inlinable
  @discardableResult
  public func tryResolve(
    _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(Settled(result), at: CallSite(file, line, column))
  }

  /// Locks the promise in to `other`, and returns whether it was still pending.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryResolve(load(id)) { report("another caller was quicker") }
  /// page.done { page in show(page) }.catch { error in alert(error) }
  /// ```
  @inlinable
  @discardableResult
  public func tryResolve<U: Thenable>(
    _ other: U, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool where U.Value == Value {
    var outer = promise
    return PromiseCore.adopt(other, by: &outer, at: CallSite(file, line, column))
  }
}

extension Resolver where Value == Void {
  /// Fulfills the promise. Use this form where a function without parameters is expected, as in
  /// `animate(completion: seal.fulfill_)`.
  ///
  /// ```swift
  /// let posted = Promise<Void> { seal in loop.post(seal.fulfill_) }
  /// posted.done { showNext() }.cauterize()
  /// ```
  @inlinable
  public func fulfill_() { promise.resolve(.value(())) }

  /// Fulfills the promise.
  ///
  /// ```swift
  /// let posted = Promise<Void> { seal in loop.post { seal.fulfill() } }
  /// posted.done { showNext() }.cauterize()
  /// ```
  @inlinable
  public func fulfill(file: StaticString = #fileID, line: UInt = #line, column: UInt = #column) {
    promise.resolve(.value(()), at: CallSite(file, line, column))
  }
}

extension Resolver {
  /// Calls `handler` once if the promise's ``CancelContext`` cancels it while it is pending, so
  /// that the work that would have settled it can be stopped. `handler` runs on the thread that
  /// cancels. If the promise is already canceled, `handler` is called immediately.
  ///
  /// ```swift
  /// let answer = Promise<Data> { seal in
  ///   let task = session.load(url) { data, error in seal.resolve(data, error) }
  ///   seal.onCancel { task.cancel() }
  /// }
  /// ```
  ///
  /// The promise is rejected before `handler` runs, so an error reported by the stopped work does
  /// not replace the cancellation. A promise that belongs to no context is never canceled, and
  /// `handler` is then not kept. PromiseKit 7 calls this a cancel handler; Bolts calls it a
  /// cancellation observer.
  @preconcurrency
  public func onCancel(_ handler: @escaping @Sendable () -> Void) { promise.onCancel(handler) }
}
