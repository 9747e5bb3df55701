public import Dispatch

extension Thenable where Value: Sequence, Value.Element: Comparable & Sendable {
  /// Chains a step that puts the elements in order, the smallest first.
  ///
  /// ```swift
  /// fetchNames().sortedValues().done { names in show(names) }
  /// ```
  ///
  /// - Parameters:
  ///   - dispatcher: Where they are sorted; main if it is not named, inline if it is `nil`.
  /// - Returns: A new promise for the elements in their order.
  /// - Complexity: O(n log n).
  @inlinable
  public func sortedValues(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<[Value.Element]> {
    _sortedValues(nil, dispatcher.with(flags: flags), CallSite(file, line, column))
  }

  /// ``sortedValues(on:flags:file:line:column:)`` with a label.
  @inlinable
  public func sortedValues(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<[Value.Element]> {
    _sortedValues(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column))
  }

  @inlinable
  func _sortedValues(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite
  ) -> Promise<[Value.Element]> {
    let child = Promise<[Value.Element]>(.sortedValues, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      do {
        return .value(try settled.value(Value.self).sorted())
      } catch {
        return .error(error)
      }
    }
    return child
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
  ///   - dispatcher: Where they are sorted; main if it is not named, inline if it is `nil`.
  /// - Returns: A new guarantee of the elements in their order.
  /// - Complexity: O(n log n).
  @inlinable
  public func sortedValues(
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Value.Element]> {
    _sortedValues(nil, dispatcher.with(flags: flags), CallSite(file, line, column))
  }

  /// ``sortedValues(on:flags:file:line:column:)`` with a label.
  @inlinable
  public func sortedValues(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<[Value.Element]> {
    _sortedValues(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column))
  }

  @inlinable
  func _sortedValues(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite
  ) -> Guarantee<[Value.Element]> {
    let child = Guarantee<[Value.Element]>(.sortedValues, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      guard case .success(let value) = settled.result(Value.self) else { return .settle(settled) }
      return .value(value.sorted())
    }
    return child
  }
}
