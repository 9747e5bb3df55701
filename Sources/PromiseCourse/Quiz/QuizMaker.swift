/// Makes questions about a run, with wrong answers that are right in other runs.
///
/// It does not depend on any scenario: all questions and answers come from the events of the given runs.
package struct QuizMaker: Sendable {
  let run: QuizRun
  let others: [QuizRun]
  let libraries: [QuizLibrary]
  let seed: UInt64
  /// The name of the run: other names give other random numbers for the same seed.
  let name: String

  /// Creates a maker of questions about `run`.
  ///
  /// - Parameters:
  ///   - run: The run that the questions are about.
  ///   - others: Runs of the same scenario that provide wrong answers: first those with other schedules, then
  ///     those with other settings. Earlier runs are preferred.
  ///   - libraries: What the program prints by the rules of other libraries.
  ///   - name: The name of the run.
  ///   - seed: The seed that determines the position of the right answer.
  package init(
    _ run: QuizRun, others: [QuizRun], libraries: [QuizLibrary] = [], name: String = "",
    seed: UInt64 = 0
  ) {
    self.run = run
    self.others = others
    self.libraries = libraries
    self.name = name
    self.seed = seed
  }

  /// Returns a question of each possible kind, in the order of the kinds, or of one kind only.
  package func questions(only kind: QuizKind? = nil) -> [QuizQuestion] {
    QuizKind.allCases.filter { kind == nil || $0 == kind }.compactMap(question)
  }

  private func question(_ kind: QuizKind) -> QuizQuestion? {
    switch kind {
    case .order: orderQuestion()
    case .winner: winnerQuestion()
    case .queue: queueQuestion()
    case .state: stateQuestion()
    case .first: firstQuestion()
    case .library: libraryQuestion()
    }
  }
}

extension QuizMaker {
  /// The most answers to choose from.
  static var mostChoices: Int { 4 }

  /// Returns `question` with the right answer and others up to the limit, shuffled; `nil` if there is no other
  /// answer.
  ///
  /// - Parameters:
  ///   - right: The right answer.
  ///   - wrong: Other answers, the best ones first; the right answer and duplicates are left out.
  ///   - begin: Returns the index of the deciding event where the explanation of an answer starts.
  func complete(
    _ question: QuizQuestion, right: QuizAnswer, wrong: [QuizAnswer],
    begin: (QuizAnswer) -> Int = { _ in 0 }
  ) -> QuizQuestion? {
    var seen: Set<QuizAnswer> = [right]
    let others = wrong.filter { seen.insert($0).inserted }.prefix(Self.mostChoices - 1)
    guard !others.isEmpty else { return nil }
    var numbers = SeededNumbers(
      seed: seed, for: "\(name) \(question.kind.rawValue) \(question.subject ?? "")")
    var question = question
    question.choices = ([right] + others).shuffled(using: &numbers)
    question.right = question.choices.firstIndex(of: right) ?? 0
    question.deciding = Array(question.deciding.prefix(Self.mostDeciding))
    question.begins = question.choices.map { min(begin($0), max(0, question.deciding.count - 1)) }
    return question
  }

  /// Returns one of the items of the lowest rank, chosen by the seed.
  func pick<Item>(_ items: [Item], for purpose: String, rank: (Item) -> Int) -> Item? {
    guard let best = items.map(rank).min() else { return nil }
    var numbers = SeededNumbers(seed: seed, for: "\(name) \(purpose)")
    return items.filter { rank($0) == best }.randomElement(using: &numbers)
  }

  /// The most events of an explanation: as many as there are lines to put in order.
  static var mostDeciding: Int { 8 }
}

extension QuizQuestion {
  /// Creates a question without answers.
  init(_ kind: QuizKind, about subject: String? = nil, at event: Int, deciding: [Int]) {
    self.init(
      kind: kind, subject: subject, event: event, choices: [], right: 0, deciding: deciding,
      begins: [])
  }
}

/// Reproducible pseudorandom numbers: SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the numbers for a seed and a purpose: another purpose gives other numbers.
  package init(seed: UInt64, for purpose: String = "") {
    // FNV-1a is stable across machines and runs, unlike the hashes of the standard library.
    state = purpose.utf8.reduce(seed ^ 0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
