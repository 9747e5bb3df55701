public import Dispatch

extension Thenable where Value: Sequence {
  /// Attaches a handler that returns a promise of a sequence for each element, waits for all of
  /// them, and concatenates the sequences.
  ///
  /// ```swift
  /// fetchIDs().thenFlatMap { id in fetchOrders(of: id) }.done { orders in show(orders) }
  /// ```
  ///
  /// **Value.** `body` returns a promise of a sequence for each element; waits for all.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `thenFlatMap`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job, when this promise is
  ///     fulfilled. An error that it throws rejects the new promise and skips the remaining
  ///     elements.
  /// - Returns: A new promise for all values, in the order of the elements, or rejected with the
  ///   first error. (rule 8)
  /// - Complexity: O(n + m), where m is the number of values.
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
  /// Attaches a handler that returns a guarantee of a sequence for each element, waits for all of
  /// them, and concatenates the sequences.
  ///
  /// ```swift
  /// Guarantee.value(ids).thenFlatMap { id in Guarantee.value([id, id + 1]) }
  ///   .done { ids in show(ids) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job.
  /// - Returns: A new guarantee for all values, in the order of the elements.
  /// - Complexity: O(n + m), where m is the number of values.
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

  /// The form of ``thenFlatMap(label:on:flags:file:line:column:_:)`` for any kind of guarantee. The
  /// compiler chooses it in Swift 5 mode if the new values are not `Sendable`.
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

/// Waits for several sequences, and concatenates them.
@inlinable
func _flattened<U: Thenable>(_ inputs: [U], _ site: CallSite) -> Promise<[U.Value.Element]>
where U.Value: Sequence, U.Value.Element: Sendable {
  _all(inputs, nil, site) { settled in try settled.flatMap { try $0.value(U.Value.self) } }
}
