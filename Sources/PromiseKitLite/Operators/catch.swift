public import Dispatch

extension CatchMixin {
  /// Takes care of an error, and ends the chain: what can follow is ``PMKFinalizer/finally(on:flags:file:line:column:_:)``.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// One catch at the end is enough: an error passes the links before it without a hop. (rules 6 and 9) To
  /// handle an error and go on, there is ``CatchMixin/recover(on:flags:policy:file:line:column:_:)``; of
  /// the other libraries, AYPromise means that by *catch*, and google/promises and JPromise one that passes
  /// the error on.
  ///
  /// - Parameters:
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected.
  /// - Returns: The end of the chain, for a `finally`.
  @preconcurrency
  @discardableResult
  @inlinable
  public func `catch`(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    _catch(nil, dispatcher.with(flags: flags), policy: policy, CallSite(file, line, column), body)
  }

  /// ``catch(on:flags:policy:file:line:column:_:)`` with a label.
  @preconcurrency
  @discardableResult
  @inlinable
  public func `catch`(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    _catch(
      Label(label), dispatcher.with(flags: flags), policy: policy, CallSite(file, line, column),
      body)
  }

  @inlinable
  func _catch(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, policy: CatchPolicy?, _ site: CallSite,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    let child = PromiseCore(.catch, of: self, label: label, at: site)
    attach(.errors(resolved(policy)), on: dispatcher, child: child) { settled in
      if case .failure(let error) = settled.result(Value.self) { body(error) }
      return .value(())
    }
    return PMKFinalizer(child)
  }
}
