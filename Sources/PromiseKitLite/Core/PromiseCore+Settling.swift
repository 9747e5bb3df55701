import Synchronization

// A promise settles in one of two forms: plain, if it belongs to an ordinary program that nothing
// observes; or observed, which posts an event and asks the hooks of its environment.

extension PromiseCore {
  /// Settles the promise if it is pending, and notifies its handlers. Returns whether the promise
  /// was pending. (Promises/A+ 2.1)
  @usableFromInline
  @discardableResult
  package func settle(_ settled: Settled, at site: CallSite? = nil) -> Bool {
    settle(settled, by: .itself, at: site)
  }

  /// Settles the promise on behalf of `settler`, as part of this thread's drain if there is one.
  /// `source` is the promise whose settlement is passed on.
  ///
  /// An error that is passed on too late, because the promise was canceled or timed out in the
  /// meantime, is dropped here.
  @discardableResult
  func settle(
    _ settled: Settled, from source: PromiseCore? = nil, by settler: CoreState.Source,
    at site: CallSite? = nil
  ) -> Bool {
    let settled = settler == .itself ? replaced(settled) : settled
    switch transition(to: settled, from: source, by: settler, at: site) {
    case .done: return true
    case .handOut(let batch):
      ThreadState.current.handOut(batch, of: self, settled)
      return true
    case .ignored:
      if settler == .parent || settler == .adopted { dropLate(settled) }
      return false
    }
  }

  /// Settles a promise on behalf of a caller that gives up its reference, which avoids reference
  /// counting.
  static func settle(_ core: consuming PromiseCore, as settled: consuming Settled) {
    let settled = core.replaced(settled)
    if case .handOut(let batch) = core.transition(to: settled, from: nil, by: .itself, at: nil) {
      ThreadState.current.handOut(batch, of: core, settled)
    }
  }

  /// Settles the promise with the settlement of the promise that it is locked in to. Returns the
  /// handlers for the caller to notify.
  func settleAsAdopted(_ settled: Settled, from inner: PromiseCore) -> CoreState.Batch? {
    if let context, context === inner.context, inner.hasLeftContext { leaveContext() }
    switch transition(to: settled, from: inner, by: .adopted, at: nil) {
    case .done: return nil
    case .handOut(let batch): return batch
    case .ignored:
      dropLate(settled)
      return nil
    }
  }

  /// Settles the promise on behalf of a resolver. A second resolution is reported. (rule 15)
  @usableFromInline
  package func resolve(_ settled: Settled, at site: CallSite? = nil) {
    if !settle(settled, by: .itself, at: site) { reportSecondResolution(at: site) }
  }

  /// Locks the promise in to another promise, on behalf of a resolver.
  @usableFromInline
  package func resolve(with inner: PromiseCore, at site: CallSite? = nil) {
    var outer = self
    if !PromiseCore.adopt(inner, by: &outer, at: site) { reportSecondResolution(at: site) }
  }

  /// Marks a rejection as handled by the child of a handler, or by a fan-in.
  func handle(_ rejection: Rejection, by child: @autoclosure () -> PromiseCore?) {
    rejection.handle()
    if let observed, let child = child() {
      observed.post(.errorHandled(promise: id, by: child.id(in: observed)))
    }
  }

  /// Reports a second resolution as a warning.
  private func reportSecondResolution(at site: CallSite?) {
    guard !locked({ $0.wasCancelled }) else { return }
    if let hooks, !hooks.reportsSecondResolution(of: self) { return }
    environment.warn(
      .resolvedAgain(PromiseWarning.Place(label: label?.text, site: (site ?? self.site).resolved)))
  }

  /// Drops an error that is passed on too late.
  private func dropLate(_ settled: Settled) {
    if case .rejected(let rejection) = settled { rejection.handle() }
  }

  /// Returns the settlement that the hooks put in the place of the promise's own.
  @inline(__always)
  private func replaced(_ settled: Settled) -> Settled {
    guard hasEnvironment, let hooks else { return settled }
    return hooks.settlement(settled, of: self)
  }
}

