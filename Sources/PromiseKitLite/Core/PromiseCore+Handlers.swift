extension PromiseCore {
  /// Hangs an operator's handler on the promise: `body` runs on `dispatcher` once the promise is
  /// settled in a way that `interest` names, and what it answers is done to `child`.
  @usableFromInline
  package func attach(
    _ interest: HandlerFilter, on dispatcher: (any Dispatcher)?, child: PromiseCore,
    _ body: consuming @escaping @Sendable (Settled) -> Reaction
  ) {
    let dispatcher = resolved(dispatcher)
    let handler = OperationHandler(interest, on: dispatcher, child: child, body: body)
    guard let observed else {
      // Queues have the same numbers whether somebody observes or not: a schedule counts on that.
      if let ownEnvironment { _ = ownEnvironment.queue(of: dispatcher) }
      return add(handler)
    }
    let id = id
    let childID = child.id
    let queue = observed.queue(of: dispatcher)
    let (settled, ordinal, stamp) = locked { state in
      (state.append(handler), state.handlerCount, observed.stamp())
    }
    observed.bus.postAttached(stamp, id, childID, ordinal, queue)
    if let settled { drain(settled) }
  }

  /// Hangs a handler on the promise that is not counted: an adoption, an input of a fan-in.
  func add(_ handler: Handler) {
    if let settled = locked({ $0.append(handler) }) { drain(settled) }
  }

  /// Hands out what was attached after the promise had settled, as its only drainer.
  private func drain(_ settled: Settled) {
    guard let batch = locked({ $0.takeHandlers() }) else { return }
    ThreadState.current.handOut(batch, of: self, settled)
  }

  /// The queue that a link without one gets from its environment; inline is none.
  func resolved(_ dispatcher: (any Dispatcher)?) -> (any Dispatcher)? {
    guard let dispatcher else { return nil }
    let type = type(of: dispatcher)
    if type == DefaultMapDispatcher.self { return environment.defaults.map }
    if type == DefaultReturnDispatcher.self { return environment.defaults.return }
    if type == BackgroundDispatcher.self { return environment.defaults.background }
    if type == ImmediateDispatcher.self { return nil }
    if type == AccessingDispatcher.self, let accessing = dispatcher as? AccessingDispatcher {
      return AccessingDispatcher(resolved(accessing.base) ?? .immediate, accessing.touches)
    }
    return dispatcher
  }

  /// The policy of a link that names none: what its environment says when the link is made.
  @usableFromInline
  package func resolved(_ policy: CatchPolicy?) -> CatchPolicy { policy ?? environment.catchPolicy }
}

extension PromiseCore {
  /// Does to a promise what its handler or body answered. `core` is the caller's only reference to
  /// it, so that it can be seen whether anybody else has one.
  ///
  /// - Parameter isPassingError: The handler passes on an error once the promise that it returned is settled:
  ///   a cancelled context does not interrupt that.
  static func apply(
    _ reaction: consuming Reaction, to core: inout PromiseCore, isPassingError: Bool = false
  ) {
    switch reaction {
    case .settle(let settled): core.settle(settled)
    case .adopt(let inner): adopt(inner, by: &core, isPassingError: isPassingError)
    case .later: break
    }
  }

  /// Locks `outer` in to `inner`. (Promises/A+ 2.3.2) Returning itself rejects. (2.3.1)
  ///
  /// Where `outer` is itself adopted and nobody else can see it, its place passes to its adopter: a
  /// loop that adopts for ever lives in constant memory.
  @usableFromInline
  @discardableResult
  package static func adopt(
    _ inner: PromiseCore, by outer: inout PromiseCore, at site: CallSite? = nil,
    isPassingError: Bool = false
  ) -> Bool {
    guard inner !== outer else { return outer.settle(.error(PMKError.returnedSelf), at: site) }
    guard outer.lockIn(to: inner, at: site) else {
      // What the work of a cancelled promise comes to in the end ends here, also if it is an error.
      if outer.locked({ $0.wasCancelled }) { inner.add(Adoption(child: outer)) }
      return false
    }
    if isKnownUniquelyReferenced(&outer), let adopter = outer.locked({ $0.soleAdopter }),
      adopter !== inner
    {
      outer.forward(to: adopter, waitingFor: inner)
    } else {
      if !isPassingError { outer.noteDownstream(of: inner) }
      inner.add(Adoption(child: outer))
      outer.rejectIfInCircle(from: inner)
    }
    return true
  }

  private func lockIn(to inner: PromiseCore, at site: CallSite?) -> Bool {
    guard let observed else { return locked { $0.lockIn(to: inner) } }
    let id = id
    let innerID = inner.id(in: observed)
    let attempt = inner.settled?.outcome
    let (counted, event) = locked { state in
      guard state.lockIn(to: inner) else {
        return (
          false,
          observed.event(
            .resolutionIgnored(promise: id, site: site?.resolved, attempt: attempt))
        )
      }
      return (true, observed.event(.adopted(outer: id, inner: innerID)))
    }
    observed.bus.post(event)
    return counted
  }

  /// The place of this promise passes to `adopter`, which waits for `inner` from now on.
  private func forward(to adopter: PromiseCore, waitingFor inner: PromiseCore) {
    let number = observed.map { UInt32(truncatingIfNeeded: adopter.id(in: $0).rawValue) } ?? 0
    guard let place = locked({ $0.forward(to: number) }) else { return }
    adopter.locked { $0.relock(to: place.inner) }
    adopter.noteDownstream(of: inner)
    inner.add(place.batch.first)
    adopter.rejectIfInCircle(from: inner)
  }

  /// Rejects the promise with `returnedSelf` if following the adoptions from `inner` leads back to it.
  /// It is locked in and hung on `inner` already: of two threads that close a circle together, the
  /// later one sees it. Nothing leads back to a promise that nobody has adopted, so that a chain of
  /// adoptions is made in linear time from either end.
  private func rejectIfInCircle(from inner: PromiseCore) {
    guard locked({ $0.isAdopted }) else { return }
    var next = inner
    while let inner = next.locked({ $0.innerPromise }) {
      guard inner !== self else {
        return settle(
          .error(PMKError.returnedSelf), from: nil, by: .adopted, in: ThreadState.current)
      }
      next = inner
    }
  }
}
