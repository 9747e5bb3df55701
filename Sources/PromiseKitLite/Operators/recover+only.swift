public import Dispatch

extension CatchMixin {
  /// Takes care of one error and goes on with another promise. Any other error passes it.
  ///
  /// ```swift
  /// fetch(page).recover(only: FetchError.notFound) { _ in fetch(start) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - error: The error.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is rejected with an error that equals `error`, a cancellation
  ///     too, and returns what the chain goes on with. What it throws is the new error.
  /// - Returns: A new promise; a value of this one and any other error pass to it without a hop.
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

  /// Takes care of the errors of one type and goes on with another promise. Any other error passes
  /// it.
  ///
  /// ```swift
  /// fetch(page).recover(only: FetchError.self) { error in fetch(error.alternative) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - type: The type of the errors.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - policy: Whether a cancellation of this type is an error that `body` gets, or passes it;
  ///     ``PMKConfiguration/catchPolicy`` says so if it is not named.
  ///   - body: Runs once this promise is rejected with an error of this type, and returns what the
  ///     chain goes on with. What it throws is the new error.
  /// - Returns: A new promise; a value of this one and any other error pass to it without a hop.
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
  /// Takes care of one error, and goes on when that is done. Any other error passes it.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover(only: LoginError.wrongPassword) { _ in askAgain() }
  ///   .done { showNext() }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - error: The error.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is rejected with an error that equals `error`, a cancellation
  ///     too. What it throws is the new error.
  /// - Returns: A new promise; a value of this one and any other error pass to it without a hop.
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

  /// Takes care of the errors of one type, and goes on when that is done. Any other error passes
  /// it.
  ///
  /// ```swift
  /// save(text).asVoid()
  ///   .recover(only: LoginError.self) { error in askAgain(error.reason) }
  ///   .done { showNext() }
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
  ///     What it throws is the new error.
  /// - Returns: A new promise; a value of this one and any other error pass to it without a hop.
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
