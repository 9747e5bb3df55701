package import PromiseGraph

/// The mistakes that the lints found in a run, ranked: those that changed an outcome come first, then the more
/// serious ones, then the earlier ones; behind them what is worth a look: what the relations found, and advice.
///
/// Alike findings are one element, and findings that only follow from another one are listed with that. The
/// sentences of an element are made when it is read.
package struct CulpritList: RandomAccessCollection, Sendable {
  private let ranking: CulpritRanking
  private let lints: LintState
  private let graph: Graph
  private let language: Language

  /// Creates the list for the state that was ranked.
  package init(
    _ ranking: CulpritRanking, _ lints: LintState, _ graph: Graph, language: Language = .english
  ) {
    (self.ranking, self.lints, self.graph, self.language) = (ranking, lints, graph, language)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { ranking.entries.count + ranking.looks.count }

  /// How many warnings there are, with the advice.
  package var warningCount: Int { ranking.entries.count }
  /// The warnings that are more than advice.
  package var serious: SubSequence { self[..<ranking.serious] }
  /// What is worth a look: what the relations found, and the advice.
  package var looks: SubSequence { self[ranking.serious...] }
  /// How much more the relations found than the settings list.
  package var unlisted: Int { ranking.unlisted }

  package subscript(index: Int) -> Culprit {
    let place = index - ranking.serious
    if ranking.looks.indices.contains(place) { return look(ranking.looks[place]) }
    let entry = ranking.entries[place < 0 ? index : index - ranking.looks.count]
    return Culprit(
      key: entry.key, warning: warning(entry.telling), count: entry.count, effect: entry.effect,
      consequences: entry.consequences.map {
        Culprit.Consequence(warning: warning($0.telling), count: $0.count)
      }, touch: entry.touch, touchSentence: sentence(entry.touch))
  }

  /// Returns the place of a mistake in the list. O(count)
  package func index(of key: Culprit.Key) -> Int? {
    if let place = ranking.entries.firstIndex(where: { $0.key == key }) {
      return place < ranking.serious ? place : place + ranking.looks.count
    }
    return looks.firstIndex { $0.key == key }
  }

  private func look(_ found: CulpritRanking.Found) -> Culprit {
    let lint = Lints.every[found.lint]
    let touch = ranking.symptom?.touch(of: found.finding, in: graph) ?? .nothing
    return Culprit(
      key: Culprit.Key(lint, found.finding),
      warning: Warning(found.finding, by: lint, in: graph, language: language), count: 1,
      effect: .nothing, consequences: [],
      touch: touch, touchSentence: sentence(touch))
  }

  private func sentence(_ touch: Symptom.Touch) -> String? {
    ranking.symptom?.sentence(touch, in: language)
  }

  private func warning(_ place: Int) -> Warning {
    guard place >= lints.warningCount else {
      return lints.warning(place, in: graph, language: language)
    }
    let found = ranking.atEnd[place - lints.warningCount]
    return Warning(found.finding, by: Lints.all[found.lint], in: graph, language: language)
  }
}
