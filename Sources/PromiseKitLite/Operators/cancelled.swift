public import Dispatch

extension CatchMixin {
  /// Attaches a handler that runs only for a cancellation, and passes everything on. It makes the
  /// case in which neither `done` nor `catch` runs observable. A value or any other error is passed
  /// on without a queue hop.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .cancelled { showLoginForm() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// **Value.** Passed on.
  /// **Error.** Passed on.
  /// **Cancellation.** `body` runs, and it is passed on.
  /// **Elsewhere.** PromiseKit –; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is canceled, that is, rejected with an error
  ///     whose ``Swift/Error/isCancelled`` is `true`.
  /// - Returns: A new promise that settles in the same way as this one. (rule 10)
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
