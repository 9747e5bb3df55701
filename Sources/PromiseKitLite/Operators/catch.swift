public import Dispatch

extension CatchMixin {
  /// Takes care of an error, and ends the chain: what can follow is ``PMKFinalizer/finally(label:on:flags:file:line:column:_:)``.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// One catch at the end is enough: an error passes the links before it without a hop. (rules 6 and 9) To
  /// handle an error and go on, there is ``CatchMixin/recover(label:on:flags:policy:file:line:column:_:)``; of
  /// the other libraries, AYPromise means that by *catch*, and google/promises and JPromise one that passes
  /// the error on.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected.
  /// - Returns: The end of the chain, for a `finally`.
  @preconcurrency
  @discardableResult
  @inlinable
  public func `catch`(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    let child = PromiseCore(
      .catch, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(resolved(policy)), on: dispatcher.with(flags: flags), child: child) { settled in
      if case .failure(let error) = settled.result(Value.self) { body(error) }
      return .value(())
    }
    return PMKFinalizer(child)
  }
}
