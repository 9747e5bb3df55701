public import Dispatch

extension CatchMixin {
  /// Runs for a value, an error and a cancellation, and passes it on: where a spinner is hidden.
  ///
  /// ```swift
  /// fetch(token)
  ///   .ensure { hideSpinner() }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// Other libraries call it *always*. (rule 9)
  ///
  /// - Parameters:
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is settled.
  /// - Returns: A new promise that settles as this one did.
  @preconcurrency
  @discardableResult
  @inlinable
  public func ensure(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    _ensure(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``ensure(on:flags:file:line:column:_:)`` with a label.
  @preconcurrency
  @discardableResult
  @inlinable
  public func ensure(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    _ensure(
      Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _ensure(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(.ensure, of: self, label: label, at: site)
    attach(.everything, on: dispatcher, child: child) { settled in
      body()
      return .settle(settled)
    }
    return child
  }
}
