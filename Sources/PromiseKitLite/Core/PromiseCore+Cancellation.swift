extension PromiseCore {
  /// The context that cancels the chain.
  var context: CancelContext? { metadata?.inheritedContext.context }

  /// Adds the promise to its context; it is canceled immediately if the context is. A promise that
  /// waits for another promise of the context need not be canceled itself, because it settles when
  /// that one does.
  func joinContext(downstream: Bool) {
    guard let context else { return }
    if downstream { locked { $0.isDownstream = true } }
    if let error = context.add(self) { cancel(.cancellation(error)) }
  }

  /// The form of ``joinContext(downstream:)`` for a promise that follows from `parent`. It stays
  /// outside the context if `parent` has left the same context.
  func joinContext(after parent: PromiseCore) {
    guard let context else { return }
    let isSame = context === parent.context
    if isSame, parent.hasLeftContext { return leaveContext() }
    joinContext(downstream: isSame)
  }

  /// Notes that the promise it waited for has settled, so its context now cancels the promise
  /// directly.
  func leaveDownstream() {
    guard let context else { return }
    locked { $0.isDownstream = false }
    if let error = context.error { cancel(.cancellation(error)) }
  }

  /// Notes that the promise is locked in to `inner`. A cancellation does not replace an error that
  /// `inner` already has.
  func noteDownstream(of inner: PromiseCore) {
    guard let context else { return }
    let isDownstream = inner.context === context
    locked { $0.isDownstream = isDownstream }
    guard !isDownstream, let error = context.error, inner.settled?.error == nil else { return }
    cancel(.cancellation(error))
  }

  /// Whether the chain continues although its context is canceled.
  var hasLeftContext: Bool { locked { $0.hasLeftContext } }

  /// Takes the promise out of its canceled context, so that neither it nor the links that follow
  /// are canceled.
  func leaveContext() { locked { $0.leaveContext() } }

  /// Rejects the promise and runs its cancel handlers, because its context is canceled.
  ///
  /// A promise that waits for another promise of the context settles when that one does. If the
  /// promise's own handler cancels the chain, the promise settles when the handler returns: with
  /// the error that it throws, or as canceled. An `ensure` or a `tap` that cancels its own chain
  /// passes on the result that it read, and the links that follow leave the context.
  func cancel(_ settled: Settled) {
    Step.reached(.cancelling)
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

  /// Calls `handler` when the context cancels the promise while it is pending, or immediately if it
  /// already has. Without a context, a promise cannot be canceled.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    onCancel(.afterSettling, handler)
  }

  /// The form of ``onCancel(_:)`` with a phase.
  func onCancel(_ phase: CoreState.CancelHandler.Phase, _ handler: @escaping @Sendable () -> Void) {
    guard context != nil, !locked({ $0.onCancel(phase, handler) }) else { return }
    if locked({ $0.wasCancelled }) || settled.map(isCancelledByContext) ?? false {
      outsideContext(handler)
    }
  }

  /// Runs the cancel handlers of a settled promise if the context canceled it, and drops them
  /// otherwise.
  func endCancelHandlers(_ settled: Settled) {
    if isCancelledByContext(settled) || locked({ $0.wasCancelled }) {
      return runCancelHandlers(nil)
    }
    let dropped = locked { $0.takeCancelHandlers() }
    withExtendedLifetime(dropped) {}
  }

  /// Whether the promise was settled because its context is canceled.
  private func isCancelledByContext(_ settled: Settled) -> Bool {
    settled.isCancellation && context?.isCancelled ?? false && !hasLeftContext
  }

  /// Runs the cancel handlers of `phase`, or all remaining ones if it is `nil`.
  private func runCancelHandlers(_ phase: CoreState.CancelHandler.Phase?) {
    for handler in locked({ $0.takeCancelHandlers(phase) }) { outsideContext(handler.run) }
  }

  /// Runs cleanup code of the program after a cancellation. The work that it starts is not
  /// canceled.
  private func outsideContext(_ body: () -> Void) {
    hooks?.runsCode(accessing: nil)
    ThreadState.current.enqueueCollected()
    func bound() {
      environment.bind(queue: environment.runningQueue, job: environment.runningJob, body)
    }
    CarriedContext.isAny ? CarriedContext.bind(for: self, bound) : bound()
  }
}
