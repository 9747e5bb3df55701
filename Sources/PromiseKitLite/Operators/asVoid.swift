extension Thenable {
  /// Leaves the value out: for where it is only of interest that the promise was fulfilled. Inline:
  /// no hop.
  ///
  /// ```swift
  /// when(fulfilled: save(text).asVoid(), save(image).asVoid())
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  /// - Returns: A new promise that is fulfilled with nothing, or rejected as this one.
  @inlinable
  public func asVoid(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Void> {
    let child = Promise<Void>(
      .asVoid, of: self, label: .named(label), at: CallSite(file, line, column))
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
  /// - Parameter label: What the events and the screen call the promise.
  /// - Returns: A new guarantee of nothing.
  @inlinable
  public func asVoid(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Guarantee<Void> {
    let child = Guarantee<Void>(
      .asVoid, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.values, on: nil, child: child) { _ in .value(()) }
    return child
  }
}
