public import Dispatch

extension Thenable where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Sorts the elements in ascending order.
  ///
  /// ```swift
  /// fetchNames().sortedValues().done { names in show(names) }
  /// ```
  ///
  /// **Value.** The elements in order.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit `sortedValues`; google –; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the elements are sorted: main by default; inline if `nil`.
  /// - Returns: A new promise for the sorted elements.
  /// - Complexity: O(n log n).
  @inlinable
  public func sortedValues(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<[Value.Element]> {
    _link(.sortedValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column))
    {
      .value($0.sorted())
    }
  }
}

extension GuaranteeMixin where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Sorts the elements in ascending order.
  ///
  /// ```swift
  /// Guarantee.value(ids).sortedValues().done { ids in show(ids) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which the elements are sorted: main by default; inline if `nil`.
  /// - Returns: A new guarantee for the sorted elements.
  /// - Complexity: O(n log n).
  @inlinable
  public func sortedValues(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Value.Element]> {
    _link(.sortedValues, .named(label), dispatcher.with(flags: flags), CallSite(file, line, column))
    {
      .value($0.sorted())
    }
  }
}

extension GuaranteeMixin where Value: Sequence, Value.Element: Sendable {
  /// Sorts the elements in the order that a predicate defines.
  ///
  /// ```swift
  /// Guarantee.value(ids).sortedValues { $0 > $1 }.done { ids in show(ids) }
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: The queue on which the elements are sorted: main by default; inline if `nil`.
  ///   - areInIncreasingOrder: A predicate that returns whether its first argument comes before its
  ///     second.
  /// - Returns: A new guarantee for the sorted elements.
  /// - Complexity: O(n log n).
  @preconcurrency
  public func sortedValues(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ areInIncreasingOrder: @escaping @Sendable (Value.Element, Value.Element) -> Bool
  ) -> Guarantee<[Value.Element]> {
    _link(
      .sortedValues, label.map(Label.init), dispatcher.with(flags: flags),
      CallSite(file, line, column)
    ) {
      .value($0.sorted(by: areInIncreasingOrder))
    }
  }
}
