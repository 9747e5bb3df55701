public import Dispatch

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
