public import Dispatch

extension Thenable where Value: Sequence {
  /// Attaches a handler that returns a promise for each element, and waits for all of them.
  ///
  /// The promises are created one after another without waiting, so their work proceeds
  /// concurrently. To limit that, use `when(fulfilled:concurrently:)`.
  ///
  /// ```swift
  /// fetchIDs().thenMap { id in fetchUser(id) }.done { users in show(users) }
  /// ```
  ///
  /// **Value.** `body` returns a promise for each element; waits for all.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `thenMap`; google –; JavaScript `then` with `Promise.all`; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job, when this promise is
  ///     fulfilled. An error that it throws rejects the new promise and skips the remaining
  ///     elements.
  /// - Returns: A new promise for all values, in the order of the elements, or rejected with the
  ///   first error. (rule 8)
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func thenMap<U: Thenable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) throws -> U
  ) -> Promise<[U.Value]> {
    let site = CallSite(file, line, column)
    return _link(.thenMap, .named(label), dispatcher.with(flags: flags), site) {
      .adopt(_all(try $0.map(body), nil, site))
    }
  }
}

extension GuaranteeMixin where Value: Sequence {
  /// Attaches a handler that returns a guarantee for each element, and waits for all of them.
  ///
  /// ```swift
  /// Guarantee.value(views).thenMap { view in fadeOut(view) }.done { _ in dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job.
  /// - Returns: A new guarantee for all values, in the order of the elements.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func thenMap<U: Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) -> Guarantee<U>
  ) -> Guarantee<[U]> {
    let site = CallSite(file, line, column)
    return _link(.thenMap, .named(label), dispatcher.with(flags: flags), site) {
      .adopt(_all($0.map(body), nil, site))
    }
  }

  /// The form of ``thenMap(label:on:flags:file:line:column:_:)`` for any kind of guarantee. The
  /// compiler chooses it in Swift 5 mode if the new values are not `Sendable`.
  @preconcurrency
  @inlinable
  public func thenMap<U: GuaranteeMixin>(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) -> U
  ) -> Guarantee<[U.Value]> {
    let site = CallSite(file, line, column)
    return _link(.thenMap, nil, dispatcher.with(flags: flags), site) {
      .adopt(_all($0.map(body), nil, site))
    }
  }
}
