public import Dispatch

extension Thenable {
  /// Attaches a handler that returns a promise. The new promise settles as the returned one does.
  ///
  /// ```swift
  /// login(user).then { token in fetch(token) }
  /// ```
  ///
  /// **Value.** `body` returns the promise to continue with.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `then`; google `then`; JavaScript `then`; Bolts
  /// `continueWithSuccessBlock:`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run with the value when this promise is fulfilled. An error that it
  ///     throws rejects the new promise. If it returns the new promise itself, that promise is
  ///     rejected with ``PMKError/returnedSelf``. (Promises/A+ 2.3.1)
  /// - Returns: A new promise. If this promise is rejected, the error is passed on without a queue
  ///   hop, and `body` never runs.
  @preconcurrency
  @inlinable
  public func then<U: Thenable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U.Value> {
    _then(
      .named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _then<U: Thenable>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U.Value> {
    let child = Promise<U.Value>(.then, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      do { return .adopt(try body(settled.value(Value.self))) } catch { return .error(error) }
    }
    return child
  }
}

extension Thenable {
  /// Attaches a handler that settles the new promise through a resolver, immediately or later.
  ///
  /// Use it to call a function with a completion handler without wrapping it in
  /// `Promise { seal in … }`. A resolver that is released without being used leaves the new promise
  /// pending forever.
  ///
  /// ```swift
  /// login(user).thenResolving { token, seal in
  ///   api.fetch(token) { items, error in seal.resolve(items, error) }
  /// }
  /// ```
  ///
  /// **Value.** `body` settles the new promise through a resolver.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit –; google –; JavaScript `then` with `new Promise`; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is fulfilled. It receives the value and the
  ///     resolver of the new promise. An error that it throws rejects the new promise; if that
  ///     promise has already been resolved, the error is ignored and reported, as any second
  ///     resolution is.
  /// - Returns: A new promise that the resolver settles. If this promise is rejected, the error is
  ///   passed on without a queue hop, and `body` never runs. (JPromise's `j_then`, AYPromise's
  ///   `thenPromise`)
  @preconcurrency
  @inlinable
  public func thenResolving<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value, Resolver<U>) throws -> Void
  ) -> Promise<U> {
    let child = Promise<U>(
      .thenResolving, of: self, label: .named(label), at: CallSite(file, line, column))
    // The handler owns the child until `body` returns. If a closure owned it, there would be a
    // reference cycle.
    attach(.values, on: dispatcher.with(flags: flags), child: child) { [weak child] settled in
      guard let child else { return .later }
      do {
        try body(settled.value(Value.self), Resolver(child))
        return .later
      } catch {
        return child.reaction(toThrown: error)
      }
    }
    return child
  }
}
