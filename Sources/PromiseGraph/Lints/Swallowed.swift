import PromiseEvents

/// A `recover` turned an error into a value in few runs of its line, and later handlers went on with that value.
///
/// **Why.** What should happen only after a success happens after a failure too: a token is kept, a row is marked as saved,
/// a retry is not made.
///
/// **Reported** with `--wrong` only, because a fallback is usual: for a line that ran at least four times, if the handler
/// of the `recover` ran in at most a third of them, and a handler behind it ran.
///
/// **Fix.** Recover from the errors that are expected, and pass on the others.
///
/// ```swift
/// // wrong: the page that is not there is counted
/// for id in 401...404 {
///   load(id).asVoid().recover { _ in }.done { print("counted") }
/// }
/// // Prints "counted"
/// // Prints "counted"
/// // Prints "counted"
/// // Prints "counted"
/// // right
/// for id in 401...404 {
///   load(id).done { _ in print("counted") }.catch { _ in print("not there") }
/// }
/// // Prints "counted"
/// // Prints "counted"
/// // Prints "counted"
/// // Prints "not there"
/// ```
package enum Swallowed: Relation {
  package static let id = "swallowed"
  package static let summary =
    "an error became a value in few runs of a recover, and later links went on"
  package static let fix = "recover only from the errors that are expected"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.compactMap { peers in
      guard peers.count >= fewestRuns,
        run.graph.read(peers[0], { $0.creation.operation == .recover }) == true
      else { return nil }
      let swallowed = peers.compactMap { id -> (PromiseNode, PromiseNode, Moment)? in
        guard let node = run.graph[id], node.state == .fulfilled, let start = run.start(of: id),
          let next = next(after: node, run)
        else { return nil }
        return (node, next, start)
      }
      guard let (node, next, start) = swallowed.first, swallowed.count * 3 <= peers.count,
        let settled = node.settled
      else { return nil }
      // Fallbacks are usual: it is for a reader who looks for what led to a symptom.
      let hasFallback = node.firstAdopted.flatMap { run.graph[$0] }?.isWork == true
      return Suspect(
        node, and: next, weight: hasFallback ? 50 : 55, since: start, at: settled,
        count: swallowed.count, of: peers.count)
    }
  }

  /// Returns the first link behind a promise whose handler ran, through links that have none.
  private static func next(after node: PromiseNode, _ run: RunLines) -> PromiseNode? {
    var open = run.readers(of: node)
    var met = Set(open)
    while !open.isEmpty, met.count < 32 {
      let next = open.removeFirst()
      if run.start(of: next) != nil { return run.graph[next] }
      open += run.graph[next].map { run.readers(of: $0) }?.filter { met.insert($0).inserted } ?? []
    }
    return nil
  }

  private static var fewestRuns: Int { 4 }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    language.text(
      "\(finding.name(in: graph)) turned an error into a value, and \(finding.placed(in: graph)) went on with it"
    )
  }
}
