public import Dispatch

extension Thenable {
  /// Lets a value through that passes a test, and rejects any other with
  /// ``PMKError/validationFailed``.
  ///
  /// ```swift
  /// fetch(token).validate { items in !items.isEmpty }.done { items in show(items) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `predicate` runs; main if it is not named, inline if it is `nil`.
  ///   - predicate: Runs once this promise is fulfilled. What it throws rejects the new promise.
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
