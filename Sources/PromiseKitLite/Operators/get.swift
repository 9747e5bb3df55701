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
