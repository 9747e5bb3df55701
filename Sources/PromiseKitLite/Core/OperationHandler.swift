import Dispatch

/// A handler that an operator has attached to a promise.
final class OperationHandler: Handler, @unchecked Sendable {
  let interest: HandlerFilter
  /// Whether the child belongs to a context or has an owner.
  private let hasInheritedContext: Bool
  /// Whether the child can carry something of the context in which it was created.
  private let carries = CarriedContext.isAny
  let target: Target
  private let body: @Sendable (Settled) -> Reaction
  /// The number of the child in the mapped trace that was being recorded when the handler was
  /// attached; 0 for none. Written before other threads know the handler.
  @exclusivity(unchecked) final var recordedChild: UInt32 = 0

  init(
    _ interest: HandlerFilter, on target: Target, child: PromiseCore,
    body: consuming @escaping @Sendable (Settled) -> Reaction
  ) {
    self.interest = interest
    self.body = body
    hasInheritedContext = child.metadata.map { !$0.inheritedContext.isEmpty } ?? false
    self.target = target
    super.init(child: child)
  }

  override var isCounted: Bool { true }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    if hasInheritedContext, let child = waiting { follow(child, from: parent) }
    if hasInheritedContext, let refusal = refusal(of: settled) {
      if case .rejected(let rejection) = settled { rejection.handle() }
      // The child does not settle in the same way as the parent.
      skip(refusal.settled, from: nil, of: parent, reason: refusal.reason, in: thread)
    } else if let reason = skipReason(settled, in: parent) {
      skip(settled, from: parent, of: parent, reason: reason, in: thread)
    } else {
      if case .rejected(let rejection) = settled {
        if interest.handlesErrors {
          parent.handle(rejection, by: waiting)
        } else {
          // Until the handler has finished, a later handler may still handle the error that it
          // passes on.
          rejection.addCarrier()
        }
      }
      if hasInheritedContext, !clearsUp(settled) { waiting?.leaveDownstream() }
      dispatch(settled, from: parent, in: thread)
    }
  }

  override func enqueueAlone(_ settled: Settled, of parent: PromiseCore) -> Bool {
    guard case .queue(let queue) = target, !hasInheritedContext, case .fulfilled = settled,
      interest.skips(settled) == nil
    else { return false }
    if parent.hasEnvironment {
      guard let pen = parent.pen else { return false }
      return enqueueRecorded(on: queue, settled, of: parent, pen)
    }
    guard parent.enqueueOnly(on: target, { self.run(settled) }) else { return false }
    Step.reached(.drained)
    return true
  }

  /// Returns why a settlement skips the handler. Comparing errors runs code of the program.
  private func skipReason(
    _ settled: Settled, in parent: PromiseCore
  ) -> PromiseEvent.SkipReason? {
    if case .only = interest, case .rejected = settled {
      parent.hooks?.runsCode(accessing: nil)
    }
    return interest.skips(settled)
  }

  /// Takes the child out of the context if the parent has left it.
  private func follow(_ child: PromiseCore, from parent: PromiseCore) {
    guard let context = child.context, context === parent.context, parent.hasLeftContext else {
      return
    }
    child.leaveContext()
  }

  /// Whether the handler runs even if the chain is canceled, and the promises that follow wait for
  /// it: it handles an error, or cleans up.
  private func clearsUp(_ settled: Settled) -> Bool {
    if case .rejected = settled { true } else { interest.outlivesCancellation }
  }

  private var inheritedContext: InheritedContext? {
    hasInheritedContext ? waiting?.metadata?.inheritedContext : nil
  }

  /// Returns the settlement that replaces `settled`, and why, if `settled` must not be delivered.
  private func refusal(
    of settled: Settled
  ) -> (settled: Settled, reason: PromiseEvent.SkipReason)? {
    guard let child = waiting, let inheritedContext = child.metadata?.inheritedContext else {
      return nil
    }
    return inheritedContext.refusal(of: settled, for: interest, of: child)
  }
}

// MARK: - Delivery

extension OperationHandler {
  /// Passes the settlement on, without a queue hop and without running the handler. (rule 6)
  private func skip(
    _ passed: Settled, from source: PromiseCore?, of parent: PromiseCore,
    reason: PromiseEvent.SkipReason, in thread: ThreadState
  ) {
    guard let child = takeChild() else { return }
    if let environment = parent.ownEnvironment {
      if environment.hooks?.skip(child, passed, from: source, of: parent, reason: reason) == true {
        return
      }
      if let observed = parent.observed {
        observed.post(.handlerSkipped(parent: parent.id, child: child.id, reason: reason))
      }
    }
    child.settle(passed, from: source, by: .parent)
  }
}

// MARK: - Run

extension OperationHandler {
  /// Runs the job, without an observer.
  func run(_ settled: Settled) {
    Step.reached(.started)
    finish(isRefused(settled) ? refuse(settled) : call(settled, in: nil), after: settled)
  }

  /// Whether the chain was canceled, or an owner deallocated, after the handler was enqueued.
  func isRefused(_ settled: Settled) -> Bool {
    hasInheritedContext && refusal(of: settled) != nil
  }

