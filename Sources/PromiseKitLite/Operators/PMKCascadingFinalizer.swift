public import Dispatch

/// The end of a chain after `catch(only:)`. Errors can remain, so more catches can follow.
///
/// ```swift
/// login(user)
///   .done { token in show(token) }
///   .catch(only: LoginError.wrongPassword) { _ in askAgain() }
///   .catch(only: FetchError.self) { error in show(error.alternative) }
///   .finally { hideSpinner() }
///   .catch { error in alert(error) }
/// ```
///
/// It is fulfilled when a catch has run, or settles with whatever was passed on. Its value is never
/// read.
public final class PMKCascadingFinalizer: PromiseCore, @unchecked Sendable {
  @inlinable
  package override init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    super.init(operation, of: parent, label: label, at: site)
  }
}

extension PMKCascadingFinalizer {
  /// Attaches a handler for the remaining errors, and ends the chain.
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
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Which errors `body` handles: all, or all except cancellations. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run if the chain is rejected with an error that no earlier catch has
  ///     handled.
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
    _catch(
      .named(label), dispatcher.with(flags: flags), policy: policy, CallSite(file, line, column),
      body)
  }

  @inlinable
  func _catch(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, policy: CatchPolicy?, _ site: CallSite,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    let child = PMKFinalizer(.catch, of: self, label: label, at: site)
    attach(.errors(resolved(policy)), on: dispatcher, child: child) { settled in
      if let error = settled.error { body(error) }
      return .value(())
    }
    return child
  }
}

extension PMKCascadingFinalizer {
  /// Attaches a handler for one error, if no earlier catch has handled it. Any other error is
  /// passed on without a queue hop.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch(only: FetchError.self) { error in show(error.alternative) }
  ///   .catch(only: LoginError.wrongPassword) { _ in askAgain() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - error: The error to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run if the chain is rejected with an error that equals `error`, even
  ///     if it is a cancellation.
  /// - Returns: The end of the chain, for the next catch.
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

  /// Attaches a handler for the errors of one type that no earlier catch has handled. Any other
  /// error is passed on without a queue hop.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch(only: LoginError.wrongPassword) { _ in askAgain() }
  ///   .catch(only: LoginError.self) { error in askAgain(error.reason) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: The type of the errors to handle.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - policy: Whether `body` also handles cancellations of this type. The default is
  ///     ``PMKConfiguration/catchPolicy``.
  ///   - body: The closure to run if the chain is rejected with an error of this type.
  /// - Returns: The end of the chain, for the next catch.
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
      .named(label), only: NamedErrors(resolved(policy)) { $0 is E },
      dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }
}

extension PMKCascadingFinalizer {
  /// Attaches a handler that runs after the preceding catches, for a value, an error, and a
  /// cancellation, and passes on any error that they have left.
  ///
  /// ```swift
  /// login(user)
  ///   .done { token in show(token) }
  ///   .catch(only: LoginError.self) { error in askAgain(error.reason) }
  ///   .finally { hideSpinner() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when the preceding catches have run or have been skipped.
  /// - Returns: The end of the chain, for the next catch.
  @preconcurrency
  @discardableResult
  @inlinable
  public func finally(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> PMKCascadingFinalizer {
    let child = PMKCascadingFinalizer(
      .finally, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.everything, on: dispatcher.with(flags: flags), child: child) { settled in
      body()
      return .settle(settled)
    }
    return child
  }

  /// Ends a chain whose errors need no handling, and states so in the code. An error counts as
  /// handled. A cancellation is passed on, as it is by `catch`.
  /// ```swift
  /// prefetch(page).cauterize()
  /// ```
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
