public import Dispatch

extension Thenable where Value: Sequence {
  /// Chains a step that makes a promise of several values of each element, and waits for all of
  /// them: the values follow one another in one array.
  ///
  /// ```swift
  /// fetchIDs().thenFlatMap { id in fetchOrders(of: id) }.done { orders in show(orders) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job, once this promise is fulfilled.
  ///     What it throws rejects the new promise, and it does not run for the rest.
  /// - Returns: A new promise for all values, in the order of the elements, or rejected with the
  ///   first error. (rule 8)
  /// - Complexity: O(n + m), m being the number of values.
  @preconcurrency
  @inlinable
  public func thenFlatMap<U: Thenable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) throws -> U
  ) -> Promise<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    let site = CallSite(file, line, column)
    return _link(.thenFlatMap, .named(label), dispatcher.with(flags: flags), site) {
      .adopt(_flattened(try $0.map(body), site))
    }
  }
}

extension GuaranteeMixin where Value: Sequence {
  /// Chains a step that makes a guarantee of several values of each element, and waits for all of
  /// them.
  ///
  /// ```swift
  /// Guarantee.value(ids).thenFlatMap { id in Guarantee.value([id, id + 1]) }
  ///   .done { ids in show(ids) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job.
  /// - Returns: A new guarantee of all values, in the order of the elements.
  /// - Complexity: O(n + m), m being the number of values.
  @preconcurrency
  @inlinable
  public func thenFlatMap<U: Sequence & Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) -> Guarantee<U>
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    let site = CallSite(file, line, column)
    return _link(.thenFlatMap, .named(label), dispatcher.with(flags: flags), site) {
      .adopt(_flattened($0.map(body), site))
    }
  }

  /// ``thenFlatMap(label:on:flags:file:line:column:_:)`` for any kind of guarantee: what the compiler takes in
  /// Swift 5 mode where the new values are not `Sendable`.
  @preconcurrency
  @inlinable
  public func thenFlatMap<U: GuaranteeMixin>(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) -> U
  ) -> Guarantee<[U.Value.Element]> where U.Value: Sequence, U.Value.Element: Sendable {
    let site = CallSite(file, line, column)
    return _link(.thenFlatMap, nil, dispatcher.with(flags: flags), site) {
      .adopt(_flattened($0.map(body), site))
    }
  }
}

/// Waits for sequences, and joins them.
@inlinable
func _flattened<U: Thenable>(_ inputs: [U], _ site: CallSite) -> Promise<[U.Value.Element]>
where U.Value: Sequence, U.Value.Element: Sendable {
  _all(inputs, nil, site) { settled in try settled.flatMap { try $0.value(U.Value.self) } }
}
