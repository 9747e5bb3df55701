public import Dispatch

extension Thenable {
  /// Chains a step that makes a value of the value.
  ///
  /// ```swift
  /// fetch(token).map { items in items.count }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled. What it throws rejects the new promise.
  /// - Returns: A new promise for what `body` returns.
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

// The forms for key paths are disfavoured, so that `\.name` is taken as a closure and they serve key
// paths in variables: tried on equal terms with closures, they make the compiler give up on chains of
// five links.

extension Thenable {
  /// Chains a step that takes a property of the value.
  ///
  /// ```swift
  /// fetchUser(id).map(\.name).done { name in show(name) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
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

// What most verbs for sequences have in common.

extension Thenable {
  /// A link that `body` says what to do with for the value; what it throws rejects the new promise.
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
  /// A link that cannot fail, and that `body` says what to do with for the value.
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
