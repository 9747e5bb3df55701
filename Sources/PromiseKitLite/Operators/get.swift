public import Dispatch

extension Thenable {
  /// Attaches a handler that receives the value, and passes the value on.
  ///
  /// Use it for side effects such as a log entry or a cache update. An error skips it.
  ///
  /// ```swift
  /// fetch(token)
  ///   .get { items in logger.warning("\(items.count) items") }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// **Value.** `body` sees it, and it is passed on.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `get`; google `then` that returns nothing; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is fulfilled. An error that it throws rejects
  ///     the new promise.
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
  /// Attaches a handler that receives the value or the error, and passes it on. An error stays
  /// unhandled.
  ///
  /// ```swift
  /// fetch(token)
  ///   .tap { result in report(result) }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// A cancellation is also an error. In Bolts, `continueWith` attaches a continuation for every
  /// outcome. (rule 9)
  ///
  /// **Value.** `body` sees it, and it is passed on.
  /// **Error.** `body` sees it, and it is passed on; it stays unhandled.
  /// **Cancellation.** As an error.
  /// **Elsewhere.** PromiseKit `tap`; google –; JavaScript –; Bolts `continueWithBlock:`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise settles. An error that it throws becomes the
  ///     new error.
  /// - Returns: A new promise that settles in the same way as this one.
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
