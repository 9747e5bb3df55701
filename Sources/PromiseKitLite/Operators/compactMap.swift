public import Dispatch

extension Thenable {
  /// Attaches a handler that transforms the value, or returns `nil` if it cannot. In that case, the
  /// new promise is rejected with ``PMKError/compactMap(_:_:)``.
  ///
  /// ```swift
  /// readLine(from: file).compactMap { text in Int(text) }
  /// ```
  ///
  /// **Value.** `body` returns the new value; `nil` rejects.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `compactMap`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when this promise is fulfilled. An error that it throws rejects
  ///     the new promise.
  /// - Returns: A new promise for the result of `body`.
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
  /// Attaches a step that reads an optional property of the value. If the property is `nil`, the
  /// new promise is rejected with ``PMKError/compactMap(_:_:)``.
  ///
  /// ```swift
  /// fetchUser(id).compactMap(\.email).done { email in write(to: email) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
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
