extension Thenable {
  /// Leaves the value out: for where it is only of interest that the promise was fulfilled. Inline:
  /// no hop.
  ///
  /// ```swift
  /// when(fulfilled: save(text).asVoid(), save(image).asVoid())
  /// ```
  ///
  /// - Returns: A new promise that is fulfilled with nothing, or rejected as this one.
  @inlinable
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Void> {
    _asVoid(nil, CallSite(file, line, column))
  }

  /// ``asVoid(file:line:column:)`` with a label.
  @inlinable
  public func asVoid(
    _ label: String,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Void> {
    _asVoid(Label(label), CallSite(file, line, column))
  }

  @inlinable
  func _asVoid(_ label: Label?, _ site: CallSite) -> Promise<Void> {
    let child = Promise<Void>(.asVoid, of: self, label: label, at: site)
    attach(.values, on: nil, child: child) { _ in .value(()) }
    return child
  }
}

extension GuaranteeMixin {
  /// Leaves the value out. Inline: no hop.
  ///
  /// ```swift
  /// let votes = Guarantee.value(3)
  /// when(guarantees: votes.asVoid(), after(seconds: 1)).done { showNext() }
  /// ```
  ///
  /// - Returns: A new guarantee of nothing.
  @inlinable
  public func asVoid(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Void> {
    _asVoid(nil, CallSite(file, line, column))
  }

  /// ``asVoid(file:line:column:)`` with a label.
  @inlinable
  public func asVoid(
    _ label: String,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Void> {
    _asVoid(Label(label), CallSite(file, line, column))
  }

  @inlinable
  func _asVoid(_ label: Label?, _ site: CallSite) -> Guarantee<Void> {
    let child = Guarantee<Void>(.asVoid, of: self, label: label, at: site)
    attach(.values, on: nil, child: child) { _ in .value(()) }
    return child
  }
}
