package import PromiseGraph

/// The order of the mistakes in a run, without their sentences: what a ``CulpritList`` is read from. It shares
/// no storage with the graph, so it can be kept while a run grows.
package struct CulpritRanking: Sendable {
  /// What the lints found because nothing follows.
  let atEnd: [Found]
  /// The mistakes that are more than advice, and behind them the advice.
  let entries: [Entry]
  let serious: Int
  /// What the relations found unusual, the most unusual first.
  let looks: [Found]
  /// How much more they found.
  let unlisted: Int

  /// A finding with the index of its lint in ``Lints/every``.
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

    /// Whether it is likely a mistake, or has changed something.
    var isMoreThanAdvice: Bool { effect > .delayed || severity > .advice }
  }

  /// The ranking of a run without findings.
  package init() { (atEnd, entries, serious, looks, unlisted) = ([], [], 0, [], 0) }

  /// Ranks what was found up to an event. `isOver` says whether nothing follows, and `isWhole` whether what is worth a
  /// look is listed. O(findings), and then O(promises)
  package init(_ lints: LintState, _ graph: Graph, isOver: Bool, isWhole: Bool = true) {
    let atEnd = isOver ? lints.findings(atEnd: graph) : []
    var fold = CulpritFold(lints: lints, graph: graph, atEnd: atEnd)
    let entries = fold.entries()
    let serious = entries.filter(\.isMoreThanAdvice)
    self.serious = serious.count
    self.entries = serious + entries.filter { !$0.isMoreThanAdvice }
    self.atEnd = atEnd
    let known = serious.map { fold.found($0.telling).finding.lines(in: graph) }
    let suspects = isWhole ? lints.suspects(in: graph, isOver: isOver, besides: known) : []
    looks = Array(suspects.prefix(lints.settings.worth))
    unlisted = suspects.count - looks.count
  }
}
