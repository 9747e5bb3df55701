import PromiseEvents

/// A promise that is settled by a resolver was pending at the end, although others of its line were settled.
///
/// **Why.** One way through the code does not call the resolver: a call that returns early, an error that is thrown
/// before, a place that is not given back.
///
/// **Reported** for a promise with a resolver or a body that is pending at the end and is read, if other promises of its
/// line have settled. The fewer are pending, the more unusual it is.
///
/// **Fix.** Call the resolver on every way.
///
/// ```swift
/// // wrong: if it is closed, the resolver is not called
/// func turn(_ isOpen: Bool) -> Promise<Void> { Promise { seal in if isOpen { seal.fulfill() } } }
/// turn(true).done { print("open") }.cauterize()
/// // right
/// func turn(_ isOpen: Bool) -> Promise<Bool> { Promise { seal in seal.fulfill(isOpen) } }
/// turn(false).done { print($0) }.cauterize()
/// // Prints "false"
/// ```
package enum NeverResolved: Relation {
  package static let id = "never-resolved"
  package static let summary =
    "a promise was pending at the end, although others of its line were settled"
  package static let fix = "call the resolver on every way through the code"

  package static func suspects(in run: RunLines) -> [Suspect] {
    guard run.isOver else { return [] }
    return run.groups.compactMap { peers in
      let pending = peers.filter { id in
        run.isRead(id)
          && run.graph.read(id) {
            $0.creation.operation.isCallback && !$0.isFinal && $0.freed == nil
              && $0.state != .unknown && $0.adopted == nil
          } ?? false
      }
      guard pending.count < peers.count, let first = pending.first.flatMap({ run.graph[$0] }) else {
        return nil
      }
      let settled = peers.first { id in run.graph.read(id) { $0.settled != nil } ?? false }
      guard let settled = settled.flatMap({ run.graph[$0] }), let moment = settled.settled,
        let place = run.resolver(of: peers)
          ?? run.readers(of: settled).first.flatMap({ run.graph[$0] })
      else { return nil }
      return Suspect(
        first, and: place, weight: 45 + 25 * (peers.count - pending.count) / peers.count,
        since: first.created, at: moment.sequence > first.created.sequence ? moment : first.created,
        count: pending.count, of: peers.count)
    }
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    language.text(
      "\(finding.name(in: graph)) was pending at the end, although others of its line were settled; see \(finding.placed(in: graph))"
    )
  }
}
