extension Guarantee where Value == Void {
  /// A guarantee of nothing that is fulfilled already.
  ///
  /// ```swift
  /// let faded = views.isEmpty ? Guarantee() : fadeOut(view)
  /// faded.done { showNext() }
  /// ```
  @inlinable
  public convenience init(
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .value, label: nil, at: CallSite(file, line, column))
    settle(.value(()))
  }

  /// ``init(file:line:column:)`` with a label.
  @inlinable
  public convenience init(
    _ label: String,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .value, label: Label(label), at: CallSite(file, line, column))
    settle(.value(()))
  }
}
