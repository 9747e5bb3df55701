public import Dispatch

extension Thenable {
  /// Looks at the value and passes it on.
  ///
  /// For what happens beside the chain: a note, a cache. An error passes it.
  ///
  /// ```swift
  /// fetch(token)
  ///   .get { items in logger.warning("\(items.count) items") }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled. What it throws rejects the new promise.
  /// - Returns: A new promise with the same value.
  @preconcurrency
  @inlinable
  public func get(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(
      .get, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: dispatcher.with(flags: flags), child: child) { settled in
      do {
        try body(settled.value(Value.self))
        return .settle(settled)
      } catch {
        return .error(error)
      }
    }
    return child
  }
}

extension Thenable {
  /// Looks at the value or the error and passes it on; an error stays unhandled.
  ///
  /// ```swift
  /// fetch(token)
  ///   .tap { result in report(result) }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// A cancellation is an error too. Bolts calls a continuation that sees every outcome `continueWith`.
  /// (rule 9)
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is settled. What it throws becomes the error.
  /// - Returns: A new promise that settles as this one did.
  @preconcurrency
  @inlinable
  @_disfavoredOverload
  public func tap(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Result<Value, any Error>) throws -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(
      .tap, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.everything, on: dispatcher.with(flags: flags), child: child) { settled in
      do {
        try body(settled.result(Value.self))
        return .settle(settled)
      } catch {
        return .error(error)
      }
    }
    return child
  }
}
