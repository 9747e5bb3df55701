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
  /// What the reader saw go wrong; what touches it comes first.
  package let symptom: Symptom?

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
    /// How the most telling one touches the symptom, and how the nearest one does, with the consequences.
    var touch: Symptom.Touch
    var nearest: Symptom.Touch
    var consequences: [Entry] = []

    /// Whether it is likely a mistake, or has changed something.
    var isMoreThanAdvice: Bool { effect > .delayed || severity > .advice }
  }

  /// The ranking of a run without findings.
  package init() {
    (atEnd, entries, serious, looks, unlisted, symptom) = ([], [], 0, [], 0, nil)
  }

  /// Ranks what was found up to an event: what touches `symptom` first. `isOver` says whether nothing follows, and
  /// `isWhole` whether what is worth a look is listed. O(findings), and then O(promises)
  package init(
    _ lints: LintState, _ graph: Graph, isOver: Bool, isWhole: Bool = true, symptom: Symptom? = nil
  ) {
    let atEnd = isOver ? lints.findings(atEnd: graph) : []
    var fold = CulpritFold(lints: lints, graph: graph, atEnd: atEnd, symptom: symptom)
    let entries = fold.entries()
    self.symptom = symptom
    let serious = entries.filter(\.isMoreThanAdvice)
    self.serious = serious.count
    self.entries = serious + entries.filter { !$0.isMoreThanAdvice }
    self.atEnd = atEnd
    let known = serious.map { fold.found($0.telling).finding.lines(in: graph) }
    var suspects =
      isWhole
      ? lints.suspects(in: graph, isOver: isOver, besides: known, withUsual: symptom != nil) : []
    if let symptom {
      // What is usual may still be the cause of what went wrong. The sort is stable.
      let touching = suspects.map { (touch: symptom.touch(of: $0.suspect.finding, in: graph), $0) }
        .sorted { $0.touch > $1.touch }
      let usual = touching.filter { !$0.1.suspect.isUnusual && $0.touch > .nothing }
      suspects = (touching.filter(\.1.suspect.isUnusual) + usual).map(\.1)
    }
    looks = suspects.prefix(lints.settings.worth).map { ($0.lint, $0.suspect.finding) }
    unlisted = suspects.count - looks.count
  }
}
