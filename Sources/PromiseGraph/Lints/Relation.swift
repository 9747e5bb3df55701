package import PromiseEvents

/// A lint that compares what the promises of a line did, and reports what is unusual: worth a look, and no proof
/// of a mistake.
///
/// A relation is computed for a whole run, when its findings are read, in time O(promises). It finds nothing in a
/// run that has lost events, because a reader may have been lost with them.
package protocol Relation: Lint {
  /// Returns what is unusual in a run.
  static func suspects(in run: RunLines) -> [Suspect]
  /// Returns what was found, with names, without how many runs of the line it concerns.
  static func words(_ finding: Finding, in graph: Graph, _ language: Language) -> String
}

extension Relation {
  package static var severity: Severity { .look }
  package static var kinds: [PromiseEvent.Kind.Name]? { [] }

  package static func sentence(_ finding: Finding, in graph: Graph, _ language: Language) -> String
  {
    let words = words(finding, in: graph, language)
    guard finding.number > 1 else { return words }
    return language.text(
      "\(words) (\(finding.count) of \(Int(clamping: finding.number)) runs of that line)")
  }
}

extension Lints {
  /// The relations. Add a new one here.
  package static let relations: [any Relation.Type] = [
    NotAwaited.self, NotRead.self, StartedEarly.self, LeftOut.self, ReadAfterRejection.self,
    LeftRunning.self, NeverResolved.self, OutOfOrder.self, Overlap.self, AttachedAgain.self,
    AfterDecision.self, BlockedWork.self, Swallowed.self,
  ]

  /// The lints and the relations.
  package static let every: [any Lint.Type] = all + relations
}
