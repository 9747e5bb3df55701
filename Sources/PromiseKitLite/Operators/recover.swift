public import Dispatch

extension CatchMixin {
  /// Takes care of an error and goes on with another promise.
  ///
  /// ```swift
  /// fetch(token)
  ///   .recover { error in cachedItems }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// AYPromise and JavaScript mean this by *catch*. (rule 9; Promises/A+ 2.2.7.1)
  ///
  /// - Parameters:
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected, and returns what the chain goes on with. What it
  ///     throws is the new error.
  /// - Returns: A new promise; a value of this one passes to it without a hop.
  @preconcurrency
  @inlinable
  public func recover<U: Thenable>(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    _recover(nil, dispatcher.with(flags: flags), policy: policy, CallSite(file, line, column), body)
  }

  /// ``recover(on:flags:policy:file:line:column:_:)`` with a label.
  @preconcurrency
  @inlinable
  public func recover<U: Thenable>(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    _recover(
      Label(label), dispatcher.with(flags: flags), policy: policy, CallSite(file, line, column),
      body)
  }

  @inlinable
  func _recover<U: Thenable>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, policy: CatchPolicy?, _ site: CallSite,
    _ body: @escaping @Sendable (any Error) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    let child = Promise<Value>(.recover, of: self, label: label, at: site)
    attach(.errors(resolved(policy)), on: dispatcher, child: child) { settled in
      do {
        guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
        return .adopt(try body(error))
      } catch {
        return .error(error)
      }
    }
    return child
  }
}
