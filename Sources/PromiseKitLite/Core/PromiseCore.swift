import Synchronization

/// The untyped part of every ``Promise`` and ``Guarantee``: the state, its lock, and the events.
///
/// It exists beside them so that the code that settles, adopts and hands out handlers is compiled
/// once rather than for each type of value. A program never makes or subclasses one.
public class PromiseCore: @unchecked Sendable {
  private let state = Mutex(CoreState())
  /// Where the chain began; none is ``PromiseEnvironment/shared``.
  let ownEnvironment: PromiseEnvironment?
  /// Where the program made it.
  let site: CallSite
  /// What the program calls it.
  let label: Label?

  /// A promise that begins a chain.
  @usableFromInline
  package init(root operation: PromiseEvent.Operation, label: Label?, at site: CallSite) {
    ownEnvironment = Activity.environment
    self.site = site
    self.label = label
    if let observed { tellCreation(operation, parents: [], in: observed) }
  }

  /// A promise that follows from others; from none, it begins a chain.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parents: [PromiseCore], label: Label?, at site: CallSite
  ) {
    ownEnvironment = parents.first.map(\.ownEnvironment) ?? Activity.environment
    self.site = site
    self.label = label
    if let observed {
      tellCreation(operation, parents: parents.map { $0.id(in: observed) }, in: observed)
    }
  }

  /// A promise that follows from another one.
  @usableFromInline
  package init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    ownEnvironment = parent.ownEnvironment
    self.site = site
    self.label = label
    if let observed { tellCreation(operation, parents: [parent.id], in: observed) }
  }

  deinit {
    if let observed { tellDeallocation(in: observed) }
    if locked({ $0.hasHandlers }) {
      ThreadState.current.dismantle { handlers in locked { $0.moveHandlers(to: &handlers) } }
    }
  }

  /// The environment that everything about this promise happens in.
  package var environment: PromiseEnvironment { ownEnvironment ?? .shared }

  /// The environment, if somebody observes it. A promise that began where nobody did has none of its
  /// own, so that this costs a link one branch on a field that it has at hand.
  var observed: PromiseEnvironment? {
    #if PROMISE_NO_EVENTS
      nil
    #else
      guard let ownEnvironment, ownEnvironment.bus.isObserved else { return nil }
      return ownEnvironment
    #endif
  }

  /// What it was settled with; none while it is pending.
  @usableFromInline
  package var settled: Settled? { locked { $0.settled } }

  /// How many handlers the program has hung on it.
  package var handlerCount: Int { locked { Int($0.handlerCount) } }

  /// Looks at the state, or changes it, under the lock.
  func locked<R: Sendable>(_ body: (inout CoreState) -> R) -> R {
    state.withLock { body(&$0) }
  }
}

// MARK: - Beginning and end

extension PromiseCore {
  private func tellCreation(
    _ operation: PromiseEvent.Operation, parents: [PromiseID], in environment: PromiseEnvironment
  ) {
    let id = PromiseID(environment.bus.nextPromise())
    locked { $0.number = Int32(truncatingIfNeeded: id.rawValue) }
    environment.post(
      .created(
        PromiseEvent.Creation(
          promise: id, operation: operation, label: label?.text, site: site.resolved,
          parents: parents)))
  }

  private func tellDeallocation(in environment: PromiseEnvironment) {
    let freed = locked { state -> (PromiseEnvironment.Freed, waiting: [PromiseCore])? in
      guard state.number != 0 else { return nil }
      var freed = PromiseEnvironment.Freed(
        promise: PromiseID(Int(state.number)), state: .pending, waiting: [], lastLeafOf: nil)
      if let settled = state.settled {
        freed.state = .settled
        if state.endLeaf(), case .rejected(let rejection) = settled, rejection.removeLeaf(),
          !rejection.isCancelled
        {
          freed.lastLeafOf = rejection
        }
      } else if state.forwardedTo != 0 {
        freed.state = .forwarded(to: PromiseID(Int(state.forwardedTo)))
      } else {
        return (freed, state.waitingPromises)
      }
      return (freed, [])
    }
    guard let (freed, waiting) = freed else { return }
    var told = freed
    told.waiting = waiting.map { $0.id(in: environment) }
    environment.freed(told)
  }
}

// MARK: - Settling

extension PromiseCore {
  /// Settles the promise, if it is pending, and hands out its handlers. Answers whether it counted.
  /// (Promises/A+ 2.1)
  @usableFromInline
  @discardableResult
  package func settle(_ settled: Settled, at site: CallSite? = nil) -> Bool {
    settle(settled, isCounted: false, at: site)
  }

  /// Settles the promise; `isCounted` says that the one who passes a rejection on was counted among
  /// its leaves, and that the promise takes that place.
  @discardableResult
  private func settle(_ settled: Settled, isCounted: Bool, at site: CallSite?) -> Bool {
    switch transition(
      to: settled, from: nil, byAdopted: false, isCounted: isCounted, site: site)
    {
    case .ignored: return false
    case .done(let drains):
      if drains { ThreadState.current.drain(self) }
      return true
    }
  }

