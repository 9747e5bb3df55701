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
    let child = Promise<Value.Element>(.lastValue, of: self, label: label, at: site)
    attach(.values, on: nil, child: child) { settled in
      do {
        let values = try settled.value(Value.self)
        guard !values.isEmpty else { return .error(PMKError.emptySequence) }
        return .value(values[values.index(values.startIndex, offsetBy: values.count - 1)])
      } catch {
        return .error(error)
      }
    }
    return child
  }
}
