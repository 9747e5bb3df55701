extension LintState {
  /// Returns what the enabled relations find in a run, the most unusual first, each with the index of its relation in
  /// ``Lints/every``. What concerns only the places of something `known` is left out, and so is what is usual, unless it
  /// is asked for. `isOver` says whether nothing follows.
  ///
  /// - Complexity: O(promises)
  package func suspects(
    in graph: Graph, isOver: Bool, besides known: [Set<LinePlace>], withUsual: Bool
  ) -> [(lint: Int, suspect: Suspect)] {
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
      guard withUsual || next.suspect.isUnusual, !lines.isEmpty,
        !known.contains(where: { lines.allSatisfy($0.contains) }),
        !kept.contains(where: { $0.suspect.covers(next.suspect) })
      else { continue }
      kept.append(next)
    }
    return kept
  }
}
