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
