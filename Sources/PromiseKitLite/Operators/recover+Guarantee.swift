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
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is rejected, and returns what the chain goes on with.
  /// - Returns: A guarantee; a value of this promise passes to it without a hop.
  @preconcurrency
  @discardableResult
  @inlinable
  public func recover(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> {
    _recover(
      nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``recover(on:flags:file:line:column:_:)`` with a label.
  @preconcurrency
  @discardableResult
  @inlinable
  public func recover(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> {
    _recover(
      Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _recover(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (any Error) -> Guarantee<Value>
  ) -> Guarantee<Value> {
    let child = Guarantee<Value>(.recover, of: self, label: label, at: site)
    attach(.errors(.allErrors), on: dispatcher, child: child) { settled in
      guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
      return .adopt(body(error))
    }
    return child
  }
}
