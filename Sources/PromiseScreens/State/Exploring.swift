import PromiseGraph
import PromiseKitLite
package import PromiseSimulation

/// The panes of an exploration by their numbers, which are also their keys.
package enum ExplorePane: Int, Hashable, Sendable, CaseIterable {
  case outcomes = 1
  case passing, failing

  /// The key that goes to it.
  package var digit: Character { Character(String(rawValue)) }
}

/// An exploration on the screen: what it has found, and how that is looked at.
package struct Exploring: Sendable {
  /// The demo whose schedules are explored.
  package let demo: String
  /// What was found so far; none before the first word of it.
  package internal(set) var exploration: Exploration?
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
    selection ?? exploration?.findings.firstIndex { !$0.broken.isEmpty } ?? 0
  }

  /// The selected outcome; none as long as there is none.
  package var finding: Exploration.Finding? {
    guard let findings = exploration?.findings, findings.indices.contains(selected) else {
      return nil
    }
    return findings[selected]
  }

  /// How the selected outcome differs from the nearest other one, if that is known.
  var comparison: Comparison? { comparisons[selected] ?? nil }

  /// The schedule that leads to the selected outcome, as text: the smallest one that is known.
  var token: ScheduleToken? { comparison?.token ?? finding?.token }

  /// What was covered, in a line, for when the screens are left.
  package var summary: String? {
    guard let exploration else { return nil }
    let schedules =
      "\(grouped(exploration.schedules)) schedule\(exploration.schedules == 1 ? "" : "s")"
    let count = exploration.findings.count
    let failing = exploration.findings.count { !$0.broken.isEmpty }
    let coverage = isRunning ? "stopped before the end" : "\(exploration.coverage)"
    return "\(demo): \(schedules), \(count) outcome\(count == 1 ? "" : "s")"
      + (failing > 0 ? ", \(failing) of them FAIL" : "") + "; \(coverage)"
  }

  /// What the selected outcome breaks every outcome breaks, so that there is none to compare it with.
  var allBreakTheSame: Bool {
    guard let findings = exploration?.findings, let broken = finding?.broken else { return false }
    return findings.allSatisfy { $0.broken.contains { broken.contains($0) } }
  }

  /// It goes on.
  var isRunning: Bool { exploration.map { $0.coverage == .running } ?? true }
}

/// Where a run that is being opened is to be shown, and how.
struct Arrival: Sendable {
  /// Where the playhead is to stand.
  var place: Effect.Place
  /// The run that it takes the place of: it is looked at in the same way.
  var like: Run?
}
