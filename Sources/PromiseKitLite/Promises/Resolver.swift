/// Settles one promise. The first call counts, every later one is ignored (and told to observers, with
/// the place that tried); the forms that begin with `try` answer whether they counted.
///
/// ```swift
/// let (page, seal) = Promise<Page>.pending()
/// page.done { page in print(page.lines) }.catch { error in print(error) }
/// seal.fulfill(start)
/// seal.reject(LoginError.wrongPassword)
/// // Prints "["start"]"
/// ```
///
/// It may be used from any thread and kept as long as needed. A resolver that is given up unused
/// leaves its promise pending for ever.
public struct Resolver<Value: Sendable>: Sendable {
  /// `Value` under PromiseKit's name.
  public typealias T = Value

  @usableFromInline let promise: PromiseCore

  @inlinable
  init(_ promise: PromiseCore) { self.promise = promise }
}

extension Resolver {
  /// Fulfils the promise.
  ///
  /// ```swift
  /// let number = Promise<Int> { seal in loop.post { seal.fulfill(7) } }
  /// number.done { number in show(number) }.cauterize()
  /// ```
  ///
  /// It can be handed over as a function: `api.count(completion: seal.fulfill)`. (rule 1)
  @inlinable
  @_disfavoredOverload
  public func fulfill(_ value: Value) { promise.resolve(.value(value)) }

  /// Rejects the promise.
  ///
  /// ```swift
  /// let number = Promise<Int> { seal in loop.post { seal.reject(FetchError.notFound) } }
  /// number.done { number in show(number) }.catch { error in alert(error) }
  /// ```
  @inlinable
  @_disfavoredOverload
  public func reject(_ error: any Error) { promise.resolve(.error(error)) }

  /// Fulfils or rejects the promise.
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

  /// Locks the promise in to `other`: it settles as that does. (Promises/A+ 2.3.2)
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// seal.resolve(load(id))
  /// seal.fulfill(start)
  /// page.done { page in print(page.lines) }.catch { error in print(error) }
  /// // Prints "["one", "two"]"
  /// ```
  ///
  /// AYPromise resolves with a promise likewise, but lets a later resolution win.
  @inlinable
  @_disfavoredOverload
  public func resolve<U: Thenable>(_ other: U) where U.Value == Value {
    promise.resolve(with: other)
  }
}

extension Resolver {
  /// ``fulfill(_:)``, which remembers where it was called.
  @inlinable
  public func fulfill(
    _ value: Value, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(.value(value), at: CallSite(file, line, column))
  }

  /// ``reject(_:)``, which remembers where it was called.
  @inlinable
  public func reject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(.error(error), at: CallSite(file, line, column))
  }

  /// ``resolve(_:)``, which remembers where it was called.
  @inlinable
  public func resolve(
    _ result: Result<Value, any Error>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    promise.resolve(Settled(result), at: CallSite(file, line, column))
  }

  /// ``resolve(_:)``, which remembers where it was called.
  @inlinable
  public func resolve<U: Thenable>(
    _ other: U, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where U.Value == Value {
    promise.resolve(with: other, at: CallSite(file, line, column))
  }
}

extension Resolver {
  /// Fulfils the promise. Answers whether it was pending until now.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryFulfill(start) { report("somebody was quicker") }
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

  /// Rejects the promise. Answers whether it was pending until now.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryReject(FetchError.notFound) { report("somebody was quicker") }
  /// page.done { page in show(page) }.catch { error in alert(error) }
  /// ```
  @inlinable
  @discardableResult
  public func tryReject(
    _ error: any Error, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    promise.settle(.error(error), at: CallSite(file, line, column))
  }

  /// Fulfils or rejects the promise. Answers whether it was pending until now.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryResolve(.success(start)) { report("somebody was quicker") }
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

  /// Locks the promise in to `other`. Answers whether it was pending until now.
  ///
  /// ```swift
  /// let (page, seal) = Promise<Page>.pending()
  /// if !seal.tryResolve(load(id)) { report("somebody was quicker") }
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
  /// Fulfils the promise: for where a function without parameters is wanted, as in
  /// `animate(completion: seal.fulfill_)`.
  ///
  /// ```swift
  /// let posted = Promise<Void> { seal in loop.post(seal.fulfill_) }
  /// posted.done { showNext() }.cauterize()
  /// ```
  @inlinable
  public func fulfill_() { promise.resolve(.value(())) }

  /// Fulfils the promise.
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
  /// Calls `handler` once when the promise's ``CancelContext`` has cancelled it while it was pending, on
  /// the thread that cancels: to stop the work that would have settled it. If the promise is cancelled
  /// already, it is called immediately.
  ///
  /// ```swift
  /// let answer = Promise<Data> { seal in
  ///   let task = session.load(url) { data, error in seal.resolve(data, error) }
  ///   seal.onCancel { task.cancel() }
  /// }
  /// ```
  ///
  /// The promise is rejected before `handler` runs, so that stopped work which reports an error of its own
  /// does not replace the cancellation. A promise that belongs to no context is never cancelled, and
  /// `handler` is not kept. PromiseKit 7 calls it a cancel handler, Bolts a cancellation observer.
  @preconcurrency
  public func onCancel(_ handler: @escaping @Sendable () -> Void) { promise.onCancel(handler) }
}
