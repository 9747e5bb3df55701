import PromiseKitLite

extension QuizMaker {
  /// Who wins a race, is the first value, the first failure, or earlier than the timeout?
  func winnerQuestion() -> QuizQuestion? {
    let contests = run.fates.compactMap { fate in
      run.winner(of: fate).map { (fate: fate, contest: $0.contest, winner: $0.answer) }
    }
    let chosen = pick(contests, for: "winner") { candidate in
      others.contains { run in
        run.fate(named: candidate.fate.name).flatMap { run.winner(of: $0) }
          .map { $0.answer != candidate.winner } ?? false
      } ? 0 : 1
    }
    guard let chosen else { return nil }
    let fate = chosen.fate
    let elsewhere = others.compactMap { run in
      run.fate(named: fate.name).flatMap { run.winner(of: $0)?.answer }
    }
    var inputs = fate.inputs.compactMap { run.fate(of: $0) }.filter { run.isKnownByName($0) }
      .map { QuizAnswer.promise($0.name) }
    if chosen.contest == .timeout { inputs.append(.timer) }
    var deciding = Set([fate.created] + fate.turns + [fate.settled].compactMap { $0 })
    for input in fate.inputs {
      if let settled = run.fate(of: input)?.settled { deciding.insert(settled) }
    }
    let isNamed = fate.creation.label != nil
    var question = QuizQuestion(
      .winner, about: isNamed ? fate.name : nil, at: fate.created, deciding: deciding.sorted())
    question.contest = chosen.contest
    return complete(question, right: chosen.winner, wrong: elsewhere + inputs)
  }
}

extension QuizRun {
  /// Who settles a race, an `any`, a failing `all` or a timeout; none where nobody does whose name is
  /// known.
  fileprivate func winner(
    of fate: Fate
  ) -> (answer: QuizAnswer, contest: QuizQuestion.Contest)? {
    guard let settlement = fate.settlement else { return nil }
    let contest: QuizQuestion.Contest
    switch (fate.creation.operation, settlement.outcome) {
    case (.race, _): contest = .race
    case (.any, .fulfilled): contest = .any
    case (.all, .rejected): contest = .failure
    case (.timeout, _):
      guard let parent = fate.inputs.first.flatMap({ self.fate(of: $0) }) else { return nil }
      let name = isKnownByName(parent) ? QuizAnswer.promise(parent.name) : nil
      let inTime = settlement.from == parent.creation.promise
      return (inTime ? name : .timer).map { ($0, .timeout) }
    default: return nil
    }
    guard fate.inputs.count > 1, let winner = settlement.from.flatMap({ self.fate(of: $0) }),
      isKnownByName(winner)
    else { return nil }
    return (.promise(winner.name), contest)
  }
}
