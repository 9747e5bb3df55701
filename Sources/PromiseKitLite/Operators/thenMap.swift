public import Dispatch

extension Thenable where Value: Sequence {
  /// Chains a step that makes a promise of each element, and waits for all of them.
  ///
  /// The promises are made one after the other without waiting, so that their work goes on at the
  /// same time; `when(fulfilled:concurrently:)` bounds that.
  ///
  /// ```swift
  /// fetchIDs().thenMap { id in fetchUser(id) }.done { users in show(users) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job, once this promise is fulfilled.
  ///     What it throws rejects the new promise, and it does not run for the rest.
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
  /// Chains a step that makes a guarantee of each element, and waits for all of them.
  ///
  /// ```swift
  /// Guarantee.value(views).thenMap { view in fadeOut(view) }.done { _ in dismiss() }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job.
  /// - Returns: A new guarantee of all values, in the order of the elements.
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

  /// ``thenMap(label:on:flags:file:line:column:_:)`` for any kind of guarantee: what the compiler takes in
  /// Swift 5 mode where the new values are not `Sendable`.
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
