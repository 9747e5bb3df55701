extension PromiseCore {
  /// What cancels the chain.
  var context: CancelContext? { extras?.lineage.context }

  /// Lets the context know of the promise, which is cancelled at once if the context is. One that waits
  /// for another promise of the context need not be: it settles when that one does.
  func joinContext(downstream: Bool) {
    guard let context else { return }
    if downstream { locked { $0.isDownstream = true } }
    if let error = context.add(self) { cancel(.cancellation(error)) }
  }

  /// Whom it waited for has settled: from now on its context cancels the promise itself.
  func leaveDownstream() {
    guard let context else { return }
    locked { $0.isDownstream = false }
    if let error = context.error { cancel(.cancellation(error)) }
  }

  /// It is locked in to `inner`.
  func noteDownstream(of inner: PromiseCore) {
    guard let context else { return }
    let isDownstream = inner.context === context
    locked { $0.isDownstream = isDownstream }
    if !isDownstream, let error = context.error { cancel(.cancellation(error)) }
  }

  /// Its context is cancelled: runs the cancel handlers, and rejects the promise unless it is settled,
  /// or settles by itself because it waits for one that is cancelled too.
  func cancel(_ settled: Settled) {
    let isToSettle = locked { $0.beCancelled() }
    if locked({ $0.wasCancelled }) { runCancelHandlers() }
    if isToSettle { settle(settled, by: .cancellation) }
  }

  /// Calls `handler` when the context cancels the promise while it is pending; at once, if it has.
  /// Nothing can cancel a promise without a context.
  @usableFromInline
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    guard context != nil, !locked({ $0.onCancel(handler) }) else { return }
    if locked({ $0.wasCancelled }) || settled.map(isCancelledByContext) ?? false {
      outsideContext(handler)
    }
  }

  /// It is settled: what was to run in case that it is cancelled runs if this is a cancellation, and is
  /// let go.
  func endCancelHandlers(_ settled: Settled) {
    if isCancelledByContext(settled) { return runCancelHandlers() }
    let dropped = locked { $0.takeCancelHandlers() }
    withExtendedLifetime(dropped) {}
  }

  /// The promise is settled so because its context is cancelled.
  private func isCancelledByContext(_ settled: Settled) -> Bool {
    settled.isCancellation && context?.isCancelled ?? false
  }

  private func runCancelHandlers() {
    for handler in locked({ $0.takeCancelHandlers() }) { outsideContext(handler) }
  }

  /// Runs the program's code that clears up after a cancellation: what it begins is not cancelled.
  private func outsideContext(_ body: () -> Void) {
    witness?.runsCode(touching: nil)
    environment.bind(queue: environment.runningQueue, job: environment.runningJob, body)
  }
}
