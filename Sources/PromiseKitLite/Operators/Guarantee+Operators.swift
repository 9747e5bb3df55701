public import Dispatch

// The operators of a guarantee that cannot fail either. With a closure that throws, the operators
// of ``Thenable`` apply, and the chain continues as a promise.

extension GuaranteeMixin {
  /// Attaches a handler that returns a guarantee. The new guarantee settles when the returned one
  /// does.
  ///
  /// ```swift
  /// after(seconds: 0.3).then { fadeOut(view) }.done { dismiss() }
  /// ```
  ///
  /// With a handler that can fail, the chain continues as a promise:
  /// ``Thenable/then(label:on:flags:file:line:column:_:)``.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run with the value when this guarantee is fulfilled.
  /// - Returns: A new guarantee, locked in to the one that `body` returns.
  @preconcurrency
  @discardableResult
  @inlinable
  public func then<NewValue: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Guarantee<NewValue>
  ) -> Guarantee<NewValue> {
    _then(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// The form of ``then(label:on:flags:file:line:column:_:)`` for any kind of guarantee. The
  /// compiler chooses it in Swift 5 mode if the new value is not `Sendable`.
  @preconcurrency
  @discardableResult
  @inlinable
  public func then<U: GuaranteeMixin>(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U.Value> {
    _then(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _then<U: GuaranteeMixin>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U.Value> {
    let child = Guarantee<U.Value>(.then, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      return .adopt(body(value))
    }
    return child
  }
}

extension GuaranteeMixin {
  /// Attaches a handler that transforms the value.
  ///
  /// ```swift
  /// tapped(button).map { 1 }.done { count in show(count) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this guarantee is fulfilled. With a closure that throws, the
  ///     chain continues as a promise.
  /// - Returns: A new guarantee for the result of `body`.
  @preconcurrency
  @inlinable
  public func map<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U> {
    _map(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _map<U: Sendable>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U> {
    let child = Guarantee<U>(.map, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      return .value(body(value))
    }
    return child
  }

  /// Attaches a step that reads a property of the value.
  ///
  /// ```swift
  /// Guarantee.value(user).map(\.name).done { name in show(name) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new guarantee for the property.
  @inlinable
  @_disfavoredOverload
  public func map<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value, U> & Sendable
  ) -> Guarantee<U> {
    _map(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      $0[keyPath: keyPath]
    }
  }
}

extension GuaranteeMixin {
  /// Attaches a handler that uses the value.
  ///
  /// ```swift
  /// after(seconds: 2).done { hideBanner() }
  /// ```
  ///
  /// There is no error to catch, so the result can be discarded.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this guarantee is fulfilled. With a closure that throws, the
  ///     chain continues as a promise.
  /// - Returns: A new guarantee that is fulfilled when `body` returns.
  @preconcurrency
  @discardableResult
  @inlinable
  public func done(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> {
    let child = Guarantee<Void>(
      .done, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: dispatcher.with(flags: flags), child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      return .value(body(value))
    }
    return child
  }
}

extension GuaranteeMixin {
  /// Attaches a handler that receives the value, and passes the value on.
  ///
  /// ```swift
  /// tapped(button).get { logger.warning("tapped") }.then { fadeOut(view) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this guarantee is fulfilled. With a closure that throws, the
  ///     chain continues as a promise.
  /// - Returns: A new guarantee with the same value.
  @preconcurrency
  @discardableResult
  @inlinable
  public func get(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Value> {
    let child = Guarantee<Value>(
      .get, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: dispatcher.with(flags: flags), child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      body(value)
      return .settle(settled)
    }
    return child
  }
}
