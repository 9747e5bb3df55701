public import Dispatch

extension Thenable {
  /// Passes a value on if it satisfies a predicate, and rejects the new promise with
  /// ``PMKError/validationFailed`` otherwise.
  ///
  /// ```swift
  /// fetch(token).validate { items in !items.isEmpty }.done { items in show(items) }
  /// ```
  ///
  /// **Value.** Passed on if `predicate` holds; otherwise `PMKError.validationFailed`.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit –; google `validate`; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `predicate` runs: main by default; inline if `nil`.
  ///   - predicate: The closure to run when this promise is fulfilled. An error that it throws
  ///     rejects the new promise.
  /// - Returns: A new promise with the same value. (google/promises' `validate`)
  @preconcurrency
  @inlinable
  public func validate(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ predicate: @escaping @Sendable (Value) throws -> Bool
  ) -> Promise<Value> {
    let child = Promise<Value>(
      .validate, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: dispatcher.with(flags: flags), child: child) { settled in
      do {
        guard try predicate(settled.value(Value.self)) else {
          return .error(PMKError.validationFailed)
        }
        return .settle(settled)
      } catch {
        return .error(error)
      }
    }
    return child
  }
}
