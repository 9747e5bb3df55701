public import Dispatch

extension Thenable {
  /// Attaches a handler that transforms the value.
  ///
  /// ```swift
  /// fetch(token).map { items in items.count }
  /// ```
  ///
  /// **Value.** `body` returns the new value.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `map`; google `then`; JavaScript `then`; Bolts
  /// `continueWithSuccessBlock:`.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is fulfilled. An error that it throws rejects
  ///     the new promise.
  /// - Returns: A new promise for the result of `body`.
  @preconcurrency
  @inlinable
  public func map<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> {
    _map(
      .named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _map<U: Sendable>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) throws -> U
  ) -> Promise<U> {
    let child = Promise<U>(.map, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      do { return .value(try body(settled.value(Value.self))) } catch { return .error(error) }
    }
    return child
  }
}

// The overloads for key paths are disfavored, so that `\.name` is taken as a closure and only key
// paths in variables use them. On equal terms with closures, they make the compiler give up on
// chains of five links.

extension Thenable {
  /// Attaches a step that reads a property of the value.
  ///
  /// ```swift
  /// fetchUser(id).map(\.name).done { name in show(name) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new promise for the property.
  @inlinable
  @_disfavoredOverload
  public func map<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value, U> & Sendable
  ) -> Promise<U> {
    _map(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      $0[keyPath: keyPath]
    }
  }
}

// Shared by most operators for sequences.

extension Thenable {
  /// Returns a link whose reaction to the value is decided by `body`. An error that `body` throws
  /// rejects the new promise.
  @inlinable
  func _link<U: Sendable>(
    _ operation: PromiseEvent.Operation, _ label: Label?, _ dispatcher: (any Dispatcher)?,
    _ site: CallSite, _ body: @escaping @Sendable (Value) throws -> Reaction
  ) -> Promise<U> {
    let child = Promise<U>(operation, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      do { return try body(settled.value(Value.self)) } catch { return .error(error) }
    }
    return child
  }
}

extension GuaranteeMixin {
  /// Returns a link that cannot fail and whose reaction to the value is decided by `body`.
  @inlinable
  func _link<U: Sendable>(
    _ operation: PromiseEvent.Operation, _ label: Label?, _ dispatcher: (any Dispatcher)?,
    _ site: CallSite, _ body: @escaping @Sendable (Value) -> Reaction
  ) -> Guarantee<U> {
    let child = Guarantee<U>(operation, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      return body(value)
    }
    return child
  }
}
