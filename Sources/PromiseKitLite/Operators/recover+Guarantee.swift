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
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected. What it throws is the new error.
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
  /// Takes care of every error, a cancellation too: what follows cannot fail.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover { error in report(error) }
  ///   .done { showNext() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is rejected.
  /// - Returns: A guarantee that is fulfilled when `body` has run, or as this promise.
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
