import PromiseEvents

extension QuizMaker {
  /// Which of these runs first?
  func firstQuestion() -> QuizQuestion? {
    let ran = run.fates.filter { run.isKnownByName($0) && $0.started != nil }
    let pair = surprise(among: ran)
    guard let (early, late) = pair, let start = early.started else { return nil }
    // Others that also run later, the next ones first.
    let later = ran.filter { ($0.started ?? 0) > start && $0.name != late.name }
      .sorted { ($0.started ?? 0) < ($1.started ?? 0) }
    let shown = [late] + later.prefix(Self.mostChoices - 2)
    let candidates = [early] + shown
    // Where the two stood in their queues, and when each candidate ran.
    let numbers = ([early, late].map(\.enqueued) + candidates.map(\.started)).compactMap { $0 }
    let open = candidates.compactMap { $0.enqueued ?? $0.started }.min() ?? start
    let question = QuizQuestion(
      .first, at: max(0, open - 1), deciding: Set(numbers).sorted())
    return complete(
      question, right: .promise(early.name), wrong: shown.map { .promise($0.name) }
    ) { _ in
      question.deciding.firstIndex(of: start) ?? 0
    }
  }

  /// Returns two handlers in a surprising order: in another run the order was the opposite, or the program
  /// names them in the opposite order.
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

  /// The most handlers among which a pair is searched for.
  private static var mostCompared: Int { 60 }
}

extension QuizRun {
  /// Returns whether both ran, the first one earlier.
  fileprivate func runs(_ name: String, before other: String) -> Bool {
    guard let one = fate(named: name)?.started, let two = fate(named: other)?.started else {
      return false
    }
    return one < two
  }
}

extension QuizMaker {
  /// Which promise wins a race, is the first value, is the first failure, or beats the timeout?
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
    // When each of the candidates settled, and that the first of them settled it.
    let settlements = fate.inputs.compactMap { run.fate(of: $0)?.settled }.sorted()
    let timers = chosen.contest == .timeout ? fate.turns : []
    let deciding = Set(
      [fate.settled].compactMap { $0 } + settlements.prefix(Self.mostDeciding - 2)
        + timers.prefix(1))
    let isNamed = fate.creation.label != nil
    var question = QuizQuestion(
      .winner, about: isNamed ? fate.name : nil, at: fate.created, deciding: deciding.sorted())
    question.contest = chosen.contest
    return complete(question, right: chosen.winner, wrong: elsewhere + inputs)
  }
}

extension QuizRun {
  /// Returns what settles a race, an `any`, a failing `all` or a timeout; `nil` if it has no unique label.
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
      // A timeout names no source when its promise settles in time.
      let inTime = parent.settled.map { $0 < fate.settled ?? .max } ?? false
      return (inTime ? name : .timer).map { ($0, .timeout) }
    default: return nil
    }
    guard fate.inputs.count > 1, let winner = settlement.from.flatMap({ self.fate(of: $0) }),
      isKnownByName(winner)
    else { return nil }
    return (.promise(winner.name), contest)
  }
}

extension QuizMaker {
  /// The most lines to put in order.
  static var mostNotes: Int { 8 }

  /// What prints, in order? If there is a lot, the question starts where the runs first differ.
  func orderQuestion() -> QuizQuestion? {
    let notes = run.notes.map(\.text)
    let lists = others.map { $0.notes.map(\.text) }
    guard notes.count > 1 else { return nil }
    let skipped = notes.count <= Self.mostNotes ? 0 : sameBeginning(notes, lists)
    let part = { (list: [String]) in
      Array(list.dropFirst(skipped).prefix(Self.mostNotes))
    }
    let asked = Array(run.notes.dropFirst(skipped).prefix(Self.mostNotes))
    guard let first = asked.first else { return nil }
    let wrong = lists.filter { $0.starts(with: notes.prefix(skipped)) }.map(part)
      .filter { $0.count > 1 }
    var deciding: [Int] = []
    var places: [Int] = []
    for note in asked {
      places.append(deciding.count)
      // The job that prints it; if it has printed another line before, the line itself.
      let start = note.start ?? note.event
      deciding.append(deciding.contains(start) ? note.event : start)
    }
    var question = QuizQuestion(
      .order, at: max(0, (first.start ?? first.event) - 1), deciding: deciding)
    question.continues = skipped > 0
    let right = part(notes)
    return complete(question, right: .notes(right), wrong: wrong.map { .notes($0) }) { answer in
      guard case .notes(let chosen) = answer, chosen != right else { return 0 }
      let same = zip(chosen, right).prefix { $0 == $1 }.count
      return places.indices.contains(same) ? places[same] : 0
    }
  }

