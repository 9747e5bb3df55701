public import Dispatch

// The links of a guarantee that cannot fail either. A closure that throws makes a promise of the chain,
// by way of the operators of ``Thenable``.

extension GuaranteeMixin {
  /// Chains a step that makes a guarantee: the new one settles as that one does.
  ///
  /// ```swift
  /// after(seconds: 0.3).then { fadeOut(view) }.done { dismiss() }
  /// ```
  ///
  /// A step that may fail makes a promise of the chain: ``Thenable/then(label:on:flags:file:line:column:_:)``.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this guarantee is fulfilled, with its value.
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

  /// ``then(label:on:flags:file:line:column:_:)`` for any kind of guarantee: what the compiler takes in Swift 5
  /// mode where the new value is not `Sendable`.
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
  /// Chains a step that makes a value of the value.
  ///
  /// ```swift
  /// tapped(button).map { 1 }.done { count in show(count) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this guarantee is fulfilled. One that throws makes a promise of the chain.
  /// - Returns: A new guarantee of what `body` returns.
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

  /// Chains a step that takes a property of the value.
  ///
  /// ```swift
  /// Guarantee.value(user).map(\.name).done { name in show(name) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
  /// - Returns: A new guarantee of the property.
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
  /// Chains the step that uses the value.
  ///
  /// ```swift
  /// after(seconds: 2).done { hideBanner() }
  /// ```
  ///
  /// There is nothing to catch, so that the result need not be used.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this guarantee is fulfilled. One that throws makes a promise of the chain.
  /// - Returns: A new guarantee that is fulfilled when `body` has run.
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
  /// Looks at the value and passes it on.
  ///
  /// ```swift
  /// tapped(button).get { logger.warning("tapped") }.then { fadeOut(view) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this guarantee is fulfilled. One that throws makes a promise of the chain.
  /// - Returns: A new guarantee of the same value.
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
