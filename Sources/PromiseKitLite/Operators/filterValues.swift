public import Dispatch

extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// Attaches a handler that keeps the elements that satisfy a predicate.
  ///
  /// ```swift
  /// fetchUsers().filterValues { user in user.age >= 18 }
  /// ```
  ///
  /// **Value.** `isIncluded` decides which elements to keep.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `filterValues`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `isIncluded` runs: main by default; inline if `nil`.
  ///   - isIncluded: The closure to run for each element in order, in one job, when this promise is
  ///     fulfilled. An error that it throws rejects the new promise and skips the remaining
  ///     elements.
  /// - Returns: A new promise for the elements that satisfy the predicate, in their original order.
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

  /// Attaches a step that keeps the elements for which a property is `true`.
  ///
  /// ```swift
  /// fetchUsers().filterValues(\.isActive)
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new promise for the remaining elements, in their original order.
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
  /// Attaches a handler that keeps the elements that satisfy a predicate, and cannot fail.
  ///
  /// ```swift
  /// Guarantee.value([user]).filterValues { $0.age >= 18 }.done { adults in show(adults) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `isIncluded` runs: main by default; inline if `nil`.
  ///   - isIncluded: The closure to run for each element in order, in one job.
  /// - Returns: A new guarantee for the elements that satisfy the predicate, in their original
  ///   order.
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

  /// Attaches a step that keeps the elements for which a property is `true`.
  ///
  /// ```swift
  /// Guarantee.value([user]).filterValues(\.isActive).done { users in show(users) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the property is read: main by default; inline if `nil`.
  ///   - keyPath: The key path of the property.
  /// - Returns: A new guarantee for the remaining elements, in their original order.
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
