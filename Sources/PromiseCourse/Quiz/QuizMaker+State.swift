import PromiseKitLite

extension QuizMaker {
  /// What state is a promise in at the end?
  func stateQuestion() -> QuizQuestion? {
    let known = run.fates.filter { run.isKnownByName($0) && !isSettledAtOnce($0) }
    let fate = pick(known, for: "state") { fate in
      let state = run.state(of: fate)
      if others.contains(where: { $0.state(named: fate.name).map { $0 != state } ?? false }) {
        return 0
      }
      return state == .fulfilled ? 2 : 1
    }
    guard let fate else { return nil }
    let right = run.state(of: fate)
    let elsewhere = others.compactMap { $0.state(named: fate.name) }
    // What else there is: a promise has one of these states, whatever the program does.
    let states: [QuizAnswer.State] = [.fulfilled, .rejected, .pending]
    let question = QuizQuestion(
      .state, about: fate.name, at: fate.created, deciding: deciding(fate))
    return complete(
      question, right: .state(right), wrong: (elsewhere + states).map { .state($0) })
  }

  /// It is settled by the call that makes it: nothing is left to ask.
  private func isSettledAtOnce(_ fate: QuizRun.Fate) -> Bool {
    fate.settled.map { $0 <= fate.created + 1 } ?? false
  }

  /// How it came to its state: what it hangs on, what ran, what passed it, what settled it.
  private func deciding(_ fate: QuizRun.Fate) -> [Int] {
    var numbers = Set([fate.created] + fate.turns)
    for number in [fate.attached, fate.started, fate.settled] {
      if let number { numbers.insert(number) }
    }
    for promise in [fate.settlement?.origin, fate.settlement?.from, fate.inputs.first] {
      guard let other = promise.flatMap({ run.fate(of: $0) }) else { continue }
      if let settled = other.settled { numbers.insert(settled) }
    }
    return numbers.sorted()
  }
}

extension QuizRun {
  /// The state in which the run leaves the promise of that name.
  fileprivate func state(named name: String) -> QuizAnswer.State? {
    fate(named: name).map(state)
  }
}
