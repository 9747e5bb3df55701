public import Dispatch

extension CatchMixin {
  /// Attaches a handler for one error that continues the chain with another promise. Any other
  /// error is passed on.
  ///
  /// ```swift
  /// fetch(page).recover(only: FetchError.notFound) { _ in fetch(start) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - error: The error to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run if this promise is rejected with an error that equals `error`,
  ///     even if it is a cancellation. It returns the promise that the chain continues with. An
  ///     error that it throws becomes the new error.
  /// - Returns: A new promise. A value of this one and any other error are passed on without a
  ///   queue hop.
  @preconcurrency
  @inlinable
  public func recover<E: Error & Equatable, U: Thenable>(
    label: String? = nil,
    only error: E,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    _recover(
      .named(label), only: .equal(to: error), dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }

  /// Attaches a handler for the errors of one type that continues the chain with another promise.
  /// Any other error is passed on.
  ///
  /// ```swift
  /// fetch(page).recover(only: FetchError.self) { error in fetch(error.alternative) }
  /// ```
  ///
  /// **Value.** Passed on.
  /// **Error.** `body` handles one error, or one type; others are passed on.
  /// **Cancellation.** Passed on, unless it is named.
  /// **Elsewhere.** PromiseKit 7: `recover(only:)`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: The type of the errors to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Whether `body` also handles cancellations of this type. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run if this promise is rejected with an error of this type. It
  ///     returns the promise that the chain continues with. An error that it throws becomes the new
  ///     error.
  /// - Returns: A new promise. A value of this one and any other error are passed on without a
  ///   queue hop.
  @preconcurrency
  @inlinable
  public func recover<E: Error, U: Thenable>(
    label: String? = nil,
    only type: E.Type,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    _recover(
      .named(label), only: NamedErrors(resolved(policy)) { $0 is E }, dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }
}

extension CatchMixin {
  @usableFromInline
  func _recover<E: Error, U: Thenable>(
    _ label: Label?, only errors: NamedErrors, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    let child = Promise<Value>(.recover, of: self, label: label, at: site)
    attach(.only(errors), on: dispatcher, child: child) { settled in
      guard let error = settled.error as? E else { return .settle(settled) }
      do { return .adopt(try body(error)) } catch { return .error(error) }
    }
    return child
  }
}

extension CatchMixin where Value == Void {
  /// Attaches a handler for one error that continues the chain when it returns. Any other error is
  /// passed on.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover(only: LoginError.wrongPassword) { _ in askAgain() }
  ///   .done { showNext() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - error: The error to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run if this promise is rejected with an error that equals `error`,
  ///     even if it is a cancellation. An error that it throws becomes the new error.
  /// - Returns: A new promise. A value of this one and any other error are passed on without a
  ///   queue hop.
  @preconcurrency
  @inlinable
  public func recover<E: Error & Equatable>(
    label: String? = nil,
    only error: E,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    _recover(
      .named(label), only: .equal(to: error), dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }

  /// Attaches a handler for the errors of one type that continues the chain when it returns. Any
  /// other error is passed on.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover(only: LoginError.self) { error in askAgain(error.reason) }
  ///   .done { showNext() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: The type of the errors to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Whether `body` also handles cancellations of this type. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run if this promise is rejected with an error of this type. An error
  ///     that it throws becomes the new error.
  /// - Returns: A new promise. A value of this one and any other error are passed on without a
  ///   queue hop.
  @preconcurrency
  @inlinable
  public func recover<E: Error>(
    label: String? = nil,
    only type: E.Type,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    _recover(
      .named(label), only: NamedErrors(resolved(policy)) { $0 is E }, dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }
}

extension CatchMixin where Value == Void {
  @usableFromInline
  func _recover<E: Error>(
    _ label: Label?, only errors: NamedErrors, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    let child = Promise<Void>(.recover, of: self, label: label, at: site)
    attach(.only(errors), on: dispatcher, child: child) { settled in
      guard let error = settled.error as? E else { return .settle(settled) }
      do { return .value(try body(error)) } catch { return .error(error) }
    }
    return child
  }
}
