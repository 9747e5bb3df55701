public import Dispatch

extension Thenable where Value: Sequence {
  /// Attaches a handler that transforms each element.
  ///
  /// ```swift
  /// fetchUsers().mapValues { user in user.name.uppercased() }
  /// ```
  ///
  /// **Value.** `body` transforms each element.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `mapValues`; google –; JavaScript `then` with `map`; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job, when this promise is
  ///     fulfilled. An error that it throws rejects the new promise and skips the remaining
  ///     elements.
  /// - Returns: A new promise for the transformed elements, in the order of the elements.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func mapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) throws -> U
  ) -> Promise<[U]> {
    _link(.mapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      .value(try $0.map(body))
    }
  }

  /// Attaches a step that reads a property of each element.
  ///
  /// ```swift
  /// fetchUsers().mapValues(\.name)
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new promise for the properties, in the order of the elements.
  /// - Complexity: O(n).
  @inlinable
  @_disfavoredOverload
  public func mapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value.Element, U> & Sendable
  ) -> Promise<[U]> {
    _link(.mapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      .value($0.map { $0[keyPath: keyPath] })
    }
  }
}

extension GuaranteeMixin where Value: Sequence {
  /// Attaches a handler that transforms each element, and cannot fail.
  ///
  /// ```swift
  /// Guarantee.value([user]).mapValues { $0.name.count }.done { lengths in show(lengths) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job.
  /// - Returns: A new guarantee for the transformed elements, in the order of the elements.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func mapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) -> U
  ) -> Guarantee<[U]> {
    _link(.mapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      .value($0.map(body))
    }
  }

  /// Attaches a step that reads a property of each element.
  ///
  /// ```swift
  /// Guarantee.value([user]).mapValues(\.name).done { names in show(names) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new guarantee for the properties, in the order of the elements.
  /// - Complexity: O(n).
  @inlinable
  @_disfavoredOverload
  public func mapValues<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value.Element, U> & Sendable
  ) -> Guarantee<[U]> {
    _link(.mapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)) {
      .value($0.map { $0[keyPath: keyPath] })
    }
  }
}
