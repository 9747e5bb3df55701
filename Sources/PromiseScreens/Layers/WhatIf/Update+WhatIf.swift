import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension Run {
  /// The what-if panel, if it is open.
  package internal(set) var whatIf: WhatIfPanel? {
    get { panels[WhatIfPanel.self] }
    set { panels[WhatIfPanel.self] = newValue }
  }

  /// Shows this run in the what-if panel.
  mutating func showInPanel() {
    let events = expected
    whatIf?.show(events)
  }
}

extension WhatIfPanel {
  func obstacle(to key: Key, _ row: Binding, _ state: State) -> String? {
    isSettling
      ? state.language.text("r, f or c settles the promise; Esc cancels")
      : state.language.text("close the what-if panel first: Esc")
  }

  func back(_ state: inout State) {
    if isSettling {
      state.run?.whatIf?.isSettling = false
    } else if typed != nil {
      state.run?.whatIf?.typed = nil
    } else {
      state.run?.whatIf = nil
    }
  }

  /// Moves the selection by `rows`; a page key scrolls the text instead.
  func move(by rows: Int, isPage: Bool, _ state: inout State) {
    guard isPage else { return take(selected + rows, &state) }
    let last = lastScroll(state)
    state.run?.whatIf?.scroll = min(max(0, scroll + rows), last)
  }

  /// Selects the row of that number, or the nearest one, and its promise in the chain pane.
  func take(_ item: Int, _ state: inout State) {
    guard !rows.isEmpty else { return }
    let row = min(max(0, item), rows.count - 1)
    state.run?.whatIf?.typed = nil
    state.run?.whatIf?.scroll = 0
    state.run?.whatIf?.selected = row
    state.run?.selection = rows[row].promise.promise
  }

}

extension State {
  /// Opens or closes the what-if panel.
  mutating func toggleWhatIf() {
    guard let run else { return }
    guard run.whatIf == nil else {
      self.run?.whatIf = nil
      return
    }
    self.run?.why = nil
    let panel = WhatIfPanel(
      original: (unchanged ?? run).expected, shown: run.expected, changes: run.overrides,
      isOriginal: unchanged != nil || run.overrides.isEmpty, asked: run.selection)
    self.run?.whatIf = panel
    if panel.rows.isEmpty { notice = language.text("there is nothing to change yet") }
  }

  /// Takes in the lengths at which the outcome changes.
  mutating func found(_ request: CriticalRequest, _ values: CriticalValues) {
    run?.whatIf?.critical[request] = .some(values)
  }
}

// MARK: - Changes

extension State {
  fileprivate mutating func lengthen(_ row: WhatIfPanel.Row, by milliseconds: Int) {
    run?.whatIf?.typed = nil
    guard let now = run?.whatIf?.length(of: row)?.now else { return sayNoLength(row) }
    let (sum, overflow) = now.addingReportingOverflow(Int64(milliseconds) * 1_000_000)
    guard !overflow, now > 0 || milliseconds > 0 else {
      notice = language.text("the length is already 0 ms")
      return
    }
    setLength(row, max(0, sum))
  }

  /// Makes the length a little longer than the next critical value, or a little shorter than the previous one.
  fileprivate mutating func goToCritical(_ row: WhatIfPanel.Row, up: Bool) {
    run?.whatIf?.typed = nil
    guard let panel = run?.whatIf, let now = panel.length(of: row)?.now else {
      return sayNoLength(row)
    }
    guard let points = panel.criticalValues(in: self)?.points.map(\.value) else {
      notice = language.text("the critical values are not known yet")
      return
    }
    let next = up ? points.first { $0 >= now } : points.last { $0 <= now && $0 > 0 }
    guard let next else {
      notice =
        up
        ? language.text("no critical value above this length")
        : language.text("no critical value below this length")
      return
    }
    setLength(row, max(0, next + (up ? 1_000_000 : -1_000_000)))
  }

  fileprivate mutating func typeLength(_ digit: Int, _ row: WhatIfPanel.Row) {
    guard row.length != nil else {
      return sayNoLength(row)
    }
    let typed = (run?.whatIf?.typed ?? "") + "\(digit)"
    guard typed.count <= 7 else {
      notice = language.text("at most 7 digits: Enter accepts, Backspace erases")
      return
    }
    run?.whatIf?.typed = typed
  }

  fileprivate mutating func eraseDigit() {
    guard let typed = run?.whatIf?.typed else {
      return notice = language.text("no length is being typed")
    }
    run?.whatIf?.typed = typed.count > 1 ? String(typed.dropLast()) : nil
  }

  fileprivate mutating func acceptLength(_ row: WhatIfPanel.Row) {
    guard let typed = run?.whatIf?.typed, let milliseconds = Int64(typed) else {
      notice = language.text("type a number of milliseconds first, or press + or -")
      return
    }
    run?.whatIf?.typed = nil
    setLength(row, milliseconds * 1_000_000)
  }

  private mutating func setLength(_ row: WhatIfPanel.Row, _ nanoseconds: Int64) {
    guard let length = row.length else { return }
    run?.whatIf?.change(Override(row.promise.key, length.change(to: nanoseconds)))
    runAgain()
  }

  private mutating func sayNoLength(_ row: WhatIfPanel.Row) {
    notice = language.text("\(row.promise.name) has no timer, and no handler or body to lengthen")
  }

