/// The panes of an exploration by their numbers, which are also their keys.
package enum ExplorePane: Int, Hashable, Sendable, CaseIterable {
  case outcomes = 1
  case passing, failing

  /// The key that goes to it.
  package var digit: Character { Character(String(rawValue)) }
}

/// The outcomes of a program on the screen: what was found, and how that is looked at.
package struct Exploring: Sendable {
  /// The demo whose schedules are explored, or the program that is run again and again.
  package let demo: String
  /// What was found so far; none before the first word of it.
  package internal(set) var found: Found?
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
