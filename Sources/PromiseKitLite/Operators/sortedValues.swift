public import Dispatch

extension Thenable where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Chains a step that puts the elements in order, the smallest first.
  ///
  /// ```swift
  /// fetchNames().sortedValues().done { names in show(names) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where they are sorted; main if it is not named, inline if it is `nil`.
  /// - Returns: A new promise for the elements in their order.
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
  /// Chains a step that puts the elements in order, the smallest first.
  ///
  /// ```swift
  /// Guarantee.value(ids).sortedValues().done { ids in show(ids) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where they are sorted; main if it is not named, inline if it is `nil`.
  /// - Returns: A new guarantee of the elements in their order.
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
  /// Chains a step that puts the elements in the order of a predicate.
  ///
  /// ```swift
  /// Guarantee.value(ids).sortedValues { $0 > $1 }.done { ids in show(ids) }
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: Where they are sorted; main if it is not named, inline if it is `nil`.
  ///   - areInIncreasingOrder: Returns whether its first argument comes before its second.
  /// - Returns: A new guarantee of the elements in their order.
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
