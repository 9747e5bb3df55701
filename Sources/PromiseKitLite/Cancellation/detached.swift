extension Thenable {
  /// Returns a promise that settles as this one does and belongs to no ``CancelContext``: the way out of a
  /// context.
  ///
  /// If the context is cancelled while this promise is pending, the returned promise is rejected with it.
  /// Once this promise is settled, cancelling the context stops neither the links that follow nor what
  /// their handlers begin. Use it where a context covers only a part of a chain:
  ///
  /// ```swift
  /// let search = CancelContext()
  /// search.run { fetch(token) }.detached()
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  /// search.cancel()
  /// ```
  ///
  /// A chain also leaves its context when an `ensure` or a `tap` of the chain cancels it, and when a
  /// `recover` makes a value of the cancellation. The chain still depends on the owners that
  /// ``until(_:file:line:column:)-(AnyObject,_,_,_)`` named.
  ///
  /// - Parameter label: What the promise is called in events.
  /// - Returns: A promise that settles as this one does.
  public func detached(
    label: String? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    var lineage = extras?.lineage ?? Lineage()
    lineage.context = nil
    return passed(.detached, .named(label), lineage, CallSite(file, line, column))
  }
}
