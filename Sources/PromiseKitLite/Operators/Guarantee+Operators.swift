public import Dispatch

// The links of a guarantee that cannot fail either. A closure that throws makes a promise of the chain,
// by way of the operators of ``Thenable``.

extension GuaranteeMixin {
  /// Chains a step that makes a guarantee: the new one settles as that one does.
  @discardableResult
  @inlinable
  public func then<NewValue: Sendable>(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Guarantee<NewValue>
  ) -> Guarantee<NewValue> {
    _then(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``then(on:flags:file:line:column:_:)`` with a label.
  @discardableResult
  @inlinable
  public func then<NewValue: Sendable>(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Guarantee<NewValue>
  ) -> Guarantee<NewValue> {
    _then(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``then(on:flags:file:line:column:_:)`` for any kind of guarantee: what the compiler takes in Swift 5
  /// mode where the new value is not `Sendable`.
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
  @inlinable
  public func map<U: Sendable>(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U> {
    _map(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``map(on:flags:file:line:column:_:)`` with a label.
  @inlinable
  public func map<U: Sendable>(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> U
  ) -> Guarantee<U> {
    _map(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
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
  @inlinable
  @_disfavoredOverload
  public func map<U: Sendable>(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value, U> & Sendable
  ) -> Guarantee<U> {
    _map(nil, dispatcher.with(flags: flags), CallSite(file, line, column)) { $0[keyPath: keyPath] }
  }

  /// ``map(on:flags:file:line:column:_:)`` by a key path, with a label.
  @inlinable
  @_disfavoredOverload
  public func map<U: Sendable>(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value, U> & Sendable
  ) -> Guarantee<U> {
    _map(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      $0[keyPath: keyPath]
    }
  }
}

extension GuaranteeMixin {
  /// Chains the step that uses the value.
  @discardableResult
  @inlinable
  public func done(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> {
    _done(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``done(on:flags:file:line:column:_:)`` with a label.
  @discardableResult
  @inlinable
  public func done(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> {
    _done(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _done(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Void> {
    let child = Guarantee<Void>(.done, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      return .value(body(value))
    }
    return child
  }
}

extension GuaranteeMixin {
  /// Looks at the value and passes it on.
  @discardableResult
  @inlinable
  public func get(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Value> {
    _get(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``get(on:flags:file:line:column:_:)`` with a label.
  @discardableResult
  @inlinable
  public func get(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Value> {
    _get(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _get(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) -> Void
  ) -> Guarantee<Value> {
    let child = Guarantee<Value>(.get, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      body(value)
      return .settle(settled)
    }
    return child
  }
}
