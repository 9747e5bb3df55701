import PromiseEvents

/// The mistakes that the lints found in a run, ranked: those that changed an outcome come first, then the more
/// serious ones, then the earlier ones.
///
/// Alike findings are one element, and findings that only follow from another one are listed with that. Making
/// the list takes O(findings); the sentences of an element are made when it is read.
package struct CulpritList: RandomAccessCollection, Sendable {
  private let lints: LintState
  private let graph: Graph
  private let language: Language
  private let atEnd: [Found]
  private let entries: [Entry]

  /// A finding with the index of its lint in ``Lints/all``.
  typealias Found = (lint: Int, finding: Finding)

  /// The alike findings of one line, by the indices of the most telling one and of the first one.
  struct Entry: Sendable {
    var telling: Int
    var first: Int
    var count = 1
    var effect: Consequences.Effect
    var severity: Severity
    var consequences: [Entry] = []
  }

  /// Creates the list for the state after an event; `isOver` says whether nothing follows.
  package init(
    _ lints: LintState, _ graph: Graph, isOver: Bool, language: Language = .english
  ) {
    (self.lints, self.graph, self.language) = (lints, graph, language)
    atEnd = isOver ? lints.findings(atEnd: graph) : []
    var fold = CulpritFold(lints: lints, graph: graph, atEnd: atEnd)
    entries = fold.entries()
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(index: Int) -> Culprit {
    let entry = entries[index]
    return Culprit(
      warning: warning(entry.telling), count: entry.count, effect: entry.effect,
      consequences: entry.consequences.map {
        Culprit.Consequence(warning: warning($0.telling), count: $0.count)
      })
  }

  /// Returns the most telling warning of an element, without its consequences.
  package func warning(of index: Int) -> Warning { warning(entries[index].telling) }

  private func warning(_ place: Int) -> Warning {
    guard place >= lints.warningCount else {
      return lints.warning(place, in: graph, language: language)
    }
    let found = atEnd[place - lints.warningCount]
    return Warning(found.finding, by: Lints.all[found.lint], in: graph, language: language)
  }
}
