import PromiseExploration
import PromiseGraph
import PromiseInsight

// The screen of an exploration: the outcomes, and the two runs of the smallest difference.
extension ExplorationState: PairLayer {
  var mode: Mode { .explore }

  func layout(_ size: Size) -> PairLayout {
    PairLayout(
      size, focus: focus, most: (numerator: 2, denominator: 5), rows: (found?.count ?? 0) + 9)
  }

  func sheet(_ place: Framed<PairPane>, _ layout: PairLayout, _ state: State) -> Sheet {
    let (glyphs, language) = (state.glyphs, state.language)
    var sheet =
      place.pane == .list
      ? OutcomesPane.sheet(self, glyphs, language, place.frame)
      : SchedulePane.sheet(
        place.pane, self, glyphs, language, place.frame, showsCause: layout.cause == nil)
    sheet.isFocused = place.pane == focus
    let scroll = scrolls[place.pane] ?? Scroll()
    sheet.first = scroll.first(
      count: sheet.rows.count, frozen: sheet.frozen, anchor: sheet.anchor, subject: nil,
      height: sheet.height)
    return sheet
  }

  func sentence(_ language: Language) -> (lead: StyledLine, text: String)? {
    guard let cause = comparison?.cause else { return nil }
    return (StyledLine("\(causeName(language))\(language.text(": "))", .heading), cause)
  }

  /// Returns how many schedules or runs there were, and in what time.
  func header(_ state: State, wide: Bool) -> (name: StyledLine, items: [HeaderItem]) {
    let language = state.language
    let mark = isOfRuns ? language.text("REPEAT") : language.text("EXPLORE")
    let name = StyledLine([Span(" "), Span("\(mark)  ", .heading), Span(demo)])
    var items: [HeaderItem] = []
    func add(_ text: String, _ role: Role = .body, rank: HeaderItem.Rank) {
      items.append(HeaderItem(StyledLine(text, role), rank: rank))
    }
    if isRunning {
      add("\(state.glyphs[.running]) \(language.text("RUN"))", .running, rank: .mark)
    }
    guard let found else { return (name, items) }
    add(found.countText(language), rank: .position)
    add(language.text("\(elapsed(found.duration)) elapsed"), rank: .warnings)
    let seconds = found.duration / .seconds(1)
    if case .runs(let repetition) = found {
      if let left = repetition.remaining {
        add(language.text("\(elapsed(left)) left"), .dim, rank: .dropped)
      }
    } else if seconds >= 0.001 {
      let rate = grouped(Int(Double(found.total) / seconds))
      add(wide ? language.text("\(rate) per second") : "\(rate)/s", .dim, rank: .dropped)
    }
    return (name, items)
  }

  /// Returns why a key of the panes does not work in the exploration, which shows no run.
  func obstacle(to key: Key, _ row: Binding, _ state: State) -> String? {
    outcome != nil ? worksInRun(key, row, state) : Self.noOutcome(state.language)
  }

  /// Returns what the screen says before there is an outcome.
  static func noOutcome(_ language: Language) -> String {
    language.text("no outcome has been found yet")
  }

  func copied(_ state: State) -> String? { again }

  func back(_ state: inout State) {
    guard isOfRuns else { return state.stopExploring() }
    state.notice =
      isRunning
      ? state.language.text("q stops the runs and quits") : state.language.text("q quits")
  }

  func focusOn(_ pane: PairPane, _ state: inout State) { state.exploring?.focus = pane }

  func select(movedBy rows: Int, _ state: inout State) {
    let count = found?.count ?? 0
    state.exploring?.selection = min(max(0, selected + rows), max(0, count - 1))
    state.exploring?.scrolls = [:]
    state.compareSelected()
  }

  func scroll(_ pane: PairPane, by rows: Int, _ state: inout State) {
    guard let sheet = sheet(pane, state) else { return }
    state.exploring?.scrolls[pane] = Scroll(
      offset: min(max(0, sheet.first + rows), sheet.last), anchor: sheet.anchor)
  }

  func open(_ state: inout State) { state.openOutcome() }
}
