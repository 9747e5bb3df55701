import PromiseEvents
import PromiseGraph
import PromiseInsight

extension State {
  /// Shows two compared runs.
  package mutating func compare(_ comparison: RunComparison) {
    comparing = ComparisonState(comparison)
    overlay = nil
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

  /// Selects another difference.
  mutating func selectDifference(movedBy rows: Int) {
    guard let comparing else { return }
    let last = max(0, comparing.comparison.differences.count - 1)
    self.comparing?.selected = min(max(0, comparing.selected + rows), last)
    self.comparing?.scrolled = nil
  }

  /// Scrolls both runs, of which one is in a pane.
  mutating func scrollCompared(_ rows: Int, _ pane: PairPane? = nil) {
    guard let comparing, case let pane = pane ?? comparing.focus,
      let frame = pairLayout(of: .compare).frame(of: pane)
    else { return }
    let height = ComparedPane.height(pane, comparing, glyphs, language, frame)
    let last = max(0, comparing.lines.rows.count - height)
    let first = comparing.firstRow(height: height)
    self.comparing?.scrolled = min(max(0, first + rows), last)
  }

  /// Chooses the run that Enter opens.
  mutating func chooseCompared(_ pane: PairPane) {
    comparing?.side = pane
    if comparing?.focus != .list { comparing?.focus = pane }
  }

  /// Selects the first or the last difference.
  mutating func jumpInComparison(toEnd: Bool) {
    guard let comparing else { return }
    let rows = max(comparing.comparison.differences.count, comparing.lines.rows.count)
    arrowInPair(toEnd ? rows : -rows)
  }

  /// The selected difference as text.
  var comparedText: String? {
    guard let comparing, let difference = comparing.difference else { return nil }
    return comparing.comparison.alignment.sentence(of: difference, in: language)
  }
}
