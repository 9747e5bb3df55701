public import Dispatch

extension CatchMixin {
  /// Runs for a cancellation alone, and passes everything on: so that "neither done nor catch ran"
  /// has a place where it is heard. A value and any other error pass without a hop.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .cancelled { showLoginForm() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is cancelled, that is rejected with an error whose
  ///     ``Swift/Error/isCancelled`` is true.
  /// - Returns: A new promise that settles as this one did. (rule 10)
  @preconcurrency
  @discardableResult
  @inlinable
  public func cancelled(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(
      .cancelled, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.cancellations, on: dispatcher.with(flags: flags), child: child) { settled in
      body()
      return .settle(settled)
    }
    return child
  }
}