  // MARK: Outcomes

  fileprivate mutating func flip(_ row: WhatIfPanel.Row) {
    guard row.promise.answer != nil || run?.whatIf?.isFlipped(row) == true else {
      notice =
        row.promise.operation == .after || row.promise.operation == .timeout
        ? language.text("\(row.promise.name) is settled by its timer: change the timer instead")
        : language.text(
          "\(row.promise.name) takes its outcome from another promise: change that one instead")
      return
    }
    run?.whatIf?.change(Override(row.promise.key, .flip))
    runAgain()
  }

  fileprivate mutating func askHowToSettle(_ row: WhatIfPanel.Row) {
    guard let run, row.promise.isOpen(at: run.playhead) else {
      notice =
        (self.run?.playhead ?? 0) < row.promise.made
        ? language.text("\(row.promise.name) does not exist yet at this event")
        : language.text("\(row.promise.name) is not pending here: go back to where it is")
      return
    }
    self.run?.whatIf?.isSettling = true
  }

  fileprivate mutating func settle(
    _ row: WhatIfPanel.Row, _ outcome: PromiseEvent.Outcome
  ) {
    guard let run else { return }
    self.run?.whatIf?.isSettling = false
    self.run?.whatIf?.change(
      Override(row.promise.key, .settle(outcome, after: max(1, run.playhead))))
    runAgain()
  }

  fileprivate mutating func undo() {
    run?.whatIf?.typed = nil
    guard run?.whatIf?.changes.popLast() != nil else {
      notice = language.text("nothing to undo")
      return
    }
    runAgain()
  }
}

extension State {
  /// Runs the demo again with the changes of the panel, in front of the original run; returns to that if
  /// no change is left.
  mutating func runAgain() {
    guard let run, let panel = run.whatIf else { return }
    self.run?.stop()
    if panel.changes.isEmpty, unchanged != nil { return returnToUnchanged(keeping: panel) }
    let isOver = unchanged == nil && run.overrides.isEmpty
    if isOver {
      unchanged = run
      unchanged?.stop()
      unchanged?.whatIf = nil
    }
    let place: Effect.Place =
      run.playhead >= run.total.last ? .event(.max) : .time(run.clock)
    arrival = Arrival(place: place, like: self.run)
    ask(
      .open(
        demo: run.demo.name, by: unchanged?.token?.schedule ?? run.token?.schedule, to: place,
        over: isOver, changedBy: panel.changes)
    )
  }

  /// Returns from the changed run to the original one beneath it.
  mutating func returnToUnchanged(keeping panel: WhatIfPanel? = nil) {
    guard var original = unchanged else { return }
    unchanged = nil
    arrival = nil
    nextTick = nil
    if var panel {
      panel.show(original.expected)
      original.whatIf = panel
    }
    original.keep(run?.gate)
    run = original
    notice = language.text("back to the original run")
    ask(.closeDemo)
  }

  /// Updates the panel for the current run; requests critical values if they are missing.
  mutating func refreshWhatIf() {
    guard let run, let panel = run.whatIf, !run.real,
      let request = panel.request(schedule: (unchanged ?? run).token?.schedule),
      panel.critical[request] == nil
    else { return }
    self.run?.whatIf?.critical[request] = .some(nil)
    ask(.findCritical(demo: run.demo.name, request))
  }
}

extension Run {
  /// Returns whether both runs are the same up to the playhead of `other`. O(events up to there)
  func isSame(as other: Run) -> Bool {
    let count = other.playhead
    guard history.last >= count, history.base == other.history.base else { return false }
    return zip(history.events.prefix(count), other.history.events.prefix(count)).allSatisfy {
      $0 == $1
    }
  }
}

extension Action {
  static let whatIf = Action("what-if") { $0.toggleWhatIf() }
  static func longer(_ length: Int) -> Action {
    let (amount, direction) = (length.magnitude, length < 0 ? "shorter" : "longer")
    return change("\(direction)-\(amount)", "\(amount) ms \(direction)") {
      $0.lengthen($1, by: length)
    }
  }
  static let nextCritical = change("next-critical", "next change") { $0.goToCritical($1, up: true) }
  static let previousCritical = change("previous-critical", "previous change") {
    $0.goToCritical($1, up: false)
  }
  static func digit(_ digit: Int) -> Action {
    change("digit-\(digit)", nil) { $0.typeLength(digit, $1) }
  }
  static let acceptLength = change("accept-length") { $0.acceptLength($1) }
  static let eraseDigit = change("erase-digit") { state, _ in state.eraseDigit() }
  static let flip = change("flip") { $0.flip($1) }
  static let settle = change("settle") { $0.askHowToSettle($1) }
  static func settleAs(_ outcome: PromiseEvent.Outcome) -> Action {
    change("settle-as-\(outcome)") { $0.settle($1, outcome) }
  }
  static let undo = Action("undo") { $0.undo() }

  /// Returns an action that changes the selected row.
  private static func change(
    _ name: String, _ title: String? = "",
    _ change: @escaping @Sendable (inout State, WhatIfPanel.Row) -> Void
  ) -> Action {
    Action(name, title) { state in
      guard let panel = state.run?.whatIf else { return }
      guard let row = panel.selectedRow else {
        return state.notice = state.language.text("there is no row to change")
      }
      change(&state, row)
    }
  }
}
