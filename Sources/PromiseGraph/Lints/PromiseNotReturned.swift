package import PromiseEvents

/// A promise that a handler created but neither returned nor kept: nothing waits for it.
///
/// **Why.** The chain continues before the work is done, and an error in it reaches no handler of
/// the chain.
///
/// **Reported** when such a promise, the last one of its chain, is freed as soon as it is
/// fulfilled, after the handler's own promise settled, if that promise has handlers. Not reported
/// for a chain that ends in `catch`, `finally` or `cauterize`, which shows that it is independent,
/// nor for a timer with handlers that cannot fail (`after(…).done { }`), nor for a promise that is
/// kept, read or returned. A chain that cannot fail is reported only if it was created in a handler that
/// another one follows, and not in one that only looks at what passes: a `get`, a `tap` or an `ensure`.
///
/// **Fix.** Return it from the handler, so that the chain waits for it.
///
/// ```swift
/// // wrong: the page is shown before it is saved
/// load(id)
///   .done { _ in _ = save("page").done { _ in print("saved") } }
///   .done { print("shown") }.cauterize()
/// // Prints "shown"
/// // Prints "saved"
/// // right
/// load(id)
///   .then { _ in save("page").done { _ in print("saved") } }
///   .done { print("shown") }.cauterize()
/// // Prints "saved"
/// // Prints "shown"
/// ```
package enum PromiseNotReturned: Lint {
  package static let id = "promise-not-returned"
  package static let severity = Severity.warning
  package static let summary =
    "a promise created in a handler was neither returned nor kept: nothing waits for it"
  package static let fix = "return it from the handler, so that the chain waits for it"
  package static let kinds: [PromiseEvent.Kind.Name]? = [.deallocated]

  package static func finding(after event: PromiseEvent, in graph: Graph) -> Finding? {
    guard case .deallocated(let promise, .settled, _) = event.kind, !graph.isRead(promise),
      let node = graph[promise], node.isDeclared, !node.creation.operation.has(.endsChain),
      let settled = node.settled, node.settlement?.outcome == .fulfilled,
      let maker = node.createdIn.flatMap({ graph.jobTable.read($0.rawValue) { $0.child } ?? nil }),
      let handler = graph[maker], handler.parent != nil, !handler.children.isEmpty,
      handler.creation.operation != .thenResolving,
      let before = handler.settled, before.sequence < settled.sequence,
      graph.isFreedAtOnce(promise), !isTimed(node, in: graph),
      !node.creation.isGuarantee || isFollowed(handler, in: graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.add(maker)
    finding.cause = before.sequence
    return finding
  }

  /// Returns whether a handler that does the work of its chain is followed by another one, which could have
  /// waited for what it created.
  private static func isFollowed(_ handler: PromiseNode, in graph: Graph) -> Bool {
    guard !handler.creation.operation.has(.passesOn) else { return false }
    return handler.children.prefix(8).contains {
      graph.read($0) { !$0.creation.operation.has(.endsChain) && $0.skipped == nil } ?? false
    }
  }

  /// Returns whether it ends a chain of guarantees that a timer starts: it cannot fail, and is independent.
  private static func isTimed(_ node: PromiseNode, in graph: Graph) -> Bool {
    guard node.creation.isGuarantee else { return false }
    var next = node.parent
    for _ in 0..<8 {
      guard let id = next, let link = graph.read(id, { ($0.creation, $0.parent) }),
        link.0.isGuarantee
      else { return false }
      if link.0.operation == .after { return true }
      next = link.1
    }
    return false
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(harm: finding.promise.map { [.promise($0)] } ?? [])
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let (name, handler) = (finding.name(in: graph), finding.placed(in: graph))
    return language.text(
      "\(name) was created in the handler of \(handler), but neither returned nor kept: the chain did not wait for it"
    )
  }
}
