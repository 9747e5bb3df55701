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
    let name = finding.name(in: graph)
    if let sites = finding.promise.flatMap({ graph.resolverSites(ofLineOf: $0, language) }) {
      let text = language.text(
        "\(name) was pending at the end, although others of its line were settled at \(sites)")
      let place = finding.placed(in: graph)
      return place.isEmpty ? text : language.text("\(text); see \(place)")
    }
    return language.text(
      "\(name) was pending at the end, although others of its line were settled; see \(finding.placed(in: graph))"
    )
  }
}

extension Graph {
  /// Returns the two places where most promises of the same line were settled by their resolvers, in the order of the
  /// source; `nil` if none is known.
  fileprivate func resolverSites(ofLineOf promise: PromiseID, _ language: Language) -> String? {
    guard let site = self[promise]?.creation.site,
      let line = made(in: site.file, line: site.line, near: promise)
    else { return nil }
    var counts: [SourceSite: Int] = [:]
    for other in line.promises.prefix(1024) {
      if let site = read(other, { $0.settledAt }) ?? nil { counts[site, default: 0] += 1 }
    }
    let sites = counts.sorted { ($1.value, $0.key.line) < ($0.value, $1.key.line) }.prefix(2)
      .map(\.key).sorted { $0.line < $1.line }
    return sites.isEmpty ? nil : language.list(sites.map(\.fileAndLine))
  }

  /// Returns the end of a sentence about a promise that nothing settles: where others of its line were settled.
  func resolverHint(for promise: PromiseID?, _ language: Language) -> String {
    guard let sites = promise.flatMap({ resolverSites(ofLineOf: $0, language) }) else { return "" }
    return language.text("; others of its line were settled at \(sites)")
  }
}
