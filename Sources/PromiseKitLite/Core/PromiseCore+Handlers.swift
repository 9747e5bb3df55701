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
}
