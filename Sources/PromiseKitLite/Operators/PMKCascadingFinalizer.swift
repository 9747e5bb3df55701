public import Dispatch

/// The end of a chain after a `catch(only:)`: errors may be left, so that more catches can follow.
///
/// ```swift
/// login(user)
///   .done { token in show(token) }
///   .catch(only: LoginError.wrongPassword) { _ in askAgain() }
///   .catch(only: FetchError.self) { error in show(error.alternative) }
///   .finally { hideSpinner() }
///   .catch { error in alert(error) }
/// ```
public struct PMKCascadingFinalizer: Sendable {
  /// Settled when a catch has run, or as what passed it: of no type, since nobody reads the value.
  @usableFromInline
  package let core: PromiseCore

  @usableFromInline
  init(_ core: PromiseCore) { self.core = core }
}

extension PMKCascadingFinalizer {
  /// Takes care of the errors that are left, and ends the chain.
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
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs if the chain was rejected with an error that nobody before has taken.
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
    let child = PromiseCore(.catch, of: core, label: label, at: site)
    core.attach(.errors(core.resolved(policy)), on: dispatcher, child: child) { settled in
      if let error = settled.error { body(error) }
      return .value(())
    }
    return PMKFinalizer(child)
  }
}

extension PMKCascadingFinalizer {
  /// Takes care of one error, if nobody before has. Any other error passes it without a hop.
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
  ///   - label: What the events and the screen call the promise.
  ///   - error: The error.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once the chain was rejected with an error that equals `error`, a cancellation
  ///     too.
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
    core._catch(
      .named(label), only: .equal(to: error), dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }

  /// Takes care of the errors of one type that nobody before has taken. Any other error passes it
  /// without a hop.
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
  ///   - label: What the events and the screen call the promise.
  ///   - type: The type of the errors.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation of this type is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once the chain was rejected with an error of this type.
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
    core._catch(
      .named(label), only: NamedErrors(core.resolved(policy)) { $0 is E },
      dispatcher.with(flags: flags),
      CallSite(file, line, column), body)
  }
}

extension PMKCascadingFinalizer {
  /// Runs for a value, an error and a cancellation, after the catches before it, and passes on what
  /// they have left.
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
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once the catches before it have run or have been passed.
  /// - Returns: The end of the chain still, for the next catch.
  @preconcurrency
  @discardableResult
  @inlinable
  public func finally(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> PMKCascadingFinalizer {
    let child = PromiseCore(
      .finally, of: core, label: .named(label), at: CallSite(file, line, column))
    core.attach(.everything, on: dispatcher.with(flags: flags), child: child) { settled in
      body()
      return .settle(settled)
    }
    return PMKCascadingFinalizer(child)
  }

  /// Ends a chain whose errors nobody needs to hear of, and says so where it is read. An error
  /// counts as handled; a cancellation passes, as it passes a catch.
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
    core._cauterize(.named(label), CallSite(file, line, column))
  }
}
