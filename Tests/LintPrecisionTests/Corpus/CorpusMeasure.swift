import ProgramCorpus
import PromiseEvents
import PromiseGraph
import PromiseInsight

/// What the warnings say about the programs of the corpus, compared with what is known of these.
struct CorpusMeasure {
  /// The runs of the programs that have a bug, and of those that are right.
  var wrong: [CorpusRun] = []
  var right: [CorpusRun] = []

  /// The written programs.
  static func written() throws -> CorpusMeasure {
    CorpusMeasure(
      wrong: try CorpusProgram.withBug.map { try CorpusRun($0) },
      right: try CorpusProgram.right.map { try CorpusRun($0) }
        + CorpusProgram.withBug.map { try CorpusRun($0, isRepaired: true) })
  }

  /// Generated programs: one of each kind and a right one for each seed.
  static func generated(seeds: Range<Int>) throws -> CorpusMeasure {
    var measure = CorpusMeasure()
    for seed in seeds {
      for bug in Bug.allCases {
        measure.wrong.append(try CorpusRun(GeneratedProgram(bug, seed: seed)))
      }
      measure.right.append(try CorpusRun(GeneratedProgram(nil, seed: seed)))
    }
    return measure
  }

  /// The written programs on Dispatch's queues, one after another.
  static func onDispatch() async throws -> CorpusMeasure {
    var measure = CorpusMeasure()
    for program in CorpusProgram.withBug {
      measure.wrong.append(try await .onDispatch(program))
      measure.right.append(try await .onDispatch(program, isRepaired: true))
    }
    for program in CorpusProgram.right { measure.right.append(try await .onDispatch(program)) }
    return measure
  }

  /// How often the warnings of a kind were right.
  func score(_ bug: Bug) -> Score {
    var score = Score(programs: wrong.count + right.count)
    for run in wrong + right {
      if run.bug == bug { score.expected += 1 }
      let told = run.told.filter { bug.lints.contains($0.warning.lint) }
      let isFound = told.contains(where: run.isRight)
      if isFound { score.right += 1 }
      // Two warnings that name the bug count as one.
      score.told += told.filter { !run.isRight($0) }.count + (isFound ? 1 : 0)
    }
    return score
  }

  /// In how many of the programs with this bug the first warning names it.
  func namedFirst(_ bug: Bug) -> Int { wrong.filter { $0.bug == bug && $0.isNamedFirst }.count }

  /// The share of the programs with a bug in which the first warning names it, and in which one does.
  var shareNamedFirst: Double {
    Double(wrong.filter(\.isNamedFirst).count) / Double(wrong.count)
  }
  var shareFound: Double {
    Double(wrong.filter { $0.told.contains(where: $0.isRight) }.count) / Double(wrong.count)
  }

  /// The number of warnings for a right program, on average.
  var falseAlarms: Double { Double(right.map(\.told.count).reduce(0, +)) / Double(right.count) }

  /// The errors in right programs.
  var falseErrors: [String] {
    right.flatMap { run in
      run.told.filter { $0.warning.severity == .error }
        .map { "\(run.name): \($0.sentence(in: .english))" }
    }
  }
}

// MARK: - As text

extension CorpusMeasure {
  /// A table with a row for each kind.
  var table: String {
    var text = "| kind | programs | named first | precision | recall |\n|---|---|---|---|---|\n"
    for bug in Bug.allCases {
      let score = score(bug)
      text += "| \(bug.rawValue) | \(score.expected) | \(namedFirst(bug)) |"
      text += " \(score.right) of \(score.told) | \(score.right) of \(score.expected) |\n"
    }
    let tenths = Int((falseAlarms * 10).rounded())
    return text
      + "\(right.count) right programs: \(tenths / 10).\(tenths % 10) warnings each,"
      + " \(falseErrors.count) errors\n"
  }

  /// What is said about each program that is not as it should be.
  var faults: String {
    var text = ""
    for run in wrong where !run.isNamedFirst || !run.isRightOnly {
      text += "\(run.name), \(run.bug?.rawValue ?? ""), at \(run.culprits.sorted())\n"
      text += Self.list(run)
    }
    for run in right where !run.told.isEmpty { text += "\(run.name), right\n" + Self.list(run) }
    return text
  }

  private static func list(_ run: CorpusRun) -> String {
    guard !run.told.isEmpty else { return "    nothing is said\n" }
    return run.told.map { culprit in
      let place = culprit.warning.site.map { "\($0.fileName):\($0.line)" } ?? ""
      let mark = run.isRight(culprit) ? "+" : " "
      let head = "  \(mark) \(culprit.warning.severity) \(culprit.warning.lint) \(place)"
      return
        ([head + ": " + culprit.sentence(in: .english)]
        + culprit.consequences.map { "      so: \($0.sentence(in: .english))" })
        .map { $0 + "\n" }.joined()
    }.joined()
  }
}

extension Line: Comparable {
  static func < (a: Line, b: Line) -> Bool { (a.file, a.number) < (b.file, b.number) }
}
