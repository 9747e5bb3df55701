extension PromiseCore {
  /// What cancels the chain.
  var context: CancelContext? { extras?.lineage.context }

  /// Lets the context know of the promise, which is cancelled at once if the context is. One that waits
  /// for another promise of the context need not be: it settles when that one does.
  func joinContext(downstream: Bool) {
    guard let context else { return }
    if downstream { locked { $0.isDownstream = true } }
    if let error = context.add(self) { cancel(.error(error)) }
  }

  /// Whom it waited for has settled: from now on its context cancels the promise itself.
  func leaveDownstream() {
    guard let context else { return }
    locked { $0.isDownstream = false }
    if let error = context.error { cancel(.error(error)) }
  }

  /// It is locked in to `inner`.
  func noteDownstream(of inner: PromiseCore) {
    guard let context else { return }
    let isDownstream = inner.context === context
    locked { $0.isDownstream = isDownstream }
    if !isDownstream, let error = context.error { cancel(.error(error)) }
  }

  /// Runs the cancel handlers and rejects the promise, unless it is settled or waits for one that is
  /// cancelled too.
  func cancel(_ settled: Settled) {
    guard let handlers = locked({ $0.takeCancelHandlers() }) else { return }
    for handler in handlers { environment.bind(queue: environment.runningQueue, handler) }
    settle(settled, by: .cancellation)
  }

  /// Calls `handler` when the context cancels the promise while it is pending; at once, if it has.
  /// Nothing can cancel a promise without a context.
  @usableFromInline
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    guard context != nil else { return }
    if !locked({ $0.onCancel(handler) }), locked({ $0.wasCancelled }) { handler() }
  }

  /// It is settled, so that there is nothing to cancel.
  func dropCancelHandlers() {
    let dropped = locked { $0.dropCancelHandlers() }
    withExtendedLifetime(dropped) {}
  }
}
