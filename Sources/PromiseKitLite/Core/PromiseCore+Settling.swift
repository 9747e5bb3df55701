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
  func settle(_ settled: Settled, isCounted: Bool, at site: CallSite?) -> Bool {
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
