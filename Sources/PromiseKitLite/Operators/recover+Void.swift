public import Dispatch

extension CatchMixin where Value == Void {
  /// Takes care of an error, and goes on when that is done.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover { error in
  ///     guard error is PaymentError else { throw error }
  ///     askAgain()
  ///   }
  ///   .done { showNext() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected. What it throws is the new error.
  /// - Returns: A new promise that is fulfilled unless `body` throws.
  @preconcurrency
  @inlinable
  public func recover(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    _recover(
      nil, dispatcher.with(flags: flags), policy: policy, CallSite(file, line, column), body)
  }

  /// ``recover(on:flags:policy:file:line:column:_:)`` with a label.
  @preconcurrency
  @inlinable
  public func recover(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    _recover(
      Label(label), dispatcher.with(flags: flags), policy: policy, CallSite(file, line, column),
      body)
  }

  @inlinable
  func _recover(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, policy: CatchPolicy?, _ site: CallSite,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    let child = Promise<Void>(.recover, of: self, label: label, at: site)
    attach(.errors(resolved(policy)), on: dispatcher, child: child) { settled in
      guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
      do { return .value(try body(error)) } catch { return .error(error) }
    }
    return child
  }
}

extension CatchMixin where Value == Void {
  /// Takes care of every error, a cancellation too: what follows cannot fail.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover { error in report(error) }
  ///   .done { showNext() }
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is rejected.
  /// - Returns: A guarantee that is fulfilled when `body` has run, or as this promise.
  @preconcurrency
  @discardableResult
  @inlinable
  public func recover(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
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
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    _recover(
      Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _recover(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    let child = Guarantee<Void>(.recover, of: self, label: label, at: site)
    attach(.errors(.allErrors), on: dispatcher, child: child) { settled in
      guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
      return .value(body(error))
    }
    return child
  }
}
