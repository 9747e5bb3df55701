import PromiseEvents

/// Handlers of one line were attached to the same promise by several calls, beside what the calls return of it, and all of
/// them ran.
///
/// **Why.** A call that returns a promise under way attaches its handler to it once more: what should happen once for
/// the promise happens once for each call.
///
/// **Reported** for a handler that nothing reads, if what attached it also read the promise elsewhere, or returned it, and
/// another call had attached it before. It is more unusual with every further time.
///
/// **Fix.** Attach the handler where the promise is made.
///
/// ```swift
/// // wrong: the text is counted twice
/// let request = fetch("text")
/// @Sendable func text() -> Promise<[Int]> {
///   request.done { _ in print("counted") }.cauterize()
///   return request
/// }
/// for place in 1...2 {
///   _ = tapped(button).delay(.milliseconds(place)).then { text() }.done { _ in }
/// }
/// // Prints "counted"
/// // Prints "counted"
/// // right
/// let counted = fetch("text")
/// counted.done { _ in print("counted") }.cauterize()
/// for place in 1...2 {
///   _ = tapped(button).delay(.milliseconds(place)).then { counted }.done { _ in }
/// }
/// // Prints "counted"
/// ```
package enum AttachedAgain: Relation {
  package static let id = "attached-again"
  package static let summary = "the same handler was attached to one promise by several calls"
  package static let fix = "attach it where the promise is made, unless it should run for each call"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.compactMap { peers in
      guard peers.count > 1,
        run.graph.read(peers[0], { $0.creation.operation.has(.hasEffect) }) == true
      else { return nil }
      var first: [PromiseID: PromiseNode] = [:]
      var again: [(node: PromiseNode, first: PromiseNode, start: Moment)] = []
      for peer in peers {
        guard let node = run.graph[peer], let parent = node.parent, let start = run.start(of: peer),
          isSideBranch(node, run)
        else { continue }
        guard let earlier = first[parent] else {
          first[parent] = node
          continue
        }
        if isAnotherCall(node, after: earlier, run) { again.append((node, earlier, start)) }
      }
      guard let found = again.first else { return nil }
      return Suspect(
        found.node, and: found.first, weight: 85 + 3 * min(3, again.count),
        since: found.node.created, at: found.start, count: again.count, of: peers.count)
    }
  }

  /// Returns whether nothing but the handling of its errors follows a promise.
  private static func isSideBranch(_ node: PromiseNode, _ run: RunLines) -> Bool {
    run.readers(of: node).allSatisfy { id in
      run.graph.read(id) { $0.creation.operation.has(.handlesErrors) } == true && !run.isRead(id)
    }
  }

  /// Returns whether the code that attached `node` also read the promise in another way, or returned it; if the same
  /// job attached `earlier`, then between the two as well.
  private static func isAnotherCall(
    _ node: PromiseNode, after earlier: PromiseNode, _ run: RunLines
  ) -> Bool {
    guard let parent = node.parent.flatMap({ run.graph[$0] }) else { return false }
    let others = run.readers(of: parent).compactMap { run.graph[$0] }.filter {
      $0.line != node.line
    }
    let isReturned = node.createdIn.map { job in others.contains { $0.job == job } } ?? false
    let beside = others.filter { $0.createdIn == node.createdIn }.map(\.id)
    guard isReturned || beside.contains(where: { $0 > node.id }) else { return false }
    return earlier.createdIn != node.createdIn
      || beside.contains { $0 > earlier.id && $0 < node.id }
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    let name = finding.name(in: graph)
    let parent = finding.promise.flatMap { graph.parent(of: $0) }.map { graph.title(of: $0) } ?? ""
    return language.text(
      "\(name) was attached to \(parent) although another call had attached \(finding.placed(in: graph)), and both ran"
    )
  }
}
