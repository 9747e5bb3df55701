extension QuizMaker {
  /// Which of these runs first?
  func firstQuestion() -> QuizQuestion? {
    let ran = run.fates.filter { run.isKnownByName($0) && $0.started != nil }
    let pair = surprise(among: ran)
    guard let (early, late) = pair, let start = early.started else { return nil }
    // Others that run later too, the next ones first.
    let later = ran.filter { ($0.started ?? 0) > start && $0.name != late.name }
      .sorted { ($0.started ?? 0) < ($1.started ?? 0) }
    let shown = [late] + later.prefix(Self.mostChoices - 2)
    let candidates = [early] + shown
    let numbers = candidates.flatMap { [$0.attached ?? $0.created, $0.enqueued, $0.started] }
      .compactMap { $0 }
    let open = candidates.compactMap { $0.enqueued ?? $0.started }.min() ?? start
    let question = QuizQuestion(
      .first, at: max(0, open - 1), deciding: Set(numbers).sorted())
    return complete(
      question, right: .promise(early.name), wrong: shown.map { .promise($0.name) }
    ) { _ in
      question.deciding.firstIndex(of: start) ?? 0
    }
  }

  /// Two handlers of which the first to run is not the one that one would think of: in another run it was
  /// the other one, or the program names them in the other order.
  private func surprise(
    among ran: [QuizRun.Fate]
  ) -> (early: QuizRun.Fate, late: QuizRun.Fate)? {
    var pairs: [(early: QuizRun.Fate, late: QuizRun.Fate, rank: Int)] = []
    for (place, one) in ran.enumerated().prefix(Self.mostCompared) {
      for other in ran[..<place] {
        let isInverted = (one.started ?? 0) < (other.started ?? 0)
        let (early, late) = isInverted ? (one, other) : (other, one)
        let isOpen = others.contains { $0.runs(late.name, before: early.name) }
        if isOpen || isInverted { pairs.append((early, late, isOpen ? 0 : 1)) }
      }
    }
    return pick(pairs, for: "first") { $0.rank }.map { ($0.early, $0.late) }
  }

  /// Among so many handlers a pair is looked for.
  private static var mostCompared: Int { 60 }
}

extension QuizRun {
  /// Both ran, the first of them earlier.
  fileprivate func runs(_ name: String, before other: String) -> Bool {
    guard let one = fate(named: name)?.started, let two = fate(named: other)?.started else {
      return false
    }
    return one < two
  }
}
