import PromiseKitLite

// Contexts and owners. (rule 10)
extension Model {
  final class Context {
    var isCancelled = false
    fileprivate var members: [Node] = []
    var inner: [Context] = []
  }

  final class Owner { var isGone = false }

  /// What a promise inherits along its chain.
  struct InheritedContext {
    var context: Context?
    var owners: [Owner] = []
  }

  /// A promise that waits for another one of its context is left alone: it settles when that one
  /// does. A promise whose parent has left the context stays outside.
  func join(_ node: Node, of parent: Node?) {
    guard let context = node.inheritedContext.context else { return }
    let isDownstream = parent?.inheritedContext.context === context
    if isDownstream, parent?.hasLeft == true { return leave(node) }
    node.isDownstream = isDownstream
    if context.isCancelled { cancel(node) } else { context.members.append(node) }
  }

  func leaveDownstream(_ node: Node) {
    node.isDownstream = false
    if node.inheritedContext.context?.isCancelled == true { cancel(node) }
  }

  func noteAdoption(of inner: Node, by outer: Node) {
    guard let context = outer.inheritedContext.context else { return }
    outer.isDownstream = inner.inheritedContext.context === context
    // An existing error is not replaced.
    if context.isCancelled, inner.settlement?.rejection == nil || outer.isDownstream {
      cancel(outer)
    }
  }

  func cancel(_ node: Node) {
    guard node.settlement == nil, !node.hasLeft else { return }
    node.wasCancelled = true
    switch handlers.last(where: { $0.child === node })?.link.hearsEverything {
    case true?: leave(node)
    case false?: break
    case nil where node.isDownstream: runCancelHandlers(of: node)
    case nil:
      runCancelHandlers(of: node, early: true)
      settle(node, Settlement(.error(PMKError.cancelled)), by: .cancellation)
    }
  }

  /// The chain continues although the context is cancelled.
  func leave(_ node: Node) {
    guard node.settlement == nil else { return }
    node.hasLeft = true
    node.wasCancelled = false
  }

  /// Stores an action to run when the context cancels the promise; runs it immediately if it
  /// already has. Actions that stop a timer or a fan-in run early, before the promise is rejected.
  func onCancel(_ node: Node, early: Bool = false, _ handler: @escaping () -> Void) {
    guard node.inheritedContext.context != nil else { return }
    if node.wasCancelled || isCancelledByContext(node) {
      handler()
    } else if node.settlement == nil {
      node.cancelHandlers.append((early, handler))
    }
  }

  func runCancelHandlers(of node: Node, early: Bool? = nil) {
    let handlers = node.cancelHandlers.filter { early == nil || $0.early == early }
    node.cancelHandlers.removeAll { early == nil || $0.early == early }
    for handler in handlers { handler.run() }
  }

  /// It settles this way because its context is cancelled.
  func isCancelledByContext(_ node: Node) -> Bool {
    node.settlement?.outcome.isCancellation == true
      && node.inheritedContext.context?.isCancelled == true
      && !node.hasLeft
  }

  func cancel(_ context: Context) {
    var over: [Context] = []
    var list = [context]
    while let context = list.popLast() {
      guard !context.isCancelled else { continue }
      context.isCancelled = true
      over.append(context)
      list += context.inner.reversed()
    }
    for context in over.reversed() {
      for node in context.members where isAlive(node) {
        cancel(node)
        // Unreferenced promises are freed before the next one is cancelled.
        sweep()
      }
    }
  }

  /// A context that is cancelled with any of these.
  func makeContext(within outer: [Context]) -> Context {
    let context = Context()
    for outer in outer {
      if outer.isCancelled { cancel(context) } else { outer.inner.append(context) }
    }
    return context
  }

  /// What a promise inherits from several parents: anything that cancels one of them.
  func inheritedContext(of parents: [Node]) -> InheritedContext {
    var contexts: [Context] = []
    var inheritedContext = InheritedContext()
    for parent in parents {
      if let context = parent.inheritedContext.context, !parent.hasLeft,
        !contexts.contains(where: { $0 === context })
      {
        contexts.append(context)
      }
      for owner in parent.inheritedContext.owners
      where !inheritedContext.owners.contains(where: { $0 === owner }) {
        inheritedContext.owners.append(owner)
      }
    }
    inheritedContext.context = contexts.count > 1 ? makeContext(within: contexts) : contexts.first
    return inheritedContext
  }

  /// The effect on a handler's promise if its context was cancelled while the handler waited or
  /// ran. A value into which the handler turned the cancellation counts, and so does every error.
  func reaction(
    _ reaction: Reaction, of handler: LinkHandler, after settlement: Settlement
  ) -> Reaction {
    let node = handler.child
    guard node.inheritedContext.context?.isCancelled == true, !node.hasLeft, node.settlement == nil
    else {
      return reaction
    }
    if case .settle(let made) = reaction, made.rejection != nil { return reaction }
    if settlement.rejection != nil, handler.link.handlesErrors,
      settlement.outcome.isCancellation || handler.link.takesAllErrors
    {
      leave(node)
      return reaction
    }
    switch reaction {
    case .settle: return .settle(Settlement(.error(PMKError.cancelled)))
    case .later where !handler.link.hearsEverything:
      cancel(node)
      return reaction
    case .adopt, .later: return reaction
    }
  }

  /// What a handler's promise gets instead, if its chain has ended.
  func refusal(
    of settlement: Settlement, for handler: LinkHandler
  ) -> (Settlement, PromiseEvent.SkipReason)? {
    let inheritedContext = handler.child.inheritedContext
    guard !handler.link.outlivesCancellation, !settlement.outcome.isCancellation else { return nil }
    let refused = Settlement(.error(PMKError.cancelled))
    if inheritedContext.context?.isCancelled == true, !handler.child.hasLeft,
      settlement.rejection == nil
    {
      return (refused, .chainCancelled)
    }
    return inheritedContext.owners.contains(where: \.isGone) ? (refused, .ownerGone) : nil
  }
}
