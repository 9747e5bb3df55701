public import Dispatch

extension Thenable {
  /// Attaches a handler that uses the value. It is usually the last link before
  /// ``CatchMixin/catch(label:on:flags:policy:file:line:column:_:)``.
  ///
  /// ```swift
  /// fetch(token)
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// **Value.** `body` uses it; the new promise has no value.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `done`; google `then`; JavaScript `then`; Bolts
  /// `continueWithSuccessBlock:`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is fulfilled. An error that it throws rejects
  ///     the new promise.
  /// - Returns: A new promise that is fulfilled when `body` returns.
  @preconcurrency
  @inlinable
  public func done(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> Void
  ) -> Promise<Void> {
    let child = Promise<Void>(
      .done, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: dispatcher.with(flags: flags), child: child) { settled in
      do { return .value(try body(settled.value(Value.self))) } catch { return .error(error) }
    }
    return child
  }
}

extension Thenable {
  /// Discards the value, for code that only needs to know that the promise was fulfilled. It runs
  /// inline, without a queue hop.
  ///
  /// ```swift
  /// when(fulfilled: save(text).asVoid(), save(image).asVoid())
  /// ```
  ///
  /// **Value.** Dropped: the new promise has none.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit `asVoid`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  /// - Returns: A new promise that is fulfilled without a value, or rejected with the error of this
  ///   one.
  @inlinable
  public func asVoid(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Void> {
    let child = Promise<Void>(
      .asVoid, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: nil, child: child) { _ in .value(()) }
    return child
  }
}

extension GuaranteeMixin {
  /// Discards the value. It runs inline, without a queue hop.
  ///
  /// ```swift
  /// let votes = Guarantee.value(3)
  /// when(guarantees: votes.asVoid(), after(seconds: 1)).done { showNext() }
  /// ```
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  /// - Returns: A new guarantee without a value.
  @inlinable
  public func asVoid(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Void> {
    let child = Guarantee<Void>(
      .asVoid, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: nil, child: child) { _ in .value(()) }
    return child
  }
}
