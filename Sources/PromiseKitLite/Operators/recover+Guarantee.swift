public import Dispatch

extension CatchMixin {
  /// Attaches a handler for every error, including a cancellation, that continues the chain with a
  /// guarantee. The rest of the chain cannot fail.
  ///
  /// ```swift
  /// fetch(token).recover { _ in .value([]) }.done { items in show(items) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is rejected. It returns the guarantee that the
  ///     chain continues with.
  /// - Returns: A guarantee. A value of this promise is passed on to it without a queue hop.
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

extension CatchMixin where Value == Void {
  /// Attaches a handler for errors that continues the chain when it returns.
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
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Which errors `body` handles: all, or all except cancellations. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run when this promise is rejected. An error that it throws becomes
  ///     the new error.
  /// - Returns: A new promise that is fulfilled unless `body` throws.
  @preconcurrency
  @inlinable
  public func recover(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> Promise<Void> {
    let child = Promise<Void>(
      .recover, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(resolved(policy)), on: dispatcher.with(flags: flags), child: child) { settled in
      guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
      do { return .value(try body(error)) } catch { return .error(error) }
    }
    return child
  }
}

extension CatchMixin where Value == Void {
  /// Attaches a handler for every error, including a cancellation. The rest of the chain cannot
  /// fail.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover { error in report(error) }
  ///   .done { showNext() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is rejected.
  /// - Returns: A guarantee that is fulfilled when `body` returns, or when this promise is
  ///   fulfilled.
  @preconcurrency
  @discardableResult
  @inlinable
  public func recover(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> Guarantee<Void> {
    let child = Guarantee<Void>(
      .recover, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(.allErrors), on: dispatcher.with(flags: flags), child: child) { settled in
      guard case .failure(let error) = settled.result(Value.self) else { return .settle(settled) }
      return .value(body(error))
    }
    return child
  }
}
