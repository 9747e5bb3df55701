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
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled. What it throws rejects the new promise.
  /// - Returns: A new promise with the same value.
  @preconcurrency
  @inlinable
  public func get(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    _get(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``get(on:flags:file:line:column:_:)`` with a label.
  @preconcurrency
  @inlinable
  public func get(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    _get(
      Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _get(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(.get, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
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
