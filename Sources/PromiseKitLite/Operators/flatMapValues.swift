public import Dispatch

extension Thenable where Value: Sequence {
  /// Attaches a handler that transforms each element into a sequence, and concatenates the
  /// sequences.
  ///
  /// ```swift
  /// fetchPages().flatMapValues { page in page.lines }
  /// ```
  ///
  /// **Value.** `body` transforms each element into a sequence.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `flatMapValues`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job, when this promise is
  ///     fulfilled. An error that it throws rejects the new promise and skips the remaining
  ///     elements.
  /// - Returns: A new promise for the concatenated sequences, in the order of the elements.
  /// - Complexity: O(n + m), where m is the number of values.
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
  /// Attaches a handler that transforms each element into a sequence, concatenates the sequences,
  /// and cannot fail.
  ///
  /// ```swift
  /// Guarantee.value([page, start]).flatMapValues { $0.lines }.done { lines in show(lines) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run for each element in order, in one job.
  /// - Returns: A new guarantee for the concatenated sequences, in the order of the elements.
  /// - Complexity: O(n + m), where m is the number of values.
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
