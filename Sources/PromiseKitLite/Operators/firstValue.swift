public import Dispatch

extension Thenable where Value: Collection, Value.Element: Sendable {
  /// The first element, or the error ``PMKError/emptySequence`` if there is none. It is taken
  /// inline: no hop.
  ///
  /// ```swift
  /// fetchUsers().firstValue.done { user in show(user) }
  /// ```
  ///
  /// As a property it knows no place of its own: the events show the place of the promise that it
  /// belongs to, and `firstValue(label:)` its own.
  ///
  /// - Complexity: O(1).
  public var firstValue: Promise<Value.Element> { _firstValue(nil, site) }

  /// ``firstValue`` with a label.
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
  /// Chains a step that takes the first element that passes a test; if none does, the new promise
  /// is rejected with ``PMKError/emptySequence``.
  ///
  /// ```swift
  /// fetchUsers().firstValue { user in user.isAdmin }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `predicate` runs; main if it is not named, inline if it is `nil`.
  ///   - predicate: Runs for one element after the other, in one job, until one passes. What it
  ///     throws rejects the new promise.
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
  /// The last element, or the error ``PMKError/emptySequence`` if there is none. It is taken
  /// inline: no hop.
  ///
  /// ```swift
  /// fetchUsers().lastValue.done { user in show(user) }
  /// ```
  ///
  /// As a property it knows no place of its own: the events show the place of the promise that it
  /// belongs to, and `lastValue(label:)` its own.
  ///
  /// - Complexity: O(1) if the collection has random access, else O(n).
  public var lastValue: Promise<Value.Element> { _lastValue(nil, site) }

  /// ``lastValue`` with a label.
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
