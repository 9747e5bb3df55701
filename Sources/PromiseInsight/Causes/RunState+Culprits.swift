package import PromiseGraph

extension RunState {
  /// Returns the mistakes that the warnings are about, ranked; `isOver` says whether nothing follows.
  package func culprits(isOver: Bool, language: Language = .english) -> CulpritList {
    CulpritList(ranking(isOver: isOver), lints, graph, language: language)
  }

  /// Returns their order alone. O(findings)
  package func ranking(isOver: Bool) -> CulpritRanking {
    CulpritRanking(lints, graph, isOver: isOver)
  }
}
