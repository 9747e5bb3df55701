public import Dispatch

extension CatchMixin {
  /// Chains a step for the value and one for the error, of which exactly one runs: the new promise
  /// settles as the promise that it returned.
  ///
  /// What `fulfilled` throws does not come to `rejected`; a `recover` after a `then` would get it too.
  /// (Promises/A+ 2.2)
  ///
  /// ```swift
  /// login(user).then(
  ///   fulfilled: { token in fetch(token) },
  ///   rejected: { _ in fetchPublic() })
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where either runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `rejected` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - fulfilled: Runs once this promise is fulfilled, with its value. What it throws rejects the
  ///     new promise.
  ///   - rejected: Runs once this promise is rejected, with its error, which then counts as handled.
  ///     What it throws is the new error.
  /// - Returns: A new promise. A cancellation that the policy does not let through passes to it without
  ///   a hop, and neither runs. If the promise that was returned is the new one itself, that is
  ///   rejected with ``PMKError/returnedSelf``. (Promises/A+ 2.3.1)
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
  /// Chains a step for the value and one for the error, of which exactly one runs and makes the value
  /// that the chain goes on with.
  ///
  /// What `fulfilled` throws does not come to `rejected`. (Promises/A+ 2.2)
  ///
  /// ```swift
  /// fetch(token).then(
  ///   fulfilled: { items in "\(items.count) items" },
  ///   rejected: { error in "no items: \(error)" })
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where either runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `rejected` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - fulfilled: Runs once this promise is fulfilled, with its value. What it throws rejects the
  ///     new promise.
  ///   - rejected: Runs once this promise is rejected, with its error, which then counts as handled.
  ///     What it throws is the new error.
  /// - Returns: A new promise. A cancellation that the policy does not let through passes to it without
  ///   a hop, and neither runs.
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
