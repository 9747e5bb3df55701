import Dispatch

/// What an operator of the program hung on a promise.
final class OperationHandler: Handler, @unchecked Sendable {
  private let interest: HandlerFilter
  /// The child belongs to a context or has an owner.
  private let hasLineage: Bool
  private let target: Target
  private let body: @Sendable (Settled) -> Reaction

  /// Where the handler runs, in one word.
  private enum Target: Sendable {
    case inline
    case queue(DispatchQueue)
    case other(OtherDispatcher)
  }

  /// Any dispatcher that is no queue.
  private final class OtherDispatcher: Sendable {
    let dispatcher: any Dispatcher
    init(_ dispatcher: any Dispatcher) { self.dispatcher = dispatcher }
  }

  init(
    _ interest: HandlerFilter, on dispatcher: (any Dispatcher)?, child: PromiseCore,
    body: consuming @escaping @Sendable (Settled) -> Reaction
  ) {
    self.interest = interest
    self.body = body
    hasLineage = child.metadata.map { !$0.inheritedContext.isEmpty } ?? false
    target =
      switch dispatcher {
      case nil: .inline
      case let dispatcher?:
        (dispatcher as? DispatchQueue).map { .queue($0) } ?? .other(OtherDispatcher(dispatcher))
      }
    super.init(child: child)
  }

  override var isCounted: Bool { true }

  override func deliver(_ settled: Settled, from parent: PromiseCore, in thread: ThreadState) {
    if hasLineage, let child = waiting { follow(child, from: parent) }
    if hasLineage, let refusal = refusal(of: settled) {
      if case .rejected(let rejection) = settled { rejection.handle() }
      // The child does not settle as the parent did.
      skip(refusal.settled, from: nil, of: parent, reason: refusal.reason, in: thread)
    } else if let reason = skipReason(settled, in: parent) {
      skip(settled, from: parent, of: parent, reason: reason, in: thread)
    } else {
      if case .rejected(let rejection) = settled {
        if interest.handlesErrors {
          parent.handle(rejection, by: waiting)
        } else {
          // Until it is over somebody may still take care of what it passes on.
          rejection.addCarrier()
        }
      }
      if hasLineage, !clearsUp(settled) { waiting?.leaveDownstream() }
      dispatch(settled, from: parent)
    }
  }

  /// Why a settlement passes the handler. To compare errors is to run the program's code.
  private func skipReason(
    _ settled: Settled, in parent: PromiseCore
  ) -> PromiseEvent.SkipReason? {
    if case .only = interest, case .rejected = settled {
      parent.accessTracker?.runsCode(accessing: nil)
    }
    return interest.skips(settled)
  }

  /// A chain that has left its context stays outside.
  private func follow(_ child: PromiseCore, from parent: PromiseCore) {
    guard let context = child.context, context === parent.context, parent.hasLeftContext else {
      return
    }
    child.leaveContext()
  }

  /// The handler runs whether the chain is cancelled or not, and what follows waits for it: it takes
  /// care of an error, or clears up.
  private func clearsUp(_ settled: Settled) -> Bool {
    if case .rejected = settled { true } else { interest.outlivesCancellation }
  }

  private var inheritedContext: InheritedContext? {
    hasLineage ? waiting?.metadata?.inheritedContext : nil
  }

  /// What comes in the place of `settled`, and why, where it is not to be delivered.
  private func refusal(
    of settled: Settled
  ) -> (settled: Settled, reason: PromiseEvent.SkipReason)? {
    guard let child = waiting, let inheritedContext = child.metadata?.inheritedContext else {
      return nil
    }
    return inheritedContext.refusal(of: settled, for: interest, of: child)
  }

  /// The queue; none is inline.
  private var dispatcher: (any Dispatcher)? {
    switch target {
    case .inline: nil
    case .queue(let queue): queue
    case .other(let other): other.dispatcher
    }
  }
}

// MARK: - Delivery

extension OperationHandler {
  /// The settlement passes a link: no hop, no handler. (rule 6)
  private func skip(
    _ passed: Settled, from source: PromiseCore?, of parent: PromiseCore,
    reason: PromiseEvent.SkipReason, in thread: ThreadState
  ) {
    guard let child = takeChild() else { return }
    if let observed = parent.observed {
      observed.post(.handlerSkipped(parent: parent.id, child: child.id, reason: reason))
    }
    child.settle(passed, from: source, by: .itself, in: thread)
  }

  /// Sends the handler to its queue, or runs it here and now.
  private func dispatch(_ settled: Settled, from parent: PromiseCore) {
    guard let environment = parent.ownEnvironment else {
      switch target {
      case .inline: run(settled)
      case .queue(let queue): queue.async { self.run(settled) }
      case .other(let other): other.dispatcher.dispatchOnce { self.run(settled) }
      }
      return
    }
    let name = waiting.flatMap { $0.observed == nil ? nil : $0.id }
    let work = HandlerWork(self, settled)
    guard let dispatcher else { return RunningJob.run(work, settling: name, in: environment) }
    RunningJob.enqueue(
      work, settling: name, on: dispatcher, called: waiting?.shuffleName("job") ?? 0,
      in: environment)
  }

