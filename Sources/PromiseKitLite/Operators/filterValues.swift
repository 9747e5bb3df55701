public import Dispatch

extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// Chains a step that keeps the elements that pass a test.
  ///
  /// ```swift
  /// fetchUsers().filterValues { user in user.age >= 18 }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `isIncluded` runs; main if it is not named, inline if it is `nil`.
  ///   - isIncluded: Runs for one element after the other, in one job, once this promise is
  ///     fulfilled. What it throws rejects the new promise, and it does not run for the rest.
  /// - Returns: A new promise for the elements that passed, in their order.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func filterValues(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ isIncluded: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<[Value.Element]> {
    _link(.filterValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column))
    {
      .value(try $0.filter(isIncluded))
    }
  }

  /// Chains a step that keeps the elements whose property is true.
  ///
  /// ```swift
  /// fetchUsers().filterValues(\.isActive)
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
  /// - Returns: A new promise for the elements that are left, in their order.
  /// - Complexity: O(n).
  @inlinable
  @_disfavoredOverload
  public func filterValues(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value.Element, Bool> & Sendable
  ) -> Promise<[Value.Element]> {
    _link(.filterValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column))
    {
      .value($0.filter { $0[keyPath: keyPath] })
    }
  }
}

extension GuaranteeMixin where Value: Sequence, Value.Element: Sendable {
  /// Chains a step that keeps the elements that pass a test, and cannot fail.
  ///
  /// ```swift
  /// Guarantee.value([user]).filterValues { $0.age >= 18 }.done { adults in show(adults) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `isIncluded` runs; main if it is not named, inline if it is `nil`.
  ///   - isIncluded: Runs for one element after the other, in one job.
  /// - Returns: A new guarantee of the elements that passed, in their order.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func filterValues(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ isIncluded: @escaping @Sendable (Value.Element) -> Bool
  ) -> Guarantee<[Value.Element]> {
    _link(.filterValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column))
    {
      .value($0.filter(isIncluded))
    }
  }

  /// Chains a step that keeps the elements whose property is true.
  ///
  /// ```swift
  /// Guarantee.value([user]).filterValues(\.isActive).done { users in show(users) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where the property is read; main if it is not named, inline if it is `nil`.
  ///   - keyPath: The property.
  /// - Returns: A new guarantee of the elements that are left, in their order.
  /// - Complexity: O(n).
  @inlinable
  @_disfavoredOverload
  public func filterValues(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ keyPath: any KeyPath<Value.Element, Bool> & Sendable
  ) -> Guarantee<[Value.Element]> {
    _link(.filterValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column))
    {
      .value($0.filter { $0[keyPath: keyPath] })
    }
  }
}
