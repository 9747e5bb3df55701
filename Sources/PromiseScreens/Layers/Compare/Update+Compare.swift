import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// The two compared runs, in front of the run that was opened from them or behind it.
  package internal(set) var comparing: ComparisonState? {
    get { workspaces[ComparisonState.self] }
    set { workspaces[ComparisonState.self] = newValue }
  }

  /// Shows two compared runs.
  package mutating func compare(_ comparison: RunComparison) {
    comparing = ComparisonState(comparison)
    overlays.removeAll()
  }

  /// Opens the chosen run at the selected difference; with the explanation of its promise, or of the order of the two
  /// handlers, if `explaining`.
  mutating func openCompared(explaining: Bool = false) {
    guard let comparing else { return }
    if comparing.coversRun { return openDialect(comparing) }
    let place = comparing.place(of: comparing.selected, in: comparing.side)
    arrival = Arrival(place: .event(place.event))
    arrival?.selection = explaining ? place.promise : nil
    arrival?.marked = place.beside
    arrival?.explains = explaining
    ask(.open(demo: comparing.side == .after ? "B" : "A", to: .event(place.event)))
  }

  /// Returns from a run to the comparison that opened it.
  mutating func returnToComparison() {
    comparing?.isInFront = true
    run = nil
    arrival = nil
    nextTick = nil
    ask(.closeDemo)
  }
}

extension State {
  /// Selects the first or the last difference.
  fileprivate mutating func jumpInComparison(toEnd: Bool) {
    guard let comparing else { return }
    let rows = max(comparing.comparison.differences.count, comparing.lines.rows.count)
    comparing.move(by: toEnd ? rows : -rows, isPage: false, &self)
  }
}

extension Action {
  static let openCompared = Action("open-compared") { $0.openCompared() }
  static func comparePane(_ pane: PairPane) -> Action {
    Action("compare-pane-\(pane == .list ? "differences" : "\(pane)")", nil) {
      $0.comparing?.focusOn(pane, &$0)
    }
  }
  static func chooseRun(_ pane: PairPane) -> Action {
    Action("choose-run-\(pane)", nil) {
      $0.comparing?.side = pane
      if $0.comparing?.focus != .list { $0.comparing?.focus = pane }
    }
  }
  fileprivate static let explain = Action.why.meaning { $0.openCompared(explaining: true) }
  fileprivate static let first = Action.start.meaning { $0.jumpInComparison(toEnd: false) }
  fileprivate static let last = Action.end.meaning { $0.jumpInComparison(toEnd: true) }
}

extension KeyTable {
  static let compare: [Binding] = [
    Binding(
      [(.enter, .openCompared)], .compare, in: [.compare], "open",
      "beside two runs: open the chosen run at the selected difference; Esc comes back"),
    Binding(
      [(.left, .chooseRun(.before)), (.right, .chooseRun(.after))], .compare, in: [.compare],
      "A, B",
      "beside two runs: choose run A, run B"),
    Binding(
      [("w", .explain)], .compare, in: [.compare], "why",
      "beside two runs: open the chosen run and explain the promise of the difference, or why two handlers "
        + "ran in their order there"),
    Binding(
      [("g", .first), (.home, .first), ("G", .last), (.end, .last)], .compare, in: [.compare], "",
      "beside two runs: first, last difference"),
  ]
}
