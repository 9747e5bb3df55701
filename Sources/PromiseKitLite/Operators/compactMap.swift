public import Dispatch

extension Thenable {
  /// Chains a step that makes a value of the value, or says by `nil` that it cannot: then the new
  /// promise is rejected with ``PMKError/compactMap(_:_:)``.
  ///
  /// ```swift
  /// readLine(from: file).compactMap { text in Int(text) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once this promise is fulfilled. What it throws rejects the new promise.
  /// - Returns: A new promise for what `body` returns.
  @preconcurrency
  @inlinable
  public func compactMap<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value) throws -> U?
  ) -> Promise<U> {
    _compactMap(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _compactMap<U: Sendable>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable (Value) throws -> U?
  ) -> Promise<U> {
    let child = Promise<U>(.compactMap, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      do {
        let value = try settled.value(Value.self)
        if let made = try body(value) { return .value(made) }
        return .error(PMKError.compactMap(value, U.self))
      } catch {
        return .error(error)
      }
    }
    return child
  }
}

extension Thenable {
  /// Chains a step that takes a property of the value that may be missing: then the new promise is
  /// rejected with ``PMKError/compactMap(_:_:)``.
  ///
  /// ```swift
  /// fetchUser(id).compactMap(\.email).done { email in write(to: email) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
  /// - Returns: A new promise for the property.
  @inlinable
  @_disfavoredOverload
  public func compactMap<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value, U?> & Sendable
  ) -> Promise<U> {
    _compactMap(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      $0[keyPath: keyPath]
    }
  }
}