  func refuse(_ settled: Settled) -> Reaction {
    if case .rejected(let rejection) = settled { rejection.handle() }
    return refusal(of: settled).map { .settle($0.settled) }
      ?? .error(PMKError.cancelled)
  }

  /// Runs the program's closure in a recorded program.
  func callRecorded(_ settled: Settled) -> Reaction {
    hasInheritedContext || carries || Tag.isAny ? call(settled, in: .shared) : body(settled)
  }

  /// Runs the program's closure in the environment and the context of the chain, not in those of
  /// the code that settled the parent. A handler that cleans up after a cancellation runs in no
  /// context; otherwise, its own work would be canceled immediately.
  func call(_ settled: Settled, in environment: PromiseEnvironment?) -> Reaction {
    guard carries else { return callTagged(settled, in: environment) }
    return CarriedContext.bind(for: waiting) { callTagged(settled, in: environment) }
  }

  private func callTagged(_ settled: Settled, in environment: PromiseEnvironment?) -> Reaction {
    guard Tag.isAny else { return callBound(settled, in: environment) }
    // Also without a tag: an inline handler does not run with that of the code that settles.
    let tag = waiting?.metadata?.tag
    guard tag !== Tag.running else { return callBound(settled, in: environment) }
    return Tag.$running.withValue(tag) { callBound(settled, in: environment) }
  }

  private func callBound(_ settled: Settled, in environment: PromiseEnvironment?) -> Reaction {
    guard hasInheritedContext || (environment == nil && Activity.isAny) else {
      return body(settled)
    }
    let environment = environment ?? .shared
    guard let child = waiting, let context = child.context else {
      return environment.bind(queue: environment.runningQueue, cancellation: nil) { body(settled) }
    }
    let isOutside = context.isCancelled && (clearsUp(settled) || child.hasLeftContext)
    return environment.bind(
      queue: environment.runningQueue, cancellation: isOutside ? nil : context
    ) {
      ThreadState.current.run(interest.passesOn ? .passesOn : .makesResult, of: child) {
        body(settled)
      }
    }
  }

  /// Applies the reaction of the handler, which read `settled`, to the child.
  func finish(_ reaction: consuming Reaction, after settled: Settled) {
    Step.reached(.returned)
    guard var child = takeChild() else { return }
    if hasInheritedContext, let error = cancellation(of: child) {
      if recovers(from: settled, with: reaction) {
        child.leaveContext()
      } else if let cancelled = cancelled(reaction, of: child, with: error) {
        reaction = cancelled
      }
    }
    if case .fulfilled = settled, case .settle(let result) = reaction {
      return PromiseCore.settle(child, as: result)
    }
    PromiseCore.apply(
      reaction, to: &child, isPassingError: settled.error != nil && interest.passesOn)
    if case .rejected(let read) = settled, !interest.handlesErrors, read.removeCarrier() {
      // The handler replaced the error, and the promise that it came from is gone.
      child.environment.reportUnhandled(read, at: child.named.map { _ in child.id })
    }
  }

  /// Returns whether the handler replaced the cancellation, or any error if it handles all errors,
  /// so that the chain continues.
  private func recovers(from settled: Settled, with reaction: Reaction) -> Bool {
    guard case .rejected = settled, interest.handlesErrors else { return false }
    if case .settle(.rejected) = reaction { return false }
    return settled.isCancellation || interest.takesAllErrors
  }

  /// Returns the error with which the context of `child` was canceled while the handler waited or
  /// ran; `nil` if it was not canceled, or if the promise was already rejected for that reason.
  private func cancellation(of child: PromiseCore) -> (any Error)? {
    if case .values = interest, !child.locked({ $0.wasCancelled && $0.settled == nil }) {
      return nil
    }
    return child.hasLeftContext ? nil : child.context?.error
  }

  /// Returns the reaction that replaces `reaction`, because the context of `child` was canceled
  /// with `error` while the handler waited or ran; `nil` if `reaction` stands. An error that the
  /// handler threw, or passes on, stands.
  private func cancelled(
    _ reaction: Reaction, of child: PromiseCore, with error: any Error
  ) -> Reaction? {
    guard child.settled == nil else { return nil }
    switch reaction {
    case .settle(.fulfilled) where error.isCancelled || !interest.passesOn:
      return .settle(.cancellation(error))
    case .later where !interest.passesOn:
      child.cancel(.cancellation(error))
      return nil
    case .settle, .adopt, .later: return nil
    }
  }
}

extension InheritedContext {
  /// Returns the settlement that replaces another one, and why, if the chain of `child` is canceled
  /// or an owner is gone; `nil` if the original settlement is delivered. An error is delivered even
  /// if the chain is canceled, because it has already occurred.
  fileprivate func refusal(
    of settled: Settled, for interest: HandlerFilter, of child: PromiseCore
  ) -> (settled: Settled, reason: PromiseEvent.SkipReason)? {
    guard !interest.outlivesCancellation, !settled.isCancellation else { return nil }
    if case .fulfilled = settled, let error = context?.error, !child.hasLeftContext {
      return (.cancellation(error), .chainCancelled)
    }
    guard !owners.isEmpty else { return nil }
    // Any step can release the last reference to an owner.
    child.hooks?.touchEverything()
    return isOwnerGone ? (.error(PMKError.cancelled), .ownerGone) : nil
  }
}
