import Synchronization

extension PromiseCore {
  /// Attaches an operator's handler to the promise: `body` runs on `dispatcher` once the promise
  /// settles in a way that `interest` includes, and its reaction is applied to `child`.
  @usableFromInline
  package func attach(
    _ interest: HandlerFilter, on dispatcher: (any Dispatcher)?, child: PromiseCore,
    _ body: consuming @escaping @Sendable (Settled) -> Reaction
  ) {
    let target = OperationHandler.Target(dispatcher, of: self)
    let handler = OperationHandler(interest, on: target, child: child, body: body)
    if let pen {
      if let settled = attachRecorded(handler, child, pen) { drain(settled) }
      return
    }
    guard let ownEnvironment else { return add(handler) }
    // Queues have the same numbers with and without an observer, because schedules depend on them.
    let queue = ownEnvironment.queue(of: handler.target(in: ownEnvironment))
    if ownEnvironment.hooks?.attach(handler, to: self, settling: child, on: queue) == true {
      return
    }
    append(handler, settling: child, on: queue)
  }

  /// Appends a handler, and posts that if the environment is observed.
  @inline(__always)
  func append(_ handler: OperationHandler, settling child: PromiseCore, on queue: QueueID) {
    guard let observed else { return add(handler) }
    let id = id
    let childID = child.id
    let (settled, ordinal, stamp) = locked { state in
      (state.append(handler), state.handlerCount, newStamp(in: observed))
    }
    observed.bus.postAttached(stamp, id, childID, ordinal, queue)
    if let settled { drain(settled) }
  }

  /// Attaches a handler that is not counted: an adoption, or an input of a fan-in.
  func add(_ handler: Handler) {
    if let settled = locked({ $0.append(handler) }) { drain(settled) }
  }

  /// Notifies the handlers that were attached after the promise settled, as the only thread that
  /// drains it.
  private func drain(_ settled: Settled) {
    Step.reached(.attached)
    guard let batch = locked({ $0.takeHandlers() }) else { return }
    ThreadState.current.handOut(batch, of: self, settled)
  }

  /// Returns the environment's queue for a link without one; `nil` means inline.
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

  /// Returns the policy for a link without one: that of its environment when the link is created.
  @usableFromInline
  package func resolved(_ policy: CatchPolicy?) -> CatchPolicy { policy ?? environment.catchPolicy }
}

extension PromiseCore {
  /// Applies the reaction of a handler or a body to a promise. `core` is the caller's only
  /// reference to the promise, which shows whether there are others.
  ///
  /// - Parameter isPassingError: Whether the handler passes on an error once the promise that it
  ///   returned is settled. A canceled context does not interrupt that.
  static func apply(
    _ reaction: consuming Reaction, to core: inout PromiseCore, isPassingError: Bool = false
  ) {
    switch reaction {
    case .settle(let settled): core.settle(settled)
    case .adopt(let inner): adopt(inner, by: &core, isPassingError: isPassingError)
    case .later: break
    }
  }

  /// Locks `outer` in to `inner`. (Promises/A+ 2.3.2) A promise that adopts itself is rejected.
  /// (2.3.1)
  ///
  /// If `outer` is itself adopted and no other code refers to it, it is replaced by its adopter. A
  /// loop that adopts forever therefore uses constant memory.
  @usableFromInline
  @discardableResult
  package static func adopt(
    _ inner: PromiseCore, by outer: inout PromiseCore, at site: CallSite? = nil,
    isPassingError: Bool = false
  ) -> Bool {
    let own = outer.hooks?.adopt(inner, by: outer, at: site, isPassingError: isPassingError)
    if let own { return own }
    guard inner !== outer else { return outer.settle(.error(PMKError.returnedSelf), at: site) }
    guard outer.lockIn(to: inner, at: site) else {
      // The final result of a canceled promise's work is dropped here, even if it is an error.
      if outer.locked({ $0.wasCancelled }) { inner.add(Adoption(child: outer)) }
      return false
    }
    Step.reached(.lockedIn)
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

  func lockIn(to inner: PromiseCore, at site: CallSite?) -> Bool {
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

  /// Replaces this promise by `adopter`, which waits for `inner` from now on.
  private func forward(to adopter: PromiseCore, waitingFor inner: PromiseCore) {
    let number = observed.map { UInt32(truncatingIfNeeded: adopter.id(in: $0).rawValue) } ?? 0
    guard let batch = locked({ $0.forward(to: number) }) else { return }
    adopter.locked { $0.relock(to: inner) }
    adopter.noteDownstream(of: inner)
    inner.add(batch.first)
    adopter.rejectIfInCircle(from: inner)
  }

  /// Rejects the promise with `returnedSelf` if the adoptions from `inner` lead back to it. The
  /// promise is already locked in to `inner`: if two threads close a cycle together, the later one
  /// detects it. No adoption leads back to a promise that was never adopted, so a chain of
  /// adoptions is created in linear time from either end.
  private func rejectIfInCircle(from inner: PromiseCore) {
    guard locked({ $0.isAdopted }), PromiseCore.leads(from: inner, to: self) else { return }
    settle(.error(PMKError.returnedSelf), by: .adopted)
  }

  /// Protects the references from a promise to the one that it is locked in to: a promise that is
  /// freed while others are locked in to it removes their references under this lock.
  static let adoptionLinks = Mutex(())

  /// Returns whether the adoptions from `inner` lead to `outer`.
  private static func leads(from inner: PromiseCore, to outer: PromiseCore) -> Bool {
    // Released after unlocking, because freeing a promise can take the same lock.
    var met = [inner]
    defer { withExtendedLifetime(met) {} }
    return adoptionLinks.withLock { _ in
      var last = inner
      // Another thread may just have closed a cycle elsewhere, and is about to break it.
      var checkpoint = inner
      while let next = last.locked({ $0.innerPromise() }) {
        if next === outer { return true }
        if next === checkpoint { return false }
        if met.count & (met.count - 1) == 0 { checkpoint = next }
        met.append(next)
        last = next
      }
      return false
    }
  }
}
