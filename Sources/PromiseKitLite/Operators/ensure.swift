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
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is settled.
  /// - Returns: A new promise that settles as this one did.
  @preconcurrency
  @discardableResult
  @inlinable
  public func ensure(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(
      .ensure, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.everything, on: dispatcher.with(flags: flags), child: child) { settled in
      body()
      return .settle(settled)
    }
    return child
  }
}
