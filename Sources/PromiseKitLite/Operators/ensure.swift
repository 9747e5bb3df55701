public import Dispatch

extension CatchMixin {
  /// Runs for a value, an error and a cancellation, and passes it on: where a spinner is hidden.
  ///
  /// ```swift
  /// fetch(token)
  ///   .ensure { hideSpinner() }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// Other libraries call it *always*. (rule 9)
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is settled.
  /// - Returns: A new promise that settles as this one did.
  @preconcurrency
  @discardableResult
  @inlinable
  public func ensure(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<Value> {
    let child = Promise<Value>(
      .ensure, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.everything, on: dispatcher.with(flags: flags), child: child) { settled in
      body()
      return .settle(settled)
    }
    return child
  }
}

extension CatchMixin {
  /// Runs for a value, an error and a cancellation, waits for what it began, and passes the value
  /// or the error on: where something is closed that takes a while to close.
  ///
  /// ```swift
  /// firstly { query(database) }
  ///   .ensureThen { database.close() }
  ///   .done { rows in show(rows) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is settled, and returns the guarantee that is waited for.
  /// - Returns: A new promise that settles as this one did, once the guarantee is fulfilled.
  @preconcurrency
  @discardableResult
  @inlinable
  public func ensureThen(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise<Value> {
    _ensureThen(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _ensureThen(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise<Value> {
    let child = Promise<Value>(.ensureThen, of: self, label: label, at: site)
    attach(.everything, on: dispatcher, child: child) { settled in
      .adopt(body()._thenPassing(settled, as: Promise<Value>.self, site))
    }
    return child
  }
}

extension Guarantee where Value == Void {
  /// A promise that is settled with `settled`, of another promise, once this guarantee is fulfilled, or
  /// cancelled.
  ///
  /// An error waits with it: it is carried meanwhile, since somebody may still take care of it.
  @usableFromInline
  func _thenPassing<Other: Sendable>(
    _ settled: Settled, as _: Promise<Other>.Type, _ site: CallSite
  ) -> Promise<Other> {
    let child = Promise<Other>(.ensureThen, of: self, label: nil, at: site)
    let carrier = RejectionLease(settled, for: child)
    attach(.everything, on: nil, child: child) { [weak child] _ in
      child?.settle(settled)
      withExtendedLifetime(carrier) {}
      return .later
    }
    return child
  }
}
