public import Dispatch

extension CatchMixin {
  /// Attaches a handler that runs for a value, an error, and a cancellation, and passes the result
  /// on. Use it, for example, to hide a spinner.
  ///
  /// ```swift
  /// fetch(token)
  ///   .ensure { hideSpinner() }
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// Other libraries call this *always*. (rule 9)
  ///
  /// **Value.** `body` runs, and it is passed on.
  /// **Error.** `body` runs, and it is passed on.
  /// **Cancellation.** `body` runs, and it is passed on.
  /// **Elsewhere.** PromiseKit `ensure`; google `always`; JavaScript `finally`; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise settles.
  /// - Returns: A new promise that settles in the same way as this one.
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
  /// Attaches a handler that runs for a value, an error, and a cancellation, waits for the
  /// guarantee that it returns, and passes the result on. Use it, for example, to close a resource
  /// that takes time to close.
  ///
  /// ```swift
  /// firstly { query(database) }
  ///   .ensureThen { database.close() }
  ///   .done { rows in show(rows) }
  /// ```
  ///
  /// **Value.** Passed on once the guarantee of `body` is fulfilled.
  /// **Error.** Passed on once the guarantee of `body` is fulfilled.
  /// **Cancellation.** Passed on once the guarantee of `body` is fulfilled.
  /// **Elsewhere.** PromiseKit `ensureThen`; google –; JavaScript `finally` that returns a promise;
  /// Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise settles. It returns the guarantee to wait for.
  /// - Returns: A new promise that settles in the same way as this one, once the guarantee is
  ///   fulfilled.
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
  /// Returns a promise that settles with `settled`, the settlement of another promise, when this
  /// guarantee is fulfilled or canceled.
  ///
  /// An error is kept alive during the wait, because a later link may still handle it.
  @usableFromInline
  func _thenPassing<Other: Sendable>(
    _ settled: Settled, as _: Promise<Other>.Type, _ site: CallSite
  ) -> Promise<Other> {
    let child = Promise<Other>(.ensureThen, of: self, label: nil, at: site)
    let lease = RejectionLease(settled, for: child)
    attach(.everything, on: nil, child: child) { [weak child] _ in
      child?.settle(settled)
      withExtendedLifetime(lease) {}
      return .later
    }
    return child
  }
}