  /// Returns how many notes all differing runs have in common at the start, leaving at least two to ask about.
  private func sameBeginning(_ notes: [String], _ lists: [[String]]) -> Int {
    let lengths = lists.filter { $0 != notes }.map { list in
      zip(notes, list).prefix { $0 == $1 }.count
    }
    return min(lengths.min() ?? 0, max(0, notes.count - 2))
  }
}

extension QuizMaker {
  /// On which queue does a handler or a body run?
  func queueQuestion() -> QuizQuestion? {
    let known = run.fates.filter { run.isKnownByName($0) && run.place(of: $0) != nil }
    // Other plausible answers.
    let used = known.compactMap { run.place(of: $0) }
    let fate = pick(known, for: "queue") { fate in
      let place = run.place(of: fate)
      if others.contains(where: { $0.place(named: fate.name).map { $0 != place } ?? false }) {
        return 0
      }
      // Prefer handlers whose queue is not named in the program: after a handler on another queue, or inline.
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
  /// Returns where the handler or body of the promise of that name ran.
  fileprivate func place(named name: String) -> QuizAnswer? { fate(named: name).flatMap(place) }

  /// Returns where its parent ran; for a fan-in parent, where the input that settled it ran.
  fileprivate func placeBefore(_ fate: Fate) -> QuizAnswer? {
    guard let parent = fate.inputs.first.flatMap({ self.fate(of: $0) }) else { return nil }
    return place(of: parent)
      ?? parent.settlement?.from.flatMap { self.fate(of: $0) }.flatMap { place(of: $0) }
  }
}

extension QuizMaker {
  /// What state is a promise in at the end?
  func stateQuestion() -> QuizQuestion? {
    let known = run.fates.filter { run.isKnownByName($0) && !isSettledByCreation($0) }
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
    // The other states that are always possible.
    let states: [QuizAnswer.State] = [.fulfilled, .rejected, .pending]
    let question = QuizQuestion(
      .state, about: fate.name, at: fate.created, deciding: deciding(fate))
    return complete(
      question, right: .state(right), wrong: (elsewhere + states).map { .state($0) })
  }

  /// Returns whether the call that creates the promise settles it, which leaves nothing to ask.
  private func isSettledByCreation(_ fate: QuizRun.Fate) -> Bool {
    fate.settled.map { $0 <= fate.created + 1 } ?? false
  }

  /// Returns the events that led to its state: where it came from, what ran or skipped it, what settled it.
  /// For a promise that does not settle, what became of it last.
  private func deciding(_ fate: QuizRun.Fate) -> [Int] {
    var numbers = Set(fate.turns.suffix(Self.mostDeciding / 2))
    for number in [fate.started, fate.settled] {
      if let number { numbers.insert(number) }
    }
    for promise in [fate.settlement?.origin, fate.settlement?.from, fate.inputs.first] {
      guard let other = promise.flatMap({ run.fate(of: $0) }) else { continue }
      if let settled = other.settled { numbers.insert(settled) }
    }
    return numbers.isEmpty ? [fate.attached ?? fate.created] : numbers.sorted()
  }
}

extension QuizRun {
  /// Returns the state of the promise of that name at the end of the run.
  fileprivate func state(named name: String) -> QuizAnswer.State? {
    fate(named: name).map(state)
  }
}
