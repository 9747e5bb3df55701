import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The outcomes of a program on the screen: what was found, and the view of it.
package struct ExplorationState: Sendable {
  /// The demo whose schedules are explored, or the program that is run repeatedly.
  package let demo: String
  /// What was found so far; `nil` before the first report.
  package internal(set) var found: OutcomeSummary?
  /// The comparisons of outcomes with the most similar other one, by index; an inner `nil` if there is none.
  var comparisons: [Int: Comparison?] = [:]
  /// The outcomes whose comparison was requested.
  var compared: Set<Int> = []
  /// The index of the outcome that the user selected; if `nil`, the first one that breaks an expectation is
  /// selected, or else the first one.
  var selection: Int?
  /// The focused pane.
  var focus = PairPane.list
  /// The scroll positions of the runs.
  var scrolls: [PairPane: Scroll] = [:]
  /// Whether it is visible: no run covers it.
  package internal(set) var isInFront = true
  /// The run that was open when the exploration started, while another one covers it.
  @Box var origin: Run?
  /// Whether a schedule was opened from here.
  var hasOpened = false

  init(demo: String) { self.demo = demo }

  /// The index of the selected outcome.
  var selected: Int {
    selection ?? found?.firstFailing ?? 0
  }

  /// The selected outcome; `nil` if there is none.
  package var outcome: FoundOutcome? { found?.outcome(selected) }

  /// The comparison of the selected outcome with the most similar other one, if it is known.
  var comparison: Comparison? { comparisons[selected] ?? nil }

  /// What reproduces the selected outcome, as text: the smallest known schedule, or the command of its run.
  var again: String? {
    comparison?.token.map { "\($0)" } ?? comparison?.again ?? outcome?.again.text
  }

  /// Whether a program is run repeatedly, instead of simulated.
  var isOfRuns: Bool { if case .runs? = found { true } else { false } }

  /// Returns the name of what a comparison says: the first difference of two real runs is not called a cause.
  func causeName(_ language: Language) -> String {
    isOfRuns ? language.text("differs") : language.text("cause")
  }

  /// Whether the search is still running.
  var isRunning: Bool { found?.isRunning ?? true }

  /// Whether every outcome breaks what the selected one breaks, which leaves none to compare it with.
  var allBreakTheSame: Bool { found?.allBreakTheSame(as: selected) ?? false }
}

extension OutcomeSummary {
  /// `950 schedules`, `17 of 500 runs`
  func countText(_ language: Language) -> String {
    guard case .runs(let repetition) = self else { return language.plural(total, "schedule") }
    guard total < repetition.planned, repetition.planned < .max else {
      return language.plural(total, "run")
    }
    return language.text("\(grouped(total)) of \(grouped(repetition.planned)) runs")
  }

  /// Returns the coverage, the counts and remarks, as sentences.
  func sentences(_ language: Language) -> [(text: String, role: Role)] {
    switch self {
    case .schedules(let exploration):
      [
        (
          language.text("coverage: \(exploration.coverage.text(in: language))"),
          exploration.coverage.role
        ),
        (exploration.countText(in: language), .body),
      ] + exploration.reductionText(in: language).map { ($0, .dim) }
    case .runs(let repetition):
      [
        (
          repetition.progress == .running
            ? repetition.progressLine(in: language) : repetition.summary(in: language),
          repetition.progress == .running ? .running : .heading
        )
      ] + (repetition.evidence.map { evidence($0, language) } ?? [])
        + repetition.signs.sentences(in: language).map { ($0, .body) }
        + repetition.remarks(in: language).map { ($0, .warning) }
        + [(language.text("grouped by \(repetition.grouping.words(in: language))"), .dim)]
    }
  }

  /// Returns what distinguishes the failing runs, as sentences.
  private func evidence(
    _ evidence: RunEvidence, _ language: Language
  ) -> [(text: String, role: Role)] {
    let title = evidence.title(in: language) + language.text(": ")
    let sentences = evidence.sentences(in: language)
    return sentences.prefix(1).map { (title + $0, evidence.isDecisive ? .rejected : .body) }
      + sentences.dropFirst().map { ($0, .body) }
      + evidence.remarks(in: language).map { ($0, .dim) }
  }

  /// Returns the coverage in a line, for after the screens are closed.
  func summary(of name: String) -> String {
    switch self {
    case .runs(let repetition):
      let kept =
        repetition.closest?.failing.trace
        ?? repetition.firstFailure.flatMap { repetition.groups[$0].trace }
      let evidence = repetition.evidence.flatMap { $0.isDecisive ? $0.sentences.first : nil }
      return "\(name): \(repetition.summary)" + (evidence.map { "; \($0)" } ?? "")
        + (kept.map { "; trace of a failed run: \($0)" } ?? "")
    case .schedules(let exploration):
      let coverage = isRunning ? "stopped before the end" : "\(exploration.coverage)"
      return "\(name): \(countText(.english)), \(plural(count, "outcome"))"
        + (failing > 0 ? ", \(failing) of them FAIL" : "") + "; \(coverage)"
    }
  }
}

extension ExplorationState {
  /// The coverage in a line, for after the screens are closed.
  package var summary: String? { found.map { $0.summary(of: demo) } }
}

extension Coverage {
  fileprivate var role: Role {
    switch self {
    case .exhaustive: .heading
    case .running: .running
    default: .warning
    }
  }
}

extension Exploration.Finding {
  /// Returns the broken expectations, or else the outcome.
  func text(_ language: Language) -> String {
    guard !broken.isEmpty else { return outcome.text(in: language) }
    guard language == .english else {
      return broken.map { $0.text(in: language) }.joined(separator: language.text(", "))
    }
    return broken.map { $0.contrary(result: "\(outcome.result)") }.joined(separator: ", ")
  }
}

/// Returns names in a row, separated by commas if one of them contains a space.
func orderRow(_ names: [String]) -> String {
  names.joined(separator: names.contains { $0.contains(" ") } ? ", " : " ")
}
