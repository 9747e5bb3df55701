public import Dispatch

extension Thenable where Value: Sequence {
  /// Chains a step that makes a value of each element.
  ///
  /// ```swift
  /// fetchUsers().mapValues { user in user.name.uppercased() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job, once this promise is fulfilled.
  ///     What it throws rejects the new promise, and it does not run for the rest.
  /// - Returns: A new promise for what `body` returned, in the order of the elements.
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

  /// Chains a step that takes a property of each element.
  ///
  /// ```swift
  /// fetchUsers().mapValues(\.name)
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
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
  /// Chains a step that makes a value of each element, and cannot fail.
  ///
  /// ```swift
  /// Guarantee.value([user]).mapValues { $0.name.count }.done { lengths in show(lengths) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job.
  /// - Returns: A new guarantee of what `body` returned, in the order of the elements.
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

  /// Chains a step that takes a property of each element.
  ///
  /// ```swift
  /// Guarantee.value([user]).mapValues(\.name).done { names in show(names) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
  /// - Returns: A new guarantee of the properties, in the order of the elements.
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
