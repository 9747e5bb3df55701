import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// The outcomes of a program on the screen: what was found, and how that is looked at.
package struct ExplorationState: Sendable {
  /// The demo whose schedules are explored, or the program that is run again and again.
  package let demo: String
  /// What was found so far; none before the first word of it.
  package internal(set) var found: OutcomeSummary?
  /// How outcomes differ from the nearest other one, by their places; none where there is no other.
  var comparisons: [Int: Comparison?] = [:]
  /// The outcomes whose comparison was asked for.
  var compared: Set<Int> = []
  /// The outcome that the user selected, by its place. Without it that is the first that breaks an
  /// expectation, or the first of all.
  var selection: Int?
  /// The pane that has the keys.
  var focus = ExplorePane.outcomes
  /// How far the runs are scrolled.
  var scrolls: [ExplorePane: Scroll] = [:]
  /// It is what is seen: no run lies over it.
  package internal(set) var isInFront = true
  /// The run that was open when it began, while another one lies over it.
  var origin: Run?
  /// A schedule was opened from here.
  var hasOpened = false

  init(demo: String) { self.demo = demo }

  /// The place of the selected outcome.
  var selected: Int {
    selection ?? found?.firstFailing ?? 0
  }

  /// The selected outcome; none as long as there is none.
  package var outcome: FoundOutcome? { found?.outcome(selected) }

  /// How the selected outcome differs from the nearest other one, if that is known.
  var comparison: Comparison? { comparisons[selected] ?? nil }

  /// What makes the selected outcome again, as text: the smallest schedule that is known, or how its run is
  /// made.
  var again: String? { comparison?.token.map { "\($0)" } ?? outcome?.again.text }

  /// It is run again and again, and not simulated.
  var isOfRuns: Bool { if case .runs? = found { true } else { false } }

  /// It goes on.
  var isRunning: Bool { found?.isRunning ?? true }

  /// What the selected outcome breaks every outcome breaks, so that there is none to compare it with.
  var allBreakTheSame: Bool { found?.allBreakTheSame(as: selected) ?? false }
}

/// Where a run that is being opened is to be shown, and how.
struct Arrival: Sendable {
  /// Where the playhead is to stand.
  var place: Effect.Place
  /// The run that it takes the place of: it is looked at in the same way.
  var like: Run?
}

extension OutcomeSummary {
  /// `950 schedules`, `17 of 500 runs`
  var countWords: String {
    if case .runs(let repetition) = self, total < repetition.planned, repetition.planned < .max {
      return "\(grouped(total)) of \(grouped(repetition.planned)) runs"
    }
    return "\(grouped(total)) \(total == 1 ? noun : nouns)"
  }

  /// What was covered, what was found, and what has to be known of it: sentences.
  var sentences: [(text: String, role: Role)] {
    switch self {
    case .schedules(let exploration):
      [
        ("coverage: \(exploration.coverage)", exploration.coverage.role),
        (exploration.countWords, .body),
      ] + exploration.reductionWords.map { ($0, .dim) }
    case .runs(let repetition):
      [
        (
          repetition.progress == .running ? repetition.progressLine : repetition.summary,
          repetition.progress == .running ? .running : .heading
        )
      ] + repetition.remarks.map { ($0, .warning) }
        + [("told apart by \(repetition.grouping.words)", .dim)]
    }
  }

  /// What was covered, in a line, for when the screens are left.
  func summary(of name: String) -> String {
    switch self {
    case .runs(let repetition):
      let kept = repetition.firstFailure.flatMap { repetition.groups[$0].trace }
      return "\(name): \(repetition.summary)"
        + (kept.map { "; a run that failed is kept: \($0)" } ?? "")
    case .schedules(let exploration):
      let coverage = isRunning ? "stopped before the end" : "\(exploration.coverage)"
      return "\(name): \(countWords), \(plural(count, "outcome"))"
        + (failing > 0 ? ", \(failing) of them FAIL" : "") + "; \(coverage)"
    }
  }
}

extension ExplorationState {
  /// What was covered, in a line, for when the screens are left.
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
  /// What it came to, or, first of all, what must not be.
  var words: String {
    broken.isEmpty ? "\(outcome)" : brokenWords.joined(separator: ", ")
  }

  /// What happened that must not, expectation by expectation.
  var brokenWords: [String] {
    broken.map { $0.contrary(result: "\(outcome.result)") }
  }
}

/// Names in a row: with commas between them where one of them has a blank.
func orderRow(_ names: [String]) -> String {
  names.joined(separator: names.contains { $0.contains(" ") } ? ", " : " ")
}
