import PromiseKitLite

extension QuizMaker {
  /// On which queue does a handler or a body run?
  func queueQuestion() -> QuizQuestion? {
    let known = run.fates.filter { run.isKnownByName($0) && run.place(of: $0) != nil }
    // What else may be thought of.
    let used = known.compactMap { run.place(of: $0) }
    let fate = pick(known, for: "queue") { fate in
      let place = run.place(of: fate)
      if others.contains(where: { $0.place(named: fate.name).map { $0 != place } ?? false }) {
        return 0
      }
      // Where nothing stands in the program: after a handler on another queue, or inline.
      let before = run.placeBefore(fate)
      if place == .queue("main"), before != nil, before != place { return 1 }
      return before != nil && before != place ? 2 : 3
    }
    guard let fate, let right = run.place(of: fate) else { return nil }
    let elsewhere = others.compactMap { $0.place(named: fate.name) }
    let deciding = [fate.attached ?? fate.created, fate.enqueued, fate.started]
      .compactMap { $0 }
    let question = QuizQuestion(
      .queue, about: fate.name, at: max(0, fate.created - 1), deciding: unique(deciding))
    return complete(question, right: right, wrong: elsewhere + used)
  }

  private func unique(_ numbers: [Int]) -> [Int] { Set(numbers).sorted() }
}

extension QuizRun {
  /// Where the handler or body of the promise of that name ran.
  fileprivate func place(named name: String) -> QuizAnswer? { fate(named: name).flatMap(place) }

  /// Where that ran which it hangs on; of a fan-in, where the input ran that settled it.
  fileprivate func placeBefore(_ fate: Fate) -> QuizAnswer? {
    guard let parent = fate.inputs.first.flatMap({ self.fate(of: $0) }) else { return nil }
    return place(of: parent)
      ?? parent.settlement?.from.flatMap { self.fate(of: $0) }.flatMap { place(of: $0) }
  }
}
