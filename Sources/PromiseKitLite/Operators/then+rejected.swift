public import Dispatch

extension CatchMixin {
  /// Attaches a handler for the value and a handler for the error, exactly one of which runs. The
  /// new promise settles as the promise that the handler returns.
  ///
  /// An error that `fulfilled` throws does not reach `rejected`; a `recover` after a `then` would
  /// receive it too. (Promises/A+ 2.2)
  ///
  /// ```swift
  /// login(user).then(
  ///   fulfilled: { token in fetch(token) },
  ///   rejected: { _ in fetchPublic() })
  /// ```
  ///
  /// **Value.** `fulfilled` returns the promise to continue with.
  /// **Error.** `rejected` returns the promise to continue with.
  /// **Cancellation.** Passed on, unless `policy` is `allErrors`.
  /// **Elsewhere.** PromiseKit –; google –; JavaScript `then(f, r)`; Bolts `continueWithBlock:`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the handler runs: main by default; inline if `nil`.
  ///   - policy: Which errors `rejected` handles: all, or all except cancellations. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - fulfilled: The closure to run with the value when this promise is fulfilled. An error that
  ///     it throws rejects the new promise.
  ///   - rejected: The closure to run with the error when this promise is rejected. The error then
  ///     counts as handled. An error that the closure throws becomes the new error.
  /// - Returns: A new promise. A cancellation that the policy excludes is passed on without a queue
  ///   hop, and neither handler runs. If the handler returns the new promise itself, that promise
  ///   is rejected with ``PMKError/returnedSelf``. (Promises/A+ 2.3.1)
  @preconcurrency
  @inlinable
  public func then<U: Thenable, V: Thenable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    fulfilled: @escaping @Sendable (Value) throws -> U,
    rejected: @escaping @Sendable (any Error) throws -> V
  ) -> Promise<U.Value> where U.Value == V.Value {
    let child = Promise<U.Value>(
      .then, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.all(resolved(policy)), on: dispatcher.with(flags: flags), child: child) { settled in
      do {
        switch settled.result(Value.self) {
        case .success(let value): return .adopt(try fulfilled(value))
        case .failure(let error): return .adopt(try rejected(error))
        }
      } catch {
        return .error(error)
      }
    }
    return child
  }
}

extension CatchMixin {
  /// Attaches a handler for the value and a handler for the error, exactly one of which runs. The
  /// chain continues with the value that the handler returns.
  ///
  /// An error that `fulfilled` throws does not reach `rejected`. (Promises/A+ 2.2)
  ///
  /// ```swift
  /// fetch(token).then(
  ///   fulfilled: { items in "\(items.count) items" },
  ///   rejected: { error in "no items: \(error)" })
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the handler runs: main by default; inline if `nil`.
  ///   - policy: Which errors `rejected` handles: all, or all except cancellations. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - fulfilled: The closure to run with the value when this promise is fulfilled. An error that
  ///     it throws rejects the new promise.
  ///   - rejected: The closure to run with the error when this promise is rejected. The error then
  ///     counts as handled. An error that the closure throws becomes the new error.
  /// - Returns: A new promise. A cancellation that the policy excludes is passed on without a queue
  ///   hop, and neither handler runs.
  @preconcurrency
  @inlinable
  @_disfavoredOverload
  public func then<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    fulfilled: @escaping @Sendable (Value) throws -> U,
    rejected: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<U> {
    let child = Promise<U>(.then, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.all(resolved(policy)), on: dispatcher.with(flags: flags), child: child) { settled in
      do {
        switch settled.result(Value.self) {
        case .success(let value): return .value(try fulfilled(value))
        case .failure(let error): return .value(try rejected(error))
        }
      } catch {
        return .error(error)
      }
    }
    return child
  }
}
