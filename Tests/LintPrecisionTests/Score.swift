/// How often a lint reported a mistake, and how often it was right.
struct Score: Equatable {
  /// How many programs it checked.
  var programs = 0
  /// How often it reported, how often it should have, and how often both.
  var told = 0
  var expected = 0
  var right = 0

  /// The share of its reports that were right, and the share of the mistakes that it reported.
  var precision: Double { told == 0 ? 1 : Double(right) / Double(told) }
  var recall: Double { expected == 0 ? 1 : Double(right) / Double(expected) }

  var row: String {
    "\(programs) | \(told) | \(right) | \(expected - right) | \(Self.percent(precision))"
      + " | \(Self.percent(recall))"
  }

  private static func percent(_ part: Double) -> String {
    let tenths = Int((part * 1000).rounded(.down))
    return tenths % 10 == 0 ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
  }

  static func + (a: Score, b: Score) -> Score {
    Score(
      programs: a.programs + b.programs, told: a.told + b.told, expected: a.expected + b.expected,
      right: a.right + b.right)
  }
}

/// The scores of all lints over a number of programs.
struct Scores {
  /// The scores for the programs with known mistakes, and for those checked by the model.
  private(set) var seeded: [String: Score] = [:]
  private(set) var modelled: [String: Score] = [:]
  /// The first wrong or missing reports, as text.
  private(set) var faults: [String] = []

  init(seeds: Range<Int>) {
    for seed in seeds {
      add(SeededProgram(seed: seed), seed)
      add(ModelledProgram(seed: seed), seed)
    }
  }

  private mutating func add(_ program: SeededProgram, _ seed: Int) {
    for lint in Set(Fragment.mistakes.compactMap(\.lint)) {
      let told = program.told.filter { $0.lint == lint }
      let expected = program.expected.filter { $0.lint == lint }
      let score = Score(
        programs: 1, told: told.count, expected: expected.count,
        right: told.intersection(expected).count)
      seeded[lint, default: Score()] = seeded[lint, default: Score()] + score
      for odd in told.symmetricDifference(expected) where faults.count < 20 {
        let isReported = told.contains(odd)
        faults.append(
          "seed \(seed): \(lint) \(isReported ? "told of" : "did not tell of")"
            + " '\(program.fragments[odd.fragment].name)'")
      }
    }
  }

  private mutating func add(_ program: ModelledProgram, _ seed: Int) {
    guard !program.isStray else { return }
    for lint in ModelledProgram.lints {
      let told = program.told[lint] ?? [:]
      let expected = program.expected[lint] ?? [:]
      var score = Score(programs: 1)
      for label in Set(told.keys).union(expected.keys) {
        let (one, other) = (told[label] ?? 0, expected[label] ?? 0)
        score.told += one
        score.expected += other
        score.right += min(one, other)
        if one != other, faults.count < 20 {
          faults.append(
            "seed \(seed): \(lint) told \(one) times of \(label), which is so \(other) times")
        }
      }
      modelled[lint, default: Score()] = modelled[lint, default: Score()] + score
    }
  }
}
