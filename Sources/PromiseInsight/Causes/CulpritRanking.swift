package import PromiseGraph

/// The order of the mistakes in a run, without their sentences: what a ``CulpritList`` is read from. It shares
/// no storage with the graph, so it can be kept while a run grows.
package struct CulpritRanking: Sendable {
  /// What the lints found because nothing follows.
  let atEnd: [Found]
  let entries: [Entry]

  /// A finding with the index of its lint in ``Lints/all``.
  typealias Found = (lint: Int, finding: Finding)

  /// The alike findings of one line, by the indices of the most telling one and of the first one.
  struct Entry: Sendable {
    var key: Culprit.Key
    var telling: Int
    var first: Int
    var count = 1
    var effect: Consequences.Effect
    var severity: Severity
    var consequences: [Entry] = []
  }

  /// The ranking of a run without findings.
  package init() { (atEnd, entries) = ([], []) }

  /// Ranks what was found up to an event; `isOver` says whether nothing follows. O(findings)
  package init(_ lints: LintState, _ graph: Graph, isOver: Bool) {
    let atEnd = isOver ? lints.findings(atEnd: graph) : []
    var fold = CulpritFold(lints: lints, graph: graph, atEnd: atEnd)
    entries = fold.entries()
    self.atEnd = atEnd
  }
}
