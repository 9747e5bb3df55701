/// A value that arrives later, or an error.
///
/// A promise starts pending and is then fulfilled or rejected once. When it settles, its handlers
/// run, each on the queue that was named when it was attached (the main queue by default), and
/// never inside the call that attaches them. Each operator returns a new promise.
///
/// ```swift
/// firstly { login(user) }
///   .then { token in fetch(token) }
///   .done { items in show(items) }
///   .catch { error in alert(error) }
/// ```
///
/// All members can be called from any thread. (Promises/A+ 1.1, with PromiseKit's names)
public final class Promise<Value: Sendable>: PromiseCore, CatchMixin, @unchecked Sendable {
  @inlinable
  package override init(
    root operation: PromiseEvent.Operation, label: Label?, at site: CallSite
  ) {
    super.init(root: operation, label: label, at: site)
  }

  @inlinable
  package override init(
    _ operation: PromiseEvent.Operation, of parents: [PromiseCore], label: Label?, at site: CallSite
  ) {
    super.init(operation, of: parents, label: label, at: site)
  }

  @inlinable
  package override init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    super.init(operation, of: parent, label: label, at: site)
  }

  override init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite,
    inheritedContext: InheritedContext
  ) {
    super.init(operation, of: parent, label: label, at: site, inheritedContext: inheritedContext)
  }

  package override func standIn(among known: [Settled]) -> Settled? {
    .standIn(for: Value.self, among: known)
  }
}

// MARK: - Creation

extension Promise {
  /// Creates a promise that `body` settles, immediately or later, with the resolver that it
  /// receives.
  ///
  /// `body` runs on the calling thread before the initializer returns. If it throws an error, the
  /// promise is rejected with that error; if `body` has already resolved the promise, the error is
  /// ignored as a second resolution.
  ///
  /// ```swift
  /// let answer = Promise<Data> { seal in
  ///   session.load(url) { data, error in seal.resolve(data, error) }
  /// }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    resolver body: (Resolver<Value>) throws -> Void
  ) {
    self.init(root: .body, label: .named(label), at: CallSite(file, line, column))
    run(body)
  }

  /// Creates a promise whose `body` runs on `dispatcher`.
  ///
  /// ```swift
  /// let page = Promise<Page>(on: .background) { seal in
  ///   seal.fulfill(try JSONDecoder().decode(Page.self, from: data))
  /// }
  /// page.done { page in show(page) }.catch { error in alert(error) }
  /// ```
  ///
  /// google/promises does this for every body, on the main queue by default.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs later. If `nil`, `body` runs inline.
  ///   - body: The closure that settles the promise. It runs once. An error that it throws rejects
  ///     the promise.
  @preconcurrency
  @inlinable
  public convenience init(
    label: String? = nil, on dispatcher: (any Dispatcher)?,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    resolver body: @escaping @Sendable (Resolver<Value>) throws -> Void
  ) {
    self.init(root: .body, label: .named(label), at: CallSite(file, line, column))
    run(body, on: dispatcher)
  }

  /// Creates a promise that is rejected with `error`.
  ///
  /// ```swift
  /// func fetch(page number: Int) -> Promise<Page> {
  ///   number > 0 ? load(number) : Promise(error: PMKError.badInput)
  /// }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public convenience init(
    label: String? = nil, error: any Error,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .error, label: .named(label), at: CallSite(file, line, column))
    settle(.error(error))
  }

  /// The form of ``init(label:error:file:line:column:)`` that can be passed as a function. It does
  /// not record its call site.
  ///
  /// ```swift
  /// let failing: (any Error) -> Promise<Page> = Promise.init(error:)
  /// load(id).recover(Promise.init(error:)).done { page in show(page) }.cauterize()
  /// ```
  @inlinable
  @_disfavoredOverload
  public convenience init(error: any Error) {
    self.init(root: .error, label: nil, at: .unknown)
    settle(.error(error))
  }

  /// Creates a promise that settles in the same way as `thenable`, usually a guarantee.
  ///
  /// ```swift
  /// let pages = [load(id), Promise(Guarantee.value(start))]
  /// when(fulfilled: pages).done { pages in show(pages) }
  /// ```
  @inlinable
  public convenience init<U: Thenable>(
    _ thenable: U,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) where U.Value == Value {
    self.init(.pending, of: thenable, label: nil, at: CallSite(file, line, column))
    var outer: PromiseCore = self
    PromiseCore.adopt(thenable, by: &outer)
  }

  /// Returns a promise that is fulfilled with `value`.
  ///
  /// ```swift
  /// func fetch(page number: Int) -> Promise<Page> {
  ///   number == 0 ? .value(start) : load(number)
  /// }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public static func value(
    label: String? = nil, _ value: Value,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise {
    let promise = Promise(root: .value, label: .named(label), at: CallSite(file, line, column))
    promise.settle(.value(value))
    return promise
  }

  /// The form of ``value(label:_:file:line:column:)`` that can be passed as a function. It does not
  /// record its call site.
  ///
  /// ```swift
  /// when(fulfilled: [1, 2].map(Promise.value)).done { numbers in show(numbers) }.cauterize()
  /// ```
  @inlinable
  @_disfavoredOverload
  public static func value(_ value: Value) -> Promise {
    let promise = Promise(root: .value, label: nil, at: .unknown)
    promise.settle(.value(value))
    return promise
  }

  /// Returns a pending promise and the resolver that settles it.
  ///
  /// ```swift
  /// let (promise, seal) = Promise<Int>.pending()
  /// seal.fulfill(1)
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  @inlinable
  public static func pending(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> (promise: Promise, resolver: Resolver<Value>) {
    let promise = Promise(root: .pending, label: .named(label), at: CallSite(file, line, column))
    return (promise, Resolver(promise))
  }

  @usableFromInline
  func run(_ body: (Resolver<Value>) throws -> Void) {
    runBody { try body(Resolver(self)) }
  }

  @usableFromInline
  func run(
    _ body: @escaping @Sendable (Resolver<Value>) throws -> Void, on dispatcher: (any Dispatcher)?
  ) {
    enqueueBody(on: dispatcher) { core in
      try body(Resolver(unsafeDowncast(core, to: Promise<Value>.self)))
    }
  }
}

extension Promise where Value == Void {
  /// A promise that is already fulfilled.
  @inlinable
  public static var value: Promise { .value(()) }
}

extension Promise: CustomStringConvertible, CustomDebugStringConvertible {
  /// `Promise(7)` when fulfilled, `Promise(error)` when rejected, and `Promise(…Int)` while
  /// pending.
  public var description: String {
    switch result {
    case nil: "Promise(…\(Value.self))"
    case .success(let value)?: "Promise(\(value))"
    case .failure(let error)?: "Promise(\(error))"
    }
  }

  /// `Promise<Int>.pending(handlers: 2)`, `Promise<Int>.fulfilled(7)`, or, with the type of the
  /// error, `Promise<Int>.rejected(ApiError.offline)`.
  public var debugDescription: String {
    switch result {
    case nil: "Promise<\(Value.self)>.pending(handlers: \(handlerCount))"
    case .success(let value)?: "Promise<\(Value.self)>.fulfilled(\(value))"
    case .failure(let error)?: "Promise<\(Value.self)>.rejected(\(type(of: error)).\(error))"
    }
  }
}
