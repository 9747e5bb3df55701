import PromiseEvents

/// A handler started a chain that nothing reads, and its own chain did not wait for it.
///
/// **Why.** The chain waits only for what its handlers return. It goes on immediately, and counts, sends or closes
/// what the other chain has not finished.
///
/// **Reported** for a chain that a handler or a body made, whose last promise has no reader, and that was pending
/// when the handler had done its work. It is more unusual if other promises of its line are read, if a later link
/// ran before it ended, and if its errors are not handled. Not reported if the handler returned another branch of
/// the chain, or the chain called its resolver.
///
/// **Fix.** Return the chain from the handler. If nothing later depends on it, nothing is wrong.
///
/// ```swift
/// // wrong: the text is counted before it is saved
/// load(1).done { _ in
///   _ = save("one").done { _ in print("saved") }
/// }
/// .done { print("counted") }.cauterize()
/// // Prints "counted"
/// // Prints "saved"
/// // right
/// load(1).then { _ in
///   save("one").done { _ in print("saved") }
/// }
/// .done { print("counted") }.cauterize()
/// // Prints "saved"
/// // Prints "counted"
/// ```
package enum NotAwaited: Relation {
  package static let id = "not-awaited"
  package static let summary =
    "a handler started a chain that nothing reads, and did not wait for it"
  package static let fix = "return it from the handler, unless nothing later depends on it"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.flatMap { peers -> [Suspect] in
      let unread = peers.filter { !run.isRead($0) }
      guard !unread.isEmpty else { return [] }
      let lastRead = unread.count < peers.count ? peers.last(where: run.isRead) : nil
      var found: [Int: (suspect: Suspect, count: Int)] = [:]
      for promise in unread {
        guard let maker = run.maker(of: promise),
          maker.parent != nil || maker.creation.operation.has(.body),
          let ended = run.end(of: maker)
        else { continue }
        let links = run.links(to: promise)
        guard let last = links.first,
          last.settled.map({ $0.sequence > ended.sequence }) ?? (last.freed == nil),
          !links.dropFirst().contains(where: { run.readers(of: $0).count > 1 }),
          !links.contains(where: { $0.job != nil && $0.job == maker.settledIn })
        else { continue }
        // If others of the handler's line waited for what they started, this one is unlike them.
        let isUnlike = run.peers(of: maker.id).prefix(mostPeers).count { run.waits($0) } >= 3
        var weight =
          !last.creation.operation.has(.endsChain) ? 80 : isUnlike && !run.waits(maker.id) ? 65 : 30
        if let lastRead, weight == 80 {
          weight += 15 * (peers.count - unread.count) / peers.count
          // The newest one may be kept for the next call.
          if unread.allSatisfy({ $0 > lastRead }) { weight -= 40 }
        }
        if last.settled == nil { weight += 5 }
        if hasLaterJob(than: last, after: maker, run) { weight += 12 }
        if maker.creation.operation.has(.passesOn) || maker.creation.operation == .done {
          weight += 3
        } else if last.creation.isGuarantee {
          weight -= 10
        }
        let count = (found[maker.line]?.count ?? 0) + 1
        if found[maker.line].map({ $0.suspect.weight < weight }) ?? true {
          let suspect = Suspect(
            maker, and: nearest(links, to: maker) ?? last, weight: weight, since: last.created,
            at: ended)
          found[maker.line] = (suspect, count)
        } else {
          found[maker.line]?.count = count
        }
      }
      return found.values.map { suspect, count in
        var suspect = suspect
        (suspect.finding.count, suspect.finding.number) = (count, Int64(peers.count))
        return suspect
      }
    }
  }

  /// Returns whether a link behind `maker` ran before `last` settled.
  private static func hasLaterJob(
    than last: PromiseNode, after maker: PromiseNode, _ run: RunLines
  ) -> Bool {
    run.readers(of: maker).contains { link in
      run.start(of: link).map { $0.sequence < last.settled?.sequence ?? .max } ?? false
    }
  }

  /// Returns the link that is written in the handler: the first one below its line.
  private static func nearest(_ links: [PromiseNode], to maker: PromiseNode) -> PromiseNode? {
    guard let place = maker.creation.site else { return nil }
    let below = links.filter { link in
      guard let site = link.creation.site, site.file == place.file else { return false }
      return site.line > place.line && site.line < place.line + Self.mostLines
    }
    return below.min { $0.creation.site?.line ?? 0 < $1.creation.site?.line ?? 0 }
  }

  /// How many runs of a handler are compared.
  private static var mostPeers: Int { 64 }
  /// How many lines a handler has at most.
  private static var mostLines: Int { 25 }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    let name = finding.name(in: graph)
    let handler = finding.promise.map { graph.handlerTitle(of: $0, language) } ?? ""
    return language.text(
      "\(handler) started a chain with \(finding.placed(in: graph)) that nothing reads, and \(name) did not wait for it"
    )
  }
}
