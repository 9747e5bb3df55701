package import PromiseGraph

extension RunState {
  /// Returns the mistakes that the warnings are about, ranked, and behind them what is worth a look;
  /// `isOver` says whether nothing follows. What touches `symptom` comes first.
  package func culprits(
    isOver: Bool, language: Language = .english, symptom: Symptom? = nil
  ) -> CulpritList {
    CulpritList(
      CulpritRanking(lints, graph, isOver: isOver, symptom: symptom), lints, graph,
      language: language)
  }

  /// Returns their order alone; what is worth a look is in it if `isWhole`.
  package func ranking(isOver: Bool, isWhole: Bool, symptom: Symptom? = nil) -> CulpritRanking {
    CulpritRanking(lints, graph, isOver: isOver, isWhole: isWhole, symptom: symptom)
  }
}
