public import Dispatch

extension Thenable where Value: Sequence {
  /// Chains a step that makes several values of each element, which follow one another in one
  /// array.
  ///
  /// ```swift
  /// fetchPages().flatMapValues { page in page.lines }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job, once this promise is fulfilled.
  ///     What it throws rejects the new promise, and it does not run for the rest.
  /// - Returns: A new promise for everything that `body` returned, in the order of the elements.
  /// - Complexity: O(n + m), m being the number of values.
  @preconcurrency
  @inlinable
  public func flatMapValues<U: Sequence & Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) throws -> U
  ) -> Promise<[U.Element]> where U.Element: Sendable {
    _link(
      .flatMapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)
    ) {
      .value(try $0.flatMap(body))
    }
  }
}

extension GuaranteeMixin where Value: Sequence {
  /// Chains a step that makes several values of each element, and cannot fail.
  ///
  /// ```swift
  /// Guarantee.value([page, start]).flatMapValues { $0.lines }.done { lines in show(lines) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs for one element after the other, in one job.
  /// - Returns: A new guarantee of everything that `body` returned, in the order of the elements.
  /// - Complexity: O(n + m), m being the number of values.
  @preconcurrency
  @inlinable
  public func flatMapValues<U: Sequence & Sendable>(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable (Value.Element) -> U
  ) -> Guarantee<[U.Element]> where U.Element: Sendable {
    _link(
      .flatMapValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column)
    ) {
      .value($0.flatMap(body))
    }
  }
}
