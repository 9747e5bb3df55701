extension PromiseCore {
  /// Hangs an operator's handler on the promise: `body` runs on `dispatcher` once the promise is
  /// settled in a way that `interest` names, and what it answers is done to `child`.
  @usableFromInline
  package func attach(
    _ interest: Interest, on dispatcher: (any Dispatcher)?, child: PromiseCore,
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
    if type == TouchingDispatcher.self, let touching = dispatcher as? TouchingDispatcher {
      return TouchingDispatcher(resolved(touching.base) ?? .immediate, touching.touches)
    }
    return dispatcher
  }

  /// The policy of a link that names none: what its environment says when the link is made.
  @usableFromInline
  package func resolved(_ policy: CatchPolicy?) -> CatchPolicy { policy ?? environment.catchPolicy }
}
