extension PromiseCore {
  /// Hands out the handlers, and those that are attached meanwhile, until none is left.
  func handOut(in thread: ThreadState) {
    guard let settled else { return }
    while let batch = locked({ $0.nextBatch() }) {
      deliver(settled, to: batch.first, in: thread)
      for handler in batch.others { deliver(settled, to: handler, in: thread) }
      if case .rejected(let rejection) = settled, locked({ $0.endLeaf() }) {
        _ = rejection.removeLeaf()
      }
    }
  }

  private func deliver(_ settled: Settled, to handler: Handler, in thread: ThreadState) {
    switch handler.role {
    case .operation(let interest, let dispatcher, let body):
      if let reason = interest.skips(settled) {
        skip(handler, settled, reason: reason, in: thread)
      } else {
        switch interest {
        case .errors, .all, .only: handle(settled, by: handler.peekChild())
        case .everything, .cancellations: handler.carried(settled)?.addLeaf()
        case .values: break
        }
        dispatch(handler, settled, on: dispatcher, body: body)
      }
    case .adoption:
      handler.takeChild()?.settle(settled, from: self, byAdopted: true, in: thread)
    case .input(let fanIn, let index):
      fanIn.receive(settled, from: self, index: index, in: thread)
    }
  }

  /// The settlement passes a link: no hop, no handler. (rule 6)
  private func skip(
    _ handler: Handler, _ settled: Settled, reason: PromiseEvent.SkipReason, in thread: ThreadState
  ) {
    guard let child = handler.takeChild() else { return }
    if let observed {
      observed.post(.handlerSkipped(parent: id, child: child.id, reason: reason))
    }
    child.settle(settled, from: self, byAdopted: false, in: thread)
  }

  /// Sends a handler to its queue, or runs it here and now.
  private func dispatch(
    _ handler: Handler, _ settled: Settled, on dispatcher: (any Dispatcher)?,
    body: @escaping @Sendable (Settled) -> Reaction
  ) {
    guard let ownEnvironment else {
      guard let dispatcher else { return handler.finish(body(settled), after: settled) }
      return dispatcher.dispatch { handler.finish(body(settled), after: settled) }
    }
    let job = RunningJob(settling: handler.childID, on: dispatcher, in: ownEnvironment) { job in
      let reaction = body(settled)
      return {
        job.end(reaction.ending(after: settled))
        handler.finish(reaction, after: settled)
      }
    }
    job.enqueue()
  }

  /// Does to the promise what the handler answered that had read `settled`.
  fileprivate static func finish(
    _ reaction: Reaction, of handler: Handler, after settled: Settled
  ) {
    guard var child = handler.takeChild() else { return }
    let carried = handler.carried(settled)
    if let carried, case .settle(.rejected(let passed)) = reaction, passed === carried {
      child.settle(settled, isCounted: true, at: nil)
    } else {
      apply(reaction, to: &child)
      _ = carried?.removeLeaf()
    }
  }
}

extension Handler {
  /// The rejection that the handler has read without taking care of it. As long as the handler is on
  /// its way somebody may still do so, so that it counts as a leaf.
  fileprivate func carried(_ settled: Settled) -> Rejection? {
    guard case .operation(let interest, _, _) = role, case .rejected(let rejection) = settled else {
      return nil
    }
    switch interest {
    case .everything, .cancellations: return rejection
    case .values, .errors, .all, .only: return nil
    }
  }

  /// Does to the child what the handler answered.
  fileprivate func finish(_ reaction: Reaction, after settled: Settled) {
    PromiseCore.finish(reaction, of: self, after: settled)
  }
}

extension Interest {
  /// Why a settlement passes such a handler; none if the handler runs.
  fileprivate func skips(_ settled: Settled) -> PromiseEvent.SkipReason? {
    switch (self, settled) {
    case (.everything, _), (.values, .fulfilled), (.all, .fulfilled): nil
    case (.values, .rejected): .errorPassesValueHandler
    case (.errors, .fulfilled), (.only, .fulfilled), (.cancellations, .fulfilled):
      .valuePassesErrorHandler
    case (.errors(let policy), .rejected(let rejection)),
      (.all(let policy), .rejected(let rejection)):
      policy == .allErrorsExceptCancellation && rejection.isCancelled
        ? .cancellationPassesByPolicy : nil
    case (.only(let named), .rejected(let rejection)):
      if !named.includes(rejection.error) {
        .errorNotNamed
      } else if named.policy == .allErrorsExceptCancellation && rejection.isCancelled {
        .cancellationPassesByPolicy
      } else {
        nil
      }
    case (.cancellations, .rejected(let rejection)):
      rejection.isCancelled ? nil : .errorNotNamed
    }
  }
}
