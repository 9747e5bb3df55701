package import PromiseEvents

/// A chain that can fail ends without an error handler; in this run nothing failed.
///
/// **Why.** The first failure will be an unhandled rejection, and what should follow will not
/// happen.
///
/// **Reported** when the last promise of such a chain is freed as soon as it is fulfilled, once for
/// each source line. Not reported for guarantees, which cannot fail, nor where any link of the
/// chain handles errors or ends the chain, nor where the chain branches: another branch may handle
/// them. Not reported where a thread waits for the promise or a task awaits it either, which throws
/// the error there.
///
/// **Fix.** End the chain with `catch`, or with `cauterize` if errors do not matter.
///
/// ```swift
/// // wrong: this time the login succeeds
/// _ = login("ann").done { print($0) }
/// // Prints "tok_9"
/// // right
/// login("ann").done { print($0) }.catch { print($0) }
/// // Prints "tok_9"
/// ```
package enum ChainWithoutCatch: Lint {
  package static let id = "chain-without-catch"
  package static let severity = Severity.advice
  package static let summary =
    "a chain that can fail ends without an error handler; this time nothing failed"
  package static let fix = "end the chain with catch, or with cauterize if errors do not matter"
  package static let kinds: [PromiseEvent.Kind.Name]? = [
    .deallocated, .waitBegan, .awaitBegan,
  ]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard case .deallocated(let promise, .settled, _) = event.kind, !graph.isRead(promise),
      let node = graph[promise], node.isDeclared, node.settlement?.outcome == .fulfilled,
      node.parent != nil, !node.creation.isGuarantee, !node.creation.operation.has(.endsChain),
      !memory.waitedFor.contains(promise.rawValue),
      !memory.reportedUncaught.contains(node.line), graph.isFreedAtOnce(promise),
      isUncaught(node, in: graph)
    else { return nil }
    var finding = Finding(Moment(event), promise: promise)
    finding.site = node.creation.site
    finding.cause = node.settled?.sequence
    return finding
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = finding.name(in: graph)
    return finding.site.map {
      language.text("the chain ending in \(name) at \($0) can fail and has no error handler")
    } ?? language.text("the chain ending in \(name) can fail and has no error handler")
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    if let line = graph.read(finding.promise, { $0.line }), line > 0 {
      memory.reportedUncaught.insert(line)
    }
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    if case .waitBegan(let promise, _, _, _) = event.kind {
      memory.waitedFor.insert(promise.rawValue)
    } else if case .awaitBegan(let promise, _, _) = event.kind {
      memory.waitedFor.insert(promise.rawValue)
    } else if case .deallocated(let promise, _, _) = event.kind {
      memory.waitedFor.remove(promise.rawValue)
    }
  }

  /// Returns whether no link above handles errors, and no other branch can.
  private static func isUncaught(_ node: PromiseNode, in graph: Graph) -> Bool {
    var next = node.parent
    for _ in 0..<64 {
      guard let id = next else { return true }
      guard let parent = graph[id], parent.children.count == 1, parent.isDeclared,
        !parent.creation.operation.has(.handlesErrors)
      else { return false }
      next = parent.parent
    }
    return false
  }
}
