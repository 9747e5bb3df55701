public import Dispatch

extension Thenable {
  /// Chains the step that uses the value: usually the last one before ``CatchMixin/catch(on:flags:policy:file:line:column:_:)``.
  ///
  /// ```swift
  /// fetch(token)
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled. What it throws rejects the new promise.
  /// - Returns: A new promise that is fulfilled when `body` has run.
  @preconcurrency
  @inlinable
  public func done(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> {
    _done(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``done(on:flags:file:line:column:_:)`` with a label.
  @preconcurrency
  @inlinable
  public func done(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> {
    _done(
      Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _done(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> {
    let child = Promise<Void>(.done, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      do { return .value(try body(settled.value(Value.self))) } catch { return .error(error) }
    }
    return child
  }
}
