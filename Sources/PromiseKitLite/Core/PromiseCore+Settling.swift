extension PromiseCore {
  /// Settles the promise if it is pending, and notifies its handlers. Returns whether the promise
  /// was pending. (Promises/A+ 2.1)
  @usableFromInline
  @discardableResult
  package func settle(_ settled: Settled, at site: CallSite? = nil) -> Bool {
    // The usual case without an observer.
    guard !hasEnvironment, metadata == nil, case .fulfilled = settled else {
      return settle(settled, by: .itself, at: site)
    }
    switch locked({ $0.settle(settled, by: .itself) }) {
    case .ignored: return false
    case .done: return true
    case .handOut(let batch):
      ThreadState.current.handOut(batch, of: self, settled)
      return true
    }
  }

  /// Settles a promise on behalf of a caller that gives up its reference, which avoids reference
  /// counting.
  static func settle(_ core: consuming PromiseCore, as settled: consuming Settled) {
    guard core.metadata == nil, case .fulfilled(let value) = settled else {
      core.settle(settled, by: .itself)
      return
    }
    guard !core.hasEnvironment else {
      guard let pen = core.pen else {
        core.settle(settled, by: .itself)
        return
      }
      var isIgnored = false
      if case .handOut(let batch) = core.fulfillRecorded(settled, value, pen, &isIgnored) {
        ThreadState.current.handOut(batch, of: core, settled)
      } else if isIgnored {
        // Records that.
        core.settle(settled, by: .itself)
      }
      return
    }
    if case .handOut(let batch) = core.locked({ $0.settle(settled, by: .itself) }) {
      ThreadState.current.handOut(batch, of: core, settled)
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

  /// Settles the promise on behalf of `settler`.
  @discardableResult
  func settle(_ settled: Settled, by settler: CoreState.Source, at site: CallSite? = nil) -> Bool {
    let settled = overridden(settled, by: settler)
    switch transition(to: settled, from: nil, by: settler, site: site) {
    case .ignored: return false
    case .done: return true
    case .handOut(let batch):
      ThreadState.current.handOut(batch, of: self, settled)
      return true
    }
  }

  /// Settles the promise with the settlement of `source`, as part of this thread's drain.
  ///
  /// An error that arrives too late, because the promise was canceled or timed out in the meantime,
  /// is dropped here.
  func settle(
    _ settled: Settled, from source: PromiseCore?, by settler: CoreState.Source,
    in thread: ThreadState
  ) {
    switch transition(to: settled, from: source, by: settler, site: nil) {
    case .done: break
    case .handOut(let batch): thread.handOut(batch, of: self, settled)
    case .ignored:
      if case .rejected(let rejection) = settled { rejection.handle() }
    }
  }

  /// Settles the promise with the settlement of the promise that it is locked in to. Returns the
  /// handlers for the caller to notify.
  func settleAsAdopted(_ settled: Settled, from inner: PromiseCore) -> CoreState.Batch? {
    if let context, context === inner.context, inner.hasLeftContext { leaveContext() }
    switch transition(to: settled, from: inner, by: .adopted, site: nil) {
    case .done: return nil
    case .handOut(let batch): return batch
    case .ignored:
      if case .rejected(let rejection) = settled { rejection.handle() }
      return nil
    }
  }

  private func transition(
    to settled: Settled, from source: PromiseCore?, by settler: CoreState.Source,
    site: CallSite?
  ) -> CoreState.Transition {
    if source == nil, case .rejected(let rejection) = settled { rejection.arise(in: self) }
    let transition: CoreState.Transition
    if let observed {
      transition = observedTransition(
        to: settled, from: source, by: settler, site: site, in: observed)
    } else {
      transition = locked { $0.settle(settled, by: settler) }
    }
    // A settlement that a link passes on from its parent has no handler and does not occur there.
    if let accessTracker, transition.counts, source == nil || settler == .adopted {
      markSettled(settled, in: accessTracker)
    }
    if case .rejected(let rejection) = settled, transition.counts {
      noteRejection(rejection, transition)
    }
    if metadata?.inheritedContext.context != nil, transition.counts { endCancelHandlers(settled) }
    return transition
  }

  private func observedTransition(
    to settled: Settled, from source: PromiseCore?, by settler: CoreState.Source,
    site: CallSite?, in observed: PromiseEnvironment
  ) -> CoreState.Transition {
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
      let origin = rejection.origin(orFirst: id, in: observed)
      return (transition, origin, newStamp(in: observed))
    }
    guard let stamp else { return transition }
    if transition.counts {
      observed.bus.postSettled(
        stamp, id, settled.outcome, description, origin: origin, from: source, oddity)
      #if !PROMISE_NO_GATE
        if let gate = observed.gate { gate.settled(self, settled.outcome, description) }
      #endif
    } else {
      let kind = PromiseEvent.Kind.resolutionIgnored(
        promise: id, site: site?.resolved, attempt: settled.outcome)
      observed.bus.post(PromiseEvent(stamp, kind))
    }
    return transition
  }

  /// Reports to the access tracker that the promise's handler or work starts.
  func trackBegin(_ accessTracker: AccessTracker) {
    accessTracker.begin(label?.text, at: site.line &* 1024 &+ UInt32(site.column))
  }

  /// Reports to the access tracker that the promise settles, unless it is canceled.
  func markSettled(_ settled: Settled, in accessTracker: AccessTracker) {
    if !settled.isCancellation { accessTracker.mark(label?.text) }
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
    if let dialect = ownEnvironment?.dialect, !dialect.noteSecondResolution(of: self) { return }
    environment.warn(
      .resolvedAgain(PromiseWarning.Place(label: label?.text, site: (site ?? self.site).resolved)))
  }
}
