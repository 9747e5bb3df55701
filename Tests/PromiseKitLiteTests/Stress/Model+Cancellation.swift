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
  struct Lineage {
    var context: Context?
    var owners: [Owner] = []
  }

  /// A promise that waits for another one of its context is left alone: it settles when that one does.
  func join(_ node: Node, downstream: Bool) {
    guard let context = node.lineage.context else { return }
    node.isDownstream = downstream
    if context.isCancelled { cancel(node) } else { context.members.append(node) }
  }

  func leaveDownstream(_ node: Node) {
    node.isDownstream = false
    if node.lineage.context?.isCancelled == true { cancel(node) }
  }

  func noteAdoption(of inner: Node, by outer: Node) {
    guard let context = outer.lineage.context else { return }
    outer.isDownstream = inner.lineage.context === context
    if context.isCancelled { cancel(outer) }
  }

  private func cancel(_ node: Node) {
    guard node.settlement == nil else { return }
    node.wasCancelled = true
    runCancelHandlers(of: node)
    if !node.isDownstream {
      settle(node, Settlement(.error(PMKError.cancelled)), by: .cancellation)
    }
  }

  /// Keeps what runs when the context cancels the promise; runs it if it has.
  func onCancel(_ node: Node, _ handler: @escaping () -> Void) {
    guard node.lineage.context != nil else { return }
    if node.wasCancelled || isCancelledByContext(node) {
      handler()
    } else if node.settlement == nil {
      node.cancelHandlers.append(handler)
    }
  }

  func runCancelHandlers(of node: Node) {
    let handlers = node.cancelHandlers
    node.cancelHandlers = []
    for handler in handlers { handler() }
  }

  /// It is settled so because its context is cancelled.
  func isCancelledByContext(_ node: Node) -> Bool {
    node.settlement?.outcome.isCancellation == true && node.lineage.context?.isCancelled == true
  }

  func cancel(_ context: Context) {
    guard !context.isCancelled else { return }
    context.isCancelled = true
    for inner in context.inner { cancel(inner) }
    for node in context.members where isAlive(node) { cancel(node) }
  }

  /// A context that is cancelled with any of these.
  func makeContext(within outer: [Context]) -> Context {
    let context = Context()
    for outer in outer {
      if outer.isCancelled { cancel(context) } else { outer.inner.append(context) }
    }
    return context
  }

  /// What a promise inherits from several: whatever cancels one of them.
  func lineage(of parents: [Node]) -> Lineage {
    var contexts: [Context] = []
    var lineage = Lineage()
    for parent in parents.map(\.lineage) {
      if let context = parent.context, !contexts.contains(where: { $0 === context }) {
        contexts.append(context)
      }
      for owner in parent.owners where !lineage.owners.contains(where: { $0 === owner }) {
        lineage.owners.append(owner)
      }
    }
    lineage.context = contexts.count > 1 ? makeContext(within: contexts) : contexts.first
    return lineage
  }

  /// What a handler that passes on what it read, an ensure or a tap, settles its promise with where the
  /// chain was cancelled while it ran.
  func cancellation(of handler: LinkHandler, insteadOf reaction: Reaction) -> Reaction? {
    guard handler.link.hearsEverything, case .settle(let made) = reaction,
      !made.outcome.isCancellation, handler.child.lineage.context?.isCancelled == true
    else { return nil }
    made.rejection?.isHandled = true
    return .settle(Settlement(.error(PMKError.cancelled)))
  }

  /// What a handler's promise gets instead, where its chain is over.
  func refusal(
    of settlement: Settlement, for handler: LinkHandler
  ) -> (Settlement, PromiseEvent.SkipReason)? {
    let lineage = handler.child.lineage
    guard !handler.link.outlivesCancellation, !settlement.outcome.isCancellation else { return nil }
    let refused = Settlement(.error(PMKError.cancelled))
    if lineage.context?.isCancelled == true { return (refused, .chainCancelled) }
    return lineage.owners.contains(where: \.isGone) ? (refused, .ownerGone) : nil
  }
}
