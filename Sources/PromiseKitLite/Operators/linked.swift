extension Thenable {
  /// Notes in the events that this promise stands for a request that carries `span` to another
  /// process, so that the two can be shown together.
  ///
  /// ```swift
  /// let span = PromiseTrace.clientSpan(named: "GET")
  /// fetch(token).linked(to: span).done { items in show(items) }.cauterize()
  /// ```
  ///
  /// **Value.** Returns the same promise.
  /// **Error.** Returns the same promise.
  /// **Cancellation.** Returns the same promise.
  /// **Queue.** No closure.
  /// **Elsewhere.** PromiseKit –; google –; JavaScript –; Bolts –.
  ///
  /// - Parameter span: The client's span of the request. `nil` has no effect.
  /// - Returns: This promise.
  @discardableResult
  public func linked(to span: PromiseTrace.ClientSpan?) -> Self {
    if let context = span?.context { link(to: context, as: .sent) }
    return self
  }
}
