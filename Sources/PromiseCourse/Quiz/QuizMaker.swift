/// Makes the questions about a run, with wrong answers that were right in other runs.
///
/// It knows nothing of any scenario: all that it asks, and all that it offers to choose from, is in the
/// events of the runs that it is given.
package struct QuizMaker: Sendable {
  let run: QuizRun
  let others: [QuizRun]
  let seed: UInt64
  /// What the run is called: other names make other numbers of the same seed.
  let name: String

  /// Questions about `run`.
  ///
  /// - Parameters:
  ///   - run: The run that is asked about.
  ///   - others: Runs of the same scenario whose answers are offered as well: those by other schedules
  ///     first, then those with other settings. The earlier ones are preferred.
  ///   - name: What the run is called.
  ///   - seed: What decides at which place the right answer stands.
  package init(_ run: QuizRun, others: [QuizRun], name: String = "", seed: UInt64 = 0) {
    self.run = run
    self.others = others
    self.name = name
    self.seed = seed
  }

  /// A question of each kind that can be asked, in the order of the kinds, or of one kind only.
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
    }
  }
}

extension QuizMaker {
  /// The most answers that there are to choose from.
  static var mostChoices: Int { 4 }

  /// `question` with the right answer and as many others as there is room for, shuffled; none where there
  /// is nothing to choose.
  ///
  /// - Parameters:
  ///   - right: The answer of the run that is asked about.
  ///   - wrong: Other answers, the best ones first; the right one, and what comes twice, is left out.
  ///   - begin: The place among the deciding events where the explanation of an answer begins.
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

  /// One of `items` by the seed, among those of the lowest rank.
  func pick<Item>(_ items: [Item], for purpose: String, rank: (Item) -> Int) -> Item? {
    guard let best = items.map(rank).min() else { return nil }
    var numbers = SeededNumbers(seed: seed, for: "\(name) \(purpose)")
    return items.filter { rank($0) == best }.randomElement(using: &numbers)
  }

  /// The most events that an explanation steps through.
  private static var mostDeciding: Int { 40 }
}

extension QuizQuestion {
  /// A question whose answers are still to be found.
  init(_ kind: QuizKind, about subject: String? = nil, at event: Int, deciding: [Int]) {
    self.init(
      kind: kind, subject: subject, event: event, choices: [], right: 0, deciding: deciding,
      begins: [])
  }
}

/// Numbers that look random, and are the same for the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The numbers of a seed, and of what they are for: another text makes other numbers.
  package init(seed: UInt64, for purpose: String = "") {
    // FNV-1a: the same on every machine and in every run, as the hashes of the standard library are not.
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
