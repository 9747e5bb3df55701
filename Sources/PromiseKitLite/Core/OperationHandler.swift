import Dispatch

/// What an operator of the program hung on a promise.
final class OperationHandler: Handler, @unchecked Sendable {
  private let interest: Interest
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
    _ interest: Interest, on dispatcher: (any Dispatcher)?, child: PromiseCore,
    body: consuming @escaping @Sendable (Settled) -> Reaction
  ) {
    self.interest = interest
    self.body = body
    hasLineage = child.extras.map { !$0.lineage.isEmpty } ?? false
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
      parent.witness?.runsCode(touching: nil)
    }
    return interest.skips(settled)
  }

  /// It runs whether the chain is cancelled or not, and what follows waits for it.
  private func clearsUp(_ settled: Settled) -> Bool {
    interest.outlivesCancellation || settled.isCancellation
  }

  private var lineage: Lineage? { hasLineage ? waiting?.extras?.lineage : nil }

  /// What comes in the place of `settled`, and why, where it is not to be delivered.
  private func refusal(
    of settled: Settled
  ) -> (settled: Settled, reason: PromiseEvent.SkipReason)? {
    lineage?.refusal(of: settled, for: interest, in: waiting?.ownEnvironment)
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
      if let witness = environment.witness, let child = handler.waiting {
        child.tellBegin(witness)
        witness.mark(child.label?.text)
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
    guard Tag.isAny, let tag = waiting?.extras?.tag else {
      return callBound(settled, in: environment)
    }
    return tag.bind { callBound(settled, in: environment) }
  }

  private func callBound(_ settled: Settled, in environment: PromiseEnvironment?) -> Reaction {
    guard hasLineage || (environment == nil && Activity.isAny) else { return body(settled) }
    let environment = environment ?? .shared
    let context = lineage?.context
    let isOver = context?.isCancelled ?? false
    return environment.bind(
      queue: environment.runningQueue, cancellation: isOver && clearsUp(settled) ? nil : context
    ) {
      body(settled)
    }
  }

  /// Does to the child what the handler answered that had read `settled`.
  private func finish(_ reaction: consuming Reaction, after settled: Settled) {
    guard var child = takeChild() else { return }
    if hasLineage, let cancellation = cancellation(of: child, insteadOf: reaction) {
      reaction = .settle(cancellation)
    }
    if case .fulfilled = settled, case .settle(let result) = reaction {
      return PromiseCore.settle(child, as: result)
    }
    PromiseCore.apply(reaction, to: &child)
    if case .rejected(let read) = settled, !interest.handlesErrors, read.removeCarrier() {
      // The handler made something else of it, and the promise that it came from is gone.
      child.environment.tellUnhandled(read, at: child.named.map { _ in child.id })
    }
  }

  /// What `child` settles with where the chain was cancelled while a handler ran that passes on what it
  /// read, an ensure or a tap; none where it was not.
  private func cancellation(of child: PromiseCore, insteadOf reaction: Reaction) -> Settled? {
    guard case .everything = interest, case .settle(let result) = reaction, !result.isCancellation,
      let error = child.context?.error, error.isCancelled
    else { return nil }
    if case .rejected(let rejection) = result { rejection.handle() }
    return .cancellation(error)
  }
}

extension Lineage {
  /// What comes in the place of a settlement, and why, where the chain is cancelled or an owner is
  /// gone; none where the settlement itself is to be delivered.
  fileprivate func refusal(
    of settled: Settled, for interest: Interest, in environment: PromiseEnvironment?
  ) -> (settled: Settled, reason: PromiseEvent.SkipReason)? {
    guard !interest.outlivesCancellation, !settled.isCancellation else { return nil }
    if let error = context?.error { return (.cancellation(error), .chainCancelled) }
    guard !owners.isEmpty else { return nil }
    // Any step may let go of an owner.
    environment?.witness?.touchEverything()
    return isOwnerGone ? (.error(PMKError.cancelled), .ownerGone) : nil
  }
}
