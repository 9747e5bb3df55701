public import Dispatch

extension CatchMixin {
  /// Takes care of an error, and ends the chain: what can follow is ``PMKFinalizer/finally(label:on:flags:file:line:column:_:)``.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// One catch at the end is enough: an error passes the links before it without a hop. (rules 6 and 9) To
  /// handle an error and go on, there is ``CatchMixin/recover(label:on:flags:policy:file:line:column:_:)``; of
  /// the other libraries, AYPromise means that by *catch*, and google/promises and JPromise one that passes
  /// the error on.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected.
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
    let child = PromiseCore(
      .catch, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.errors(resolved(policy)), on: dispatcher.with(flags: flags), child: child) { settled in
      if case .failure(let error) = settled.result(Value.self) { body(error) }
      return .value(())
    }
    return PMKFinalizer(child)
  }
}

extension CatchMixin {
  /// Takes care of one error. Any other error passes it without a hop, to the
  /// next catch: one is still needed at the end.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch(only: LoginError.wrongPassword) { _ in askAgain() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - error: The error.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is rejected with an error that equals `error`, a cancellation
  ///     too.
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

  /// Takes care of the errors of one type. Any other error passes it without a hop, to the next
  /// catch: one is still needed at the end.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch(only: LoginError.self) { error in askAgain(error.reason) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - type: The type of the errors.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation of this type is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected with an error of this type.
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
    let child = PromiseCore(.catch, of: self, label: label, at: site)
    attach(.only(errors), on: dispatcher, child: child) { settled in
      if let error = settled.error as? E { body(error) }
      return .value(())
    }
    return PMKCascadingFinalizer(child)
  }
}

extension NamedErrors {
  /// The errors that equal `error`, also where that is a cancellation: whoever names it wants it.
  @inlinable
  static func equal<E: Error & Equatable>(to error: E) -> NamedErrors {
    NamedErrors(.allErrors) { ($0 as? E) == error }
  }
}

extension CatchMixin {
  /// Ends a chain whose errors nobody needs to hear of, and says so where it is read. An error
  /// counts as handled; a cancellation passes, as it passes a catch.
  ///
  /// The error goes to ``PMKConfiguration/logHandler`` still.
  ///
  /// ```swift
  /// prefetch(page).cauterize()
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
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
    let child = PromiseCore(.cauterize, of: self, label: label, at: site)
    let environment = environment
    attach(.errors(resolved(nil)), on: .defaultReturn, child: child) { settled in
      if let error = settled.error { environment.log(.cauterized(error)) }
      return .value(())
    }
    return PMKFinalizer(child)
  }
}