  /// Settles the promise with what `source` was settled with; part of the drain of this thread.
  func settle(
    _ settled: Settled, from source: PromiseCore?, byAdopted: Bool, in thread: ThreadState
  ) {
    if case .done(drains: true) = transition(
      to: settled, from: source, byAdopted: byAdopted, isCounted: false, site: nil)
    {
      thread.drain(self)
    }
  }

  private func transition(
    to settled: Settled, from source: PromiseCore?, byAdopted: Bool, isCounted: Bool,
    site: CallSite?
  ) -> CoreState.Transition {
    guard let observed else {
      return locked {
        $0.settle(settled, byAdopted: byAdopted).countingLeaf(of: settled, unless: isCounted)
      }
    }
    let id = id
    let source = source?.id(in: observed)
    let description = settled.description
    let (transition, event) = locked { state in
      let transition = state.settle(settled, byAdopted: byAdopted)
        .countingLeaf(of: settled, unless: isCounted)
      guard case .done = transition else {
        return (
          transition,
          observed.event(
            .resolutionIgnored(promise: id, site: site?.resolved, attempt: settled.outcome))
        )
      }
      var settlement = PromiseEvent.Settlement(
        promise: id, outcome: settled.outcome, description: description, from: source)
      if case .rejected(let rejection) = settled {
        settlement.origin = rejection.origin(orFirst: id, in: observed)
      }
      return (transition, observed.event(.settled(settlement)))
    }
    observed.bus.post(event)
    return transition
  }

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
        case .errors: handle(settled, by: handler.peekChild())
        case .everything: handler.carried(settled)?.addLeaf()
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

  /// Somebody takes care of a rejection: the child of the handler, or a fan-in.
  func handle(_ settled: Settled, by child: PromiseCore?) {
    guard case .rejected(let rejection) = settled else { return }
    rejection.handle()
    if let observed, let child {
      observed.post(.errorHandled(promise: id, by: child.id(in: observed)))
    }
  }
}

extension CoreState.Transition {
  /// Counts the promise among those that a rejection has reached: under the promise's lock, before
  /// anybody can take it further.
  fileprivate func countingLeaf(of settled: Settled, unless isCounted: Bool) -> Self {
    if !isCounted, case .done = self, case .rejected(let rejection) = settled {
      rejection.addLeaf()
    }
    return self
  }
}

extension Interest {
  /// Why a settlement passes such a handler; none if the handler runs.
  fileprivate func skips(_ settled: Settled) -> PromiseEvent.SkipReason? {
    switch (self, settled) {
    case (.everything, _), (.values, .fulfilled): nil
    case (.values, .rejected): .errorPassesValueHandler
    case (.errors, .fulfilled): .valuePassesErrorHandler
    case (.errors(.allErrors), .rejected): nil
    case (.errors(.allErrorsExceptCancellation), .rejected(let rejection)):
      rejection.isCancelled ? .cancellationPassesByPolicy : nil
    }
  }
}

// MARK: - Handlers

extension PromiseCore {
  /// Hangs an operator's handler on the promise: `body` runs on `dispatcher` once the promise is
  /// settled in a way that `interest` names, and what it answers is done to `child`.
  @usableFromInline
  package func attach(
    _ interest: Interest, on dispatcher: (any Dispatcher)?, child: PromiseCore,
    _ body: @escaping @Sendable (Settled) -> Reaction
  ) {
    let dispatcher = resolved(dispatcher)
    let handler = Handler(.operation(interest, dispatcher, body: body), child: child)
    guard let observed else { return add(handler) }
    let id = id
    let childID = child.id
    let queue = observed.queue(of: dispatcher)
    let (drains, event) = locked { state in
      let drains = state.append(handler)
      return (
        drains,
        observed.event(
          .handlerAttached(
            parent: id, child: childID, ordinal: Int(state.handlerCount), queue: queue))
      )
    }
    observed.bus.post(event)
    if drains { ThreadState.current.drain(self) }
  }

  /// Hangs a handler on the promise that is not counted: an adoption, an input of a fan-in.
  func add(_ handler: Handler) {
    if locked({ $0.append(handler) }) { ThreadState.current.drain(self) }
  }

  /// The queue that a link without one gets from its environment; inline is none.
  func resolved(_ dispatcher: (any Dispatcher)?) -> (any Dispatcher)? {
    guard let dispatcher else { return nil }
    let type = type(of: dispatcher)
    if type == DefaultMapDispatcher.self { return environment.defaults.map }
    if type == DefaultReturnDispatcher.self { return environment.defaults.return }
    if type == ImmediateDispatcher.self { return nil }
    return dispatcher
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
    if case .operation(.everything, _, _) = role, case .rejected(let rejection) = settled {
      rejection
    } else {
      nil
    }
  }

  /// Does to the child what the handler answered.
  fileprivate func finish(_ reaction: Reaction, after settled: Settled) {
    PromiseCore.finish(reaction, of: self, after: settled)
  }
}
