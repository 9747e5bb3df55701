public import Dispatch

extension Thenable {
  /// Chains the step that uses the value: usually the last one before ``CatchMixin/catch(label:on:flags:policy:file:line:column:_:)``.
  ///
  /// ```swift
  /// fetch(token)
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled. What it throws rejects the new promise.
  /// - Returns: A new promise that is fulfilled when `body` has run.
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
  /// Leaves the value out: for where it is only of interest that the promise was fulfilled. Inline:
  /// no hop.
  ///
  /// ```swift
  /// when(fulfilled: save(text).asVoid(), save(image).asVoid())
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  /// - Returns: A new promise that is fulfilled with nothing, or rejected as this one.
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
  /// Leaves the value out. Inline: no hop.
  ///
  /// ```swift
  /// let votes = Guarantee.value(3)
  /// when(guarantees: votes.asVoid(), after(seconds: 1)).done { showNext() }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  /// - Returns: A new guarantee of nothing.
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
