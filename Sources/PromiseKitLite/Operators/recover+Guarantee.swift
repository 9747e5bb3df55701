public import Dispatch

extension CatchMixin {
  /// Takes care of every error, a cancellation too, and goes on with a guarantee: what follows cannot
  /// fail.
  ///
  /// ```swift
  /// fetch(token).recover { _ in .value([]) }.done { items in show(items) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is rejected, and returns what the chain goes on with.
  /// - Returns: A guarantee; a value of this promise passes to it without a hop.
  @preconcurrency
  @discardableResult
  @inlinable
  public func recover(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> {
    let child = Guarantee<Value>(
      .recover, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(.allErrors), on: dispatcher.with(flags: flags), child: child) { settled in
      guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
      return .adopt(body(error))
    }
    return child
  }
}
