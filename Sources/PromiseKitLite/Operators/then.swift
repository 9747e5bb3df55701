public import Dispatch

extension Thenable {
  /// Chains a step that makes a promise: the new promise settles as that one does.
  ///
  /// ```swift
  /// login(user).then { token in fetch(token) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled, with its value. What it throws rejects the new
  ///     promise. If it returns the new promise itself, that is rejected with
  ///     ``PMKError/returnedSelf``. (Promises/A+ 2.3.1)
  /// - Returns: A new promise. An error of this one passes to it without a hop, and `body` never runs.
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
  /// Chains a step that answers by a callback: the new promise settles when the resolver is used, at
  /// once or later.
  ///
  /// It spares the `Promise { seal in … }` around a function with a completion handler. A resolver
  /// that is given up unused leaves the new promise pending for ever.
  ///
  /// ```swift
  /// login(user).thenResolving { token, seal in
  ///   api.fetch(token) { items, error in seal.resolve(items, error) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled, with its value and what settles the new promise.
  ///     What it throws rejects the new promise; if that was resolved before, it is ignored as a second
  ///     resolution is, and told likewise.
  /// - Returns: A new promise for what the resolver gets. An error of this one passes to it without a
  ///   hop, and `body` never runs. (JPromise's `j_then`, AYPromise's `thenPromise`)
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
    // The handler owns the child until `body` has returned; a closure that did would be a cycle.
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
