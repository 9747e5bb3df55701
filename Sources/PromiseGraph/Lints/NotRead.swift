import PromiseEvents

/// A chain ends without a handler for errors and nothing reads its last promise, although other promises of the same
/// line are read.
///
/// **Why.** Nothing waits for this one, and nothing handles its error: the call may have lost its `return`, or its result
/// was left out where the others are collected.
///
/// **Reported** for a chain of links that no handler made, if at least one promise of its line is read, and a later one, too.
///
/// **Fix.** Return the promise, or end the chain with `catch`.
///
/// ```swift
/// // wrong: "closed" does not wait for the second text
/// _ = save("two").done { _ in print("saved two") }
/// when(fulfilled: [save("one"), save("three")]).done { _ in print("closed") }.cauterize()
/// // right
/// when(fulfilled: ["one", "two", "three"].map { save($0) })
///   .done { print("closed \($0.count)") }.cauterize()
/// // Prints "closed 3"
/// ```
package enum NotRead: Relation {
  package static let id = "not-read"
  package static let summary = "nothing reads a chain, although others of its line are read"
  package static let fix = "return it, or end it with catch, unless nothing depends on it"

  package static func suspects(in run: RunLines) -> [Suspect] {
    run.groups.compactMap { peers in
      let unread = peers.filter { !run.isRead($0) }
      guard unread.count < peers.count, let lastRead = peers.last(where: run.isRead),
        let odd = unread.first(where: { $0 < lastRead && run.maker(of: $0) == nil }),
        let node = run.graph[odd], !node.creation.operation.has(.endsChain),
        !node.creation.parents.isEmpty,
        let root = run.links(to: odd).last
      else { return nil }
      let weight = 45 + 30 * (peers.count - unread.count) / peers.count
      return Suspect(
        node, and: root, weight: weight, since: node.created, at: node.settled ?? node.created,
        count: unread.count, of: peers.count)
    }
  }

  package static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String {
    language.text(
      "nothing reads \(finding.name(in: graph)), the end of the chain of \(finding.placed(in: graph))"
    )
  }
}
