extension LintState {
  /// Returns what the enabled relations find in a run, the most unusual first, each with its index in
  /// ``Lints/every``. What concerns only the places of something `known` is left out. `isOver` says whether nothing
  /// follows.
  ///
  /// - Complexity: O(promises)
  package func suspects(
    in graph: Graph, isOver: Bool, besides known: [Set<LinePlace>]
  ) -> [(lint: Int, finding: Finding)] {
    guard graph.gaps == 0, graph.dropped == 0, !graph.gate.isClosed else { return [] }
    let run = RunLines(graph, isOver: isOver)
    var found: [(lint: Int, suspect: Suspect)] = []
    for place in Lints.all.count..<Lints.every.count where settings.reports(place) {
      guard let relation = Lints.every[place] as? any Relation.Type,
        relation.applies(to: graph.programLanguage)
      else { continue }
      found += relation.suspects(in: run).map { (place, $0) }
    }
    found.sort {
      ($0.suspect.weight, -$0.suspect.finding.moment.sequence)
        > ($1.suspect.weight, -$1.suspect.finding.moment.sequence)
    }
    var kept: [(lint: Int, suspect: Suspect)] = []
    for next in found {
      let lines = next.suspect.lines
      guard next.suspect.weight >= Self.leastWeight, !lines.isEmpty,
        !known.contains(where: { lines.allSatisfy($0.contains) }),
        !kept.contains(where: { $0.suspect.covers(next.suspect) })
      else { continue }
      kept.append(next)
    }
    return kept.map { ($0.lint, $0.suspect.finding) }
  }

  /// Below this weight, what is found is usual.
  private static var leastWeight: Int { 60 }
}