  /// The handler's job, where somebody observes or witnesses it.
  private struct HandlerWork: JobWork {
    private let handler: OperationHandler
    private let settled: Settled

    init(_ handler: OperationHandler, _ settled: Settled) {
      (self.handler, self.settled) = (handler, settled)
    }

    var read: Settled? { settled }

    func run(in environment: PromiseEnvironment) -> JobOutcome {
      guard !handler.isRefused(settled) else { return .skipped }
      if let accessTracker = environment.accessTracker, let child = handler.waiting {
        child.tellBegin(accessTracker)
        accessTracker.mark(child.label?.text)
      }
      return .ran(handler.call(settled, in: environment))
    }

    func finish(_ outcome: JobOutcome) {
      switch outcome {
      case .ran(let reaction?): handler.finish(reaction, after: settled)
      default: handler.finish(handler.refuse(settled), after: settled)
      }
    }
  }
}

// MARK: - Run

extension OperationHandler {
  /// The job, where nobody observes.
  private func run(_ settled: Settled) {
    finish(isRefused(settled) ? refuse(settled) : call(settled, in: nil), after: settled)
  }

  /// Between being enqueued and its start the chain was cancelled, or an owner went away.
  private func isRefused(_ settled: Settled) -> Bool {
    hasLineage && refusal(of: settled) != nil
  }

  private func refuse(_ settled: Settled) -> Reaction {
    if case .rejected(let rejection) = settled { rejection.handle() }
    return refusal(of: settled).map { .settle($0.settled) }
      ?? .error(PMKError.cancelled)
  }

  /// The program's closure, in the environment and the context of the chain and not in those of
  /// whoever settled the parent. What clears up after a cancellation runs in no context, since what it
  /// begins would be cancelled at once.
  private func call(_ settled: Settled, in environment: PromiseEnvironment?) -> Reaction {
    guard Tag.isAny, let tag = waiting?.metadata?.tag else {
      return callBound(settled, in: environment)
    }
    return tag.bind { callBound(settled, in: environment) }
  }

  private func callBound(_ settled: Settled, in environment: PromiseEnvironment?) -> Reaction {
    guard hasLineage || (environment == nil && Activity.isAny) else { return body(settled) }
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

  /// Does to the child what the handler answered that had read `settled`.
  private func finish(_ reaction: consuming Reaction, after settled: Settled) {
    guard var child = takeChild() else { return }
    if hasLineage, let error = cancellation(of: child) {
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
      // The handler made something else of it, and the promise that it came from is gone.
      child.environment.reportUnhandled(read, at: child.named.map { _ in child.id })
    }
  }

  /// The handler made something else of the cancellation, or of any error where it takes all of them: the
  /// chain goes on.
  private func recovers(from settled: Settled, with reaction: Reaction) -> Bool {
    guard case .rejected = settled, interest.handlesErrors else { return false }
    if case .settle(.rejected) = reaction { return false }
    return settled.isCancellation || interest.takesAllErrors
  }

  /// What the context of `child` was cancelled with while the handler waited or ran; `nil` if it was not, or
  /// if the promise was rejected for that already.
  private func cancellation(of child: PromiseCore) -> (any Error)? {
    if case .values = interest, !child.locked({ $0.wasCancelled && $0.settled == nil }) {
      return nil
    }
    return child.hasLeftContext ? nil : child.context?.error
  }

  /// What is done to `child` in the place of `reaction`, because its context was cancelled with `error`
  /// while the handler waited or ran; `nil` if `reaction` stands. An error that the handler threw, or
  /// passes on, does.
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
  /// What comes in the place of a settlement, and why, where the chain of `child` is cancelled or an owner
  /// is gone; none where the settlement itself is to be delivered. An error is, although the chain is
  /// cancelled: it really happened.
  fileprivate func refusal(
    of settled: Settled, for interest: HandlerFilter, of child: PromiseCore
  ) -> (settled: Settled, reason: PromiseEvent.SkipReason)? {
    guard !interest.outlivesCancellation, !settled.isCancellation else { return nil }
    if case .fulfilled = settled, let error = context?.error, !child.hasLeftContext {
      return (.cancellation(error), .chainCancelled)
    }
    guard !owners.isEmpty else { return nil }
    // Any step may let go of an owner.
    child.ownEnvironment?.accessTracker?.touchEverything()
    return isOwnerGone ? (.error(PMKError.cancelled), .ownerGone) : nil
  }
}
