extension Guarantee where Value == Void {
  /// A guarantee of nothing that is fulfilled already.
  ///
  /// ```swift
  /// let faded = views.isEmpty ? Guarantee() : fadeOut(view)
  /// faded.done { showNext() }
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  @inlinable
  public convenience init(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) {
    self.init(root: .value, label: .named(label), at: CallSite(file, line, column))
    settle(.value(()))
  }
}
