extension CatchMixin {
  /// Ends a chain whose errors nobody needs to hear of, and says so where it is read. An error
  /// counts as handled; a cancellation passes, as it passes a catch.
  ///
  /// The error goes to ``PMKConfiguration/logHandler`` still.
  ///
  /// ```swift
  /// prefetch(page).cauterize()
  /// ```
  ///
  /// - Parameter label: What the events and the screen call the promise.
  /// - Returns: The end of the chain, for a `finally`.
  @discardableResult
  @inlinable
  public func cauterize(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> PMKFinalizer {
    _cauterize(.named(label), CallSite(file, line, column))
  }
}

extension PromiseCore {
  @usableFromInline
  func _cauterize(_ label: Label?, _ site: CallSite) -> PMKFinalizer {
    let child = PromiseCore(.cauterize, of: self, label: label, at: site)
    let environment = environment
    attach(.errors(resolved(nil)), on: .defaultReturn, child: child) { settled in
      if let error = settled.error { environment.log(.cauterized(error)) }
      return .value(())
    }
    return PMKFinalizer(child)
  }
}
