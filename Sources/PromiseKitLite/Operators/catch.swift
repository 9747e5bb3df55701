public import Dispatch

extension CatchMixin {
  /// Attaches a handler for errors, and ends the chain. Only
  /// ``PMKFinalizer/finally(label:on:flags:file:line:column:_:)`` can follow.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// One `catch` at the end is enough: an error skips the preceding links without a queue hop.
  /// (rules 6 and 9) To handle an error and continue, use
  /// ``CatchMixin/recover(label:on:flags:policy:file:line:column:_:)-(_,_,_,_,_,_,_,(Error)->U)``. The *catch* of AYPromise
  /// does that; the *catch* of google/promises and JPromise passes the error on.
  ///
  /// **Value.** Skips the handler.
  /// **Error.** `body` handles it. The chain ends.
  /// **Cancellation.** Skips the handler, unless `policy` is `allErrors`.
  /// **Elsewhere.** PromiseKit `catch`; google `catch`, which passes it on; JavaScript `catch` at
  /// the end; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Which errors `body` handles: all, or all except cancellations. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run when this promise is rejected.
  /// - Returns: The end of the chain, for a `finally`.
  @preconcurrency
  @discardableResult
  @inlinable
  public func `catch`(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    let child = PMKFinalizer(
      .catch, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(resolved(policy)), on: dispatcher.with(flags: flags), child: child) { settled in
      if case .failure(let error) = settled.result(Value.self) { body(error) }
      return .value(())
    }
    return child
  }
}

extension CatchMixin {
  /// Attaches a handler for one error. Any other error is passed on to the next catch without a
  /// queue hop, so the chain still needs a `catch` at the end.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch(only: LoginError.wrongPassword) { _ in askAgain() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - error: The error to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run if this promise is rejected with an error that equals `error`,
  ///     even if it is a cancellation.
  @preconcurrency
  @inlinable
  public func `catch`<E: Error & Equatable>(
    label: String? = nil,
    only error: E,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    _catch(
      .named(label), only: .equal(to: error), dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }

  /// Attaches a handler for the errors of one type. Any other error is passed on to the next catch
  /// without a queue hop, so the chain still needs a `catch` at the end.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch(only: LoginError.self) { error in askAgain(error.reason) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// **Value.** Skips the handler.
  /// **Error.** `body` handles one error, or one type; others are passed on.
  /// **Cancellation.** Passed on, unless it is named.
  /// **Elsewhere.** PromiseKit 7: `catch(only:)`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: The type of the errors to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Whether `body` also handles cancellations of this type. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run if this promise is rejected with an error of this type.
  @preconcurrency
  @inlinable
  public func `catch`<E: Error>(
    label: String? = nil,
    only type: E.Type,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    _catch(
      .named(label), only: NamedErrors(resolved(policy)) { $0 is E }, dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }
}

extension PromiseCore {
  @usableFromInline
  func _catch<E: Error>(
    _ label: Label?, only errors: NamedErrors, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    let child = PMKCascadingFinalizer(.catch, of: self, label: label, at: site)
    attach(.only(errors), on: dispatcher, child: child) { settled in
      if let error = settled.error as? E { body(error) }
      return .value(())
    }
    return child
  }
}

extension NamedErrors {
  /// Returns a matcher for the errors that equal `error`, even if it is a cancellation: a caller
  /// that names a cancellation wants to handle it.
  @inlinable
  static func equal<E: Error & Equatable>(to error: E) -> NamedErrors {
    NamedErrors(.allErrors) { ($0 as? E) == error }
  }
}

extension CatchMixin {
  /// Ends a chain whose errors need no handling, and states so in the code. An error counts as
  /// handled. A cancellation is passed on, as it is by `catch`.
  ///
  /// The error is still reported to ``PMKConfiguration/logHandler``.
  ///
  /// ```swift
  /// prefetch(page).cauterize()
  /// ```
  ///
  /// **Value.** Dropped.
  /// **Error.** Handled by ignoring it.
  /// **Cancellation.** Passed on.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit `cauterize`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  /// - Returns: The end of the chain, for a `finally`.
  @discardableResult
  @inlinable
  public func cauterize(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> PMKFinalizer {
    _cauterize(.named(label), CallSite(file, line, column))
  }
}

extension PromiseCore {
  @usableFromInline
  func _cauterize(_ label: Label?, _ site: CallSite) -> PMKFinalizer {
    let child = PMKFinalizer(.cauterize, of: self, label: label, at: site)
    let environment = environment
    attach(.errors(resolved(nil)), on: .defaultReturn, child: child) { settled in
      if let error = settled.error { environment.log(.cauterized(error)) }
      return .value(())
    }
    return child
  }
}
