extension PromiseCore {
  /// What cancels the chain.
  var context: CancelContext? { metadata?.inheritedContext.context }

  /// Lets the context know of the promise, which is cancelled at once if the context is. One that waits
  /// for another promise of the context need not be: it settles when that one does.
  func joinContext(downstream: Bool) {
    guard let context else { return }
    if downstream { locked { $0.isDownstream = true } }
    if let error = context.add(self) { cancel(.cancellation(error)) }
  }

  /// ``joinContext(downstream:)`` of a promise that follows from `parent`. It stays outside the context
  /// if `parent` has left the same one.
  func joinContext(after parent: PromiseCore) {
    guard let context else { return }
    let isSame = context === parent.context
    if isSame, parent.hasLeftContext { return leaveContext() }
    joinContext(downstream: isSame)
  }

  /// Whom it waited for has settled: from now on its context cancels the promise itself.
  func leaveDownstream() {
    guard let context else { return }
    locked { $0.isDownstream = false }
    if let error = context.error { cancel(.cancellation(error)) }
  }

  /// It is locked in to `inner`. An error that `inner` already has is not replaced by a cancellation.
  func noteDownstream(of inner: PromiseCore) {
    guard let context else { return }
    let isDownstream = inner.context === context
    locked { $0.isDownstream = isDownstream }
    guard !isDownstream, let error = context.error, inner.settled?.error == nil else { return }
    cancel(.cancellation(error))
  }

  /// The chain goes on although its context is cancelled.
  var hasLeftContext: Bool { locked { $0.hasLeftContext } }

  /// Takes the promise out of its cancelled context: neither it nor what follows is cancelled.
  func leaveContext() { locked { $0.leaveContext() } }

  /// The context is cancelled: rejects the promise and runs its cancel handlers.
  ///
  /// A promise that waits for another one of the context settles when that does. Where the handler of the
  /// promise is what cancels the chain, the promise settles when that returns: with what it throws, or as
  /// cancelled. An `ensure` or a `tap` that cancels its own chain passes on what it read, and what follows
  /// has left the context.
  func cancel(_ settled: Settled) {
    let cancelling = locked { $0.beCancelled() }
    guard cancelling != .nothing else { return }
    switch ThreadState.current.handler(of: self) {
    case .passesOn: leaveContext()
    case .makesResult: break
    case nil where cancelling == .waits: runCancelHandlers(nil)
    case nil:
      runCancelHandlers(.beforeSettling)
      settle(settled, by: .cancellation)
    }
  }

  /// Calls `handler` once the context has cancelled the promise while it was pending; at once, if it
  /// already has. Nothing can cancel a promise without a context.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    onCancel(.afterSettling, handler)
  }

  /// ``onCancel(_:)`` with a phase.
  func onCancel(_ phase: CancelHandler.Phase, _ handler: @escaping @Sendable () -> Void) {
    guard context != nil, !locked({ $0.onCancel(phase, handler) }) else { return }
    if locked({ $0.wasCancelled }) || settled.map(isCancelledByContext) ?? false {
      outsideContext(handler)
    }
  }

  /// The promise is settled: runs its cancel handlers if the context cancelled it, else drops them.
  func endCancelHandlers(_ settled: Settled) {
    if isCancelledByContext(settled) || locked({ $0.wasCancelled }) {
      return runCancelHandlers(nil)
    }
    let dropped = locked { $0.takeCancelHandlers() }
    withExtendedLifetime(dropped) {}
  }

  /// The promise is settled so because its context is cancelled.
  private func isCancelledByContext(_ settled: Settled) -> Bool {
    settled.isCancellation && context?.isCancelled ?? false && !hasLeftContext
  }

  /// Runs the cancel handlers of `phase`, or all that are left.
  private func runCancelHandlers(_ phase: CancelHandler.Phase?) {
    for handler in locked({ $0.takeCancelHandlers(phase) }) { outsideContext(handler.run) }
  }

  /// Runs the program's code that clears up after a cancellation: what it begins is not cancelled.
  private func outsideContext(_ body: () -> Void) {
    accessTracker?.runsCode(accessing: nil)
    environment.bind(queue: environment.runningQueue, job: environment.runningJob, body)
  }
}
