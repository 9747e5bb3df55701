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
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is cancelled, that is rejected with an error whose
  ///     ``Swift/Error/isCancelled`` is true.
  /// - Returns: A new promise that settles as this one did. (rule 10)
  @preconcurrency
  @discardableResult
  @inlinable
  public func cancelled(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    _cancelled(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``cancelled(on:flags:file:line:column:_:)`` with a label.
  @preconcurrency
  @discardableResult
  @inlinable
  public func cancelled(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    _cancelled(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _cancelled(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(.cancelled, of: self, label: label, at: site)
    attach(.cancellations, on: dispatcher, child: child) { settled in
      body()
      return .settle(settled)
    }
    return child
  }
}
