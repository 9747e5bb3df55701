package import PromiseExploration
package import PromiseGraph
package import PromiseInsight
import PromiseSimulation

/// The outcomes of a program, and how they were found.
package enum OutcomeSummary: Hashable, Sendable {
  /// Its schedules were simulated.
  case schedules(Exploration)
  /// It was run repeatedly.
  case runs(Repetition)
}

/// One of the outcomes of a program.
package struct FoundOutcome: Sendable {
  /// How many schedules or runs have this outcome, and their share.
  package var count: Int
  package var share: Double
  /// The number of the first of these, and its seed; `nil` if nothing is shuffled.
  package var first: Int
  package var seed: UInt64?
  /// Whether it breaks an expectation.
  package var fails: Bool
  /// The names of its handlers in order.
  package var order: [String]
  /// What reproduces the first of these runs: a label, and the text to copy.
  var again: (name: String, text: String)
  private let source: Source

  /// What was found.
  private enum Source {
    case finding(Exploration.Finding)
    case group(Repetition.Group)
  }

  /// Returns the broken expectations, or else the result.
  func text(_ language: Language) -> String {
    switch source {
    case .finding(let finding): finding.text(language)
    case .group(let group): group.first.words(in: language)
    }
  }

  /// The result of its schedules without the notes; what can be observed of its runs.
  package var headline: String {
    switch source {
    case .finding(let finding): finding.outcome.headline
    case .group(let group): group.first.words
    }
  }

  /// Returns everything that can be observed of it.
  func result(_ language: Language) -> String {
    switch source {
    case .finding(let finding): return finding.outcome.text(in: language)
    case .group(let group):
      let last = group.first.crashSummary.map { language.text("last output: \($0)") }
      return ([group.first.words(in: language)] + (last.map { [$0] } ?? []))
        .joined(separator: language.text("; "))
    }
  }

  /// Returns the expectations that it breaks.
  func broken(_ language: Language) -> [String] {
    switch source {
    case .finding(let finding): finding.broken.map { $0.text(in: language) }
    case .group(let group): group.first.broken
    }
  }
}

extension OutcomeSummary {
  /// How many outcomes there are.
  var count: Int {
    switch self {
    case .schedules(let exploration): exploration.findings.count
    case .runs(let repetition): repetition.groups.count
    }
  }

  /// How many schedules or runs there were.
  var total: Int {
    switch self {
    case .schedules(let exploration): exploration.schedules
    case .runs(let repetition): repetition.runs
    }
  }

  /// Whether the search is still running.
  var isRunning: Bool {
    switch self {
    case .schedules(let exploration): exploration.coverage == .running
    case .runs(let repetition): repetition.progress == .running
    }
  }

  /// How long the search has taken so far.
  var duration: Duration {
    switch self {
    case .schedules(let exploration): exploration.duration
    case .runs(let repetition): repetition.duration
    }
  }

  /// The index of the first outcome that fails.
  var firstFailing: Int? {
    switch self {
    case .schedules(let exploration): exploration.findings.firstIndex { !$0.broken.isEmpty }
    case .runs(let repetition): repetition.failureToShow
    }
  }

  /// The number of outcomes that fail.
  var failing: Int {
    switch self {
    case .schedules(let exploration): exploration.findings.count { !$0.broken.isEmpty }
    case .runs(let repetition): repetition.groups.count { $0.first.fails }
    }
  }

  /// The outcomes, in order of discovery.
  package var outcomes: [FoundOutcome] { (0..<count).compactMap(outcome) }

  /// Returns the heading of the column that counts schedules or runs.
  package func nouns(_ language: Language) -> String {
    if case .schedules = self { language.text("schedules") } else { language.text("runs") }
  }

  /// Returns the outcome at `place`; `nil` if there is none.
  func outcome(_ place: Int) -> FoundOutcome? {
    switch self {
    case .schedules(let exploration):
      exploration.findings.indices.contains(place)
        ? FoundOutcome(exploration.findings[place], in: exploration) : nil
    case .runs(let repetition):
      repetition.groups.indices.contains(place)
        ? FoundOutcome(repetition.groups[place], in: repetition) : nil
    }
  }

  /// Returns whether every outcome fails for the same reason as the one at `place`, which leaves none to
  /// compare it with.
  func allBreakTheSame(as place: Int) -> Bool {
    switch self {
    case .schedules(let exploration):
      let broken = outcome(place).map { _ in exploration.findings[place].broken } ?? []
      return exploration.findings.allSatisfy { $0.broken.contains { broken.contains($0) } }
    case .runs(let repetition): return repetition.groups.allSatisfy(\.first.fails)
    }
  }
}

extension FoundOutcome {
  fileprivate init(_ finding: Exploration.Finding, in exploration: Exploration) {
    self.init(
      count: finding.count, share: exploration.share(of: finding), first: finding.first,
      fails: !finding.broken.isEmpty, order: finding.order,
      again: ("token", "\(finding.token)"), source: .finding(finding))
  }

  fileprivate init(_ group: Repetition.Group, in repetition: Repetition) {
    let run = group.first
    self.init(
      count: group.count, share: repetition.share(of: group), first: run.number, seed: run.seed,
      fails: run.fails, order: run.digest?.names ?? [],
      again: run.seed != nil ? ("again", run.replay ?? "") : ("trace", group.trace ?? "--"),
      source: .group(group))
  }
}
