public import Dispatch

extension Thenable where Value: Collection, Value.Element: Sendable {
  /// A promise for the first element, or rejected with ``PMKError/emptySequence`` if there is none.
  /// The element is read inline, without a queue hop.
  ///
  /// ```swift
  /// fetchUsers().firstValue.done { user in show(user) }
  /// ```
  ///
  /// A property does not record its call site: the events show the call site of this promise.
  /// `firstValue(label:)` records its own.
  ///
  /// **Value.** The first element; without one, `PMKError.emptySequence`.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Queue.** Inline; with a predicate, `on:`.
  /// **Elsewhere.** PromiseKit `firstValue`; google –; JavaScript –; Bolts –.
  ///
  /// - Complexity: O(1).
  public var firstValue: Promise<Value.Element> { _firstValue(nil, site) }

  /// The form of ``firstValue`` with a label.
  @inlinable
  public func firstValue(
    label: String?, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value.Element> {
    _firstValue(.named(label), CallSite(file, line, column))
  }

  @inlinable
  func _firstValue(_ label: Label?, _ site: CallSite) -> Promise<Value.Element> {
    _link(.firstValue, label, nil, site) { values in
      guard let first = values.first else {
        return .error(PMKError.emptySequence)
      }
      return .value(first)
    }
  }
}

extension Thenable where Value: Sequence, Value.Element: Sendable {
  /// Attaches a handler that takes the first element that satisfies a predicate. If no element
  /// does, the new promise is rejected with ``PMKError/emptySequence``.
  ///
  /// ```swift
  /// fetchUsers().firstValue { user in user.isAdmin }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `predicate` runs: main by default; inline if `nil`.
  ///   - predicate: The closure to run for each element in order, in one job, until it returns
  ///     `true`. An error that it throws rejects the new promise.
  /// - Returns: A new promise for the element.
  /// - Complexity: O(n).
  @preconcurrency
  @inlinable
  public func firstValue(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    where predicate: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> {
    _firstValue(
      .named(label), dispatcher.with(flags: flags), CallSite(file, line, column), predicate)
  }

  @inlinable
  func _firstValue(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ predicate: @escaping @Sendable (Value.Element) throws -> Bool
  ) -> Promise<Value.Element> {
    _link(.firstValue, label, dispatcher, site) { values in
      guard let first = try values.first(where: predicate) else {
        return .error(PMKError.emptySequence)
      }
      return .value(first)
    }
  }
}

extension Thenable where Value: Collection, Value.Element: Sendable {
  /// A promise for the last element, or rejected with ``PMKError/emptySequence`` if there is none.
  /// The element is read inline, without a queue hop.
  ///
  /// ```swift
  /// fetchUsers().lastValue.done { user in show(user) }
  /// ```
  ///
  /// A property does not record its call site: the events show the call site of this promise.
  /// `lastValue(label:)` records its own.
  ///
  /// **Value.** The last element; without one, `PMKError.emptySequence`.
  /// **Error.** Passed on.
  /// **Cancellation.** Passed on.
  /// **Queue.** Inline.
  /// **Elsewhere.** PromiseKit `lastValue`; google –; JavaScript –; Bolts –.
  ///
  /// - Complexity: O(1) if the collection supports random access; otherwise, O(n).
  public var lastValue: Promise<Value.Element> { _lastValue(nil, site) }

  /// The form of ``lastValue`` with a label.
  @inlinable
  public func lastValue(
    label: String?, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value.Element> {
    _lastValue(.named(label), CallSite(file, line, column))
  }

  @inlinable
  func _lastValue(_ label: Label?, _ site: CallSite) -> Promise<Value.Element> {
    _link(.lastValue, label, nil, site) { values in
      guard !values.isEmpty else { return .error(PMKError.emptySequence) }
      return .value(values[values.index(values.startIndex, offsetBy: values.count - 1)])
    }
  }
}