// MARK: - The two forms

extension PromiseCore {
  @inline(__always)
  private func transition(
    to settled: Settled, from source: PromiseCore?, by settler: CoreState.Source,
    at site: CallSite?
  ) -> CoreState.Transition {
    hasEnvironment
      ? settleObserved(settled, from: source, by: settler, at: site)
      : settlePlain(settled, from: source, by: settler)
  }

  /// Settles a promise that has no environment of its own.
  @inline(__always)
  private func settlePlain(
    _ settled: Settled, from source: PromiseCore?, by settler: CoreState.Source
  ) -> CoreState.Transition {
    if source == nil, case .rejected(let rejection) = settled {
      rejection.arise(label: label, at: self.site)
    }
    let transition = lock.withLock { _ in state.settle(settled, by: settler) }
    if metadata != nil, transition.counts { settledInContext(settled) }
    return transition
  }

  /// Settles a promise that has an environment of its own: it is observed or recorded, or the
  /// environment has hooks.
  private func settleObserved(
    _ settled: Settled, from source: PromiseCore?, by settler: CoreState.Source,
    at site: CallSite?
  ) -> CoreState.Transition {
    if settler == .itself, metadata == nil, case .fulfilled(let value) = settled, let pen {
      let transition = fulfillRecorded(settled, value, at: site, pen)
      if transition.counts { return transition }
    }
    if source == nil, case .rejected(let rejection) = settled {
      rejection.arise(label: label, at: self.site)
    }
    let (transition, description) =
      if let observed {
        settleAndPost(settled, from: source, by: settler, at: site, in: observed)
      } else {
        (locked { $0.settle(settled, by: settler) }, String?.none)
      }
    guard transition.counts else { return transition }
    if let hooks {
      let hasHandlers = if case .handOut = transition { true } else { false }
      // A settlement that a link passes on from its parent does not occur there.
      hooks.settled(
        self, settled, description: description, isOwn: source == nil || settler == .adopted,
        hasHandlers: hasHandlers)
    }
    if metadata != nil { settledInContext(settled) }
    return transition
  }

  /// Settles a promise that is observed, and posts that. Returns also the text of the value or the
  /// error.
  private func settleAndPost(
    _ settled: Settled, from source: PromiseCore?, by settler: CoreState.Source,
    at site: CallSite?, in observed: PromiseEnvironment
  ) -> (CoreState.Transition, String?) {
    let id = id
    let source = source?.id(in: observed)
    let description = settled.description(for: observed.bus.values)
    let oddity = settled.oddity
    let (transition, origin, stamp) = locked {
      state -> (CoreState.Transition, PromiseID?, EventStamp?) in
      let transition = state.settle(settled, by: settler)
      guard transition.counts else {
        // Not a second resolution: the promise that this one was locked in to settles after all, or
        // the work of a canceled promise ends.
        let isSilent = settler == .adopted || (state.wasCancelled && settled.isCancellation)
        return (transition, nil, isSilent ? nil : newStamp(in: observed))
      }
      guard case .rejected(let rejection) = settled else {
        return (transition, nil, newStamp(in: observed))
      }
      let origin = rejection.origin(orFirst: id, on: observed.bus)
      return (transition, origin, newStamp(in: observed))
    }
    guard let stamp else { return (transition, description) }
    if transition.counts {
      // What a body or a handler throws is resolved at the place of the promise: no resolver was called.
      observed.bus.postSettled(
        stamp, id, settled.outcome, description, origin: origin, from: source, oddity,
        at: site.flatMap { $0.isSame(as: self.site) ? nil : $0 })
    } else {
      let kind = PromiseEvent.Kind.resolutionIgnored(
        promise: id, site: site?.resolved, attempt: settled.outcome)
      observed.bus.post(PromiseEvent(stamp, kind))
    }
    return (transition, description)
  }

  /// Runs or drops the cancel handlers of the promise, which is settled.
  @inline(never)
  private func settledInContext(_ settled: Settled) {
    if context != nil { endCancelHandlers(settled) }
  }
}
