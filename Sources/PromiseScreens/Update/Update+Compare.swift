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
    let place = comparing.comparison.place(of: comparing.selected, in: comparing.side)
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

  /// Selects another difference, or scrolls the runs.
  mutating func arrowInComparison(_ rows: Int) {
    guard let comparing else { return }
    guard comparing.focus == .differences else { return scrollCompared(rows) }
    let last = max(0, comparing.comparison.differences.count - 1)
    self.comparing?.selected = min(max(0, comparing.selected + rows), last)
    self.comparing?.scrolled = nil
  }

  private mutating func scrollCompared(_ rows: Int) {
    guard let comparing, let frame = compareLayout.frame(of: comparing.focus) else { return }
    let height = ComparedPane.height(comparing.focus, comparing, glyphs, language, frame)
    let last = max(0, comparing.comparison.lines.rows.count - height)
    let first = comparing.firstRow(height: height)
    self.comparing?.scrolled = min(max(0, first + rows), last)
  }

  /// The number of rows that a page key moves by.
  var comparisonPageRows: Int {
    guard let comparing else { return 1 }
    let frame = compareLayout.frame(of: comparing.focus) ?? compareLayout.body
    return max(1, frame.inside.height - 2)
  }

  /// Changes the focused pane, or the run that Enter opens.
  mutating func lookInComparison(_ action: Action) {
    guard let comparing else { return }
    let order = ComparePane.allCases
    let index = order.firstIndex(of: comparing.focus) ?? 0
    switch action {
    case .comparePane(let pane): focusCompared(pane)
    case .nextPane: focusCompared(order[(index + 1) % order.count])
    case .previousPane: focusCompared(order[(index + order.count - 1) % order.count])
    default: break
    }
  }

  private mutating func focusCompared(_ pane: ComparePane) {
    comparing?.focus = pane
    if pane != .differences { comparing?.side = pane }
  }

  /// Chooses the run that Enter opens.
  mutating func chooseCompared(_ pane: ComparePane) {
    comparing?.side = pane
    if comparing?.focus != .differences { comparing?.focus = pane }
  }

  /// Selects the first or the last difference.
  mutating func jumpInComparison(toEnd: Bool) {
    guard let comparing else { return }
    let rows = max(comparing.comparison.differences.count, comparing.comparison.lines.rows.count)
    arrowInComparison(toEnd ? rows : -rows)
  }

  /// Selects the difference in a cell, or the run; opens it if it is already selected.
  mutating func pressInComparison(x: Int, y: Int) {
    guard let place = compareLayout.places.framed(atColumn: x, row: y), let comparing else {
      return
    }
    guard place.pane == .differences else { return focusCompared(place.pane) }
    self.comparing?.focus = .differences
    guard let index = CompareView.sheet(.differences, self)?.item(atRow: y) else { return }
    if index == comparing.selected { return openCompared() }
    arrowInComparison(index - comparing.selected)
  }

  /// Scrolls the pane under the mouse.
  mutating func wheelInComparison(by rows: Int, x: Int, y: Int) {
    guard let place = compareLayout.places.framed(atColumn: x, row: y) else { return }
    let focus = comparing?.focus ?? .differences
    comparing?.focus = place.pane
    defer { comparing?.focus = focus }
    arrowInComparison(place.pane == .differences ? rows.signum() : rows)
  }

  /// The selected difference as text.
  var comparedText: String? {
    guard let comparing, let difference = comparing.difference else { return nil }
    return comparing.comparison.alignment.sentence(of: difference, in: language)
  }
}
