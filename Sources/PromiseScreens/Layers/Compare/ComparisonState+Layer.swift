import PromiseEvents
import PromiseGraph
import PromiseInsight

// The screen of two compared runs: the differences, and both runs side by side.
extension ComparisonState: PairLayer {
  var mode: Mode { .compare }

  func layout(_ size: Size) -> PairLayout {
    PairLayout(size, focus: focus, most: (numerator: 1, denominator: 2), rows: rows.count + 4)
  }

  func sheet(_ place: Framed<PairPane>, _ layout: PairLayout, _ state: State) -> Sheet {
    var sheet =
      place.pane == .list
      ? DifferencesPane.sheet(self, state.glyphs, state.language, place.frame)
      : ComparedPane.sheet(place.pane, self, state.glyphs, state.language, place.frame)
    sheet.isFocused = place.pane == focus
    return sheet
  }

  func sentence(_ language: Language) -> (lead: StyledLine, text: String)? {
    difference.map { difference in
      let text = comparison.alignment.sentence(of: difference, in: language)
      return (StyledLine("\(difference.sign.rawValue) ", difference.role), text)
    }
  }

  func header(_ state: State, wide: Bool) -> (name: StyledLine, items: [HeaderItem]) {
    let names = [comparison.before, comparison.after].map { sanitized($0.title) }
    let name = StyledLine([
      Span(" "), Span("\(state.language.text("DIFF"))  ", .heading),
      Span(names.joined(separator: " | ")),
    ])
    let count = state.language.plural(comparison.differences.count, "difference")
    return (name, [HeaderItem(StyledLine(count), rank: .position)])
  }

  /// Returns why a key of the panes does not work beside two runs.
  func obstacle(to key: Key, _ row: Binding, _ state: State) -> String? {
    key == .escape && !coversRun ? state.language.text("q quits") : worksInRun(key, row, state)
  }

  /// Returns the selected difference as text.
  func copied(_ state: State) -> String? { sentence(state.language)?.text }

  func back(_ state: inout State) {
    if coversRun { state.comparing = nil } else { state.notice = state.language.text("q quits") }
  }

  /// Changes the focused pane, and with it the run that Enter opens.
  func focusOn(_ pane: PairPane, _ state: inout State) {
    state.comparing?.focus = pane
    if pane != .list { state.comparing?.side = pane }
  }

  func select(movedBy rows: Int, _ state: inout State) {
    let last = max(0, comparison.differences.count - 1)
    state.comparing?.selected = min(max(0, selected + rows), last)
    state.comparing?.scrolled = nil
  }

  func scroll(_ pane: PairPane, by rows: Int, _ state: inout State) {
    guard let frame = layout(state.size).frame(of: pane) else { return }
    let height = ComparedPane.height(pane, self, state.glyphs, state.language, frame)
    let last = max(0, lines.rows.count - height)
    state.comparing?.scrolled = min(max(0, firstRow(height: height) + rows), last)
  }

  func open(_ state: inout State) { state.openCompared() }
}
