import PromiseEvents
import PromiseExploration
package import PromiseGraph
package import PromiseSimulation

extension State {
  /// Begins to explore the demo of that name, or to run the program again and again, in front of what is
  /// open.
  package mutating func explore(_ demo: String) -> [Effect] { asking { $0.beginExploring(demo) } }

  private mutating func beginExploring(_ demo: String) {
    if run?.isLive == false { run?.stop() }
    exploring = ExplorationState(demo: demo)
    overlay = nil
    ask(.explore(demo: demo))
  }

  /// Explores the demo that is open or picked; one whose exploration the run comes from is returned to.
  mutating func explorePicked() {
    if run?.overrides.isEmpty == false {
      notice = "x explores the run as it is written: Esc goes back to that"
      return
    }
    if exploring != nil { return returnToExploration() }
    if let name = run?.demo.name ?? pickedName { beginExploring(name) }
  }

  /// Takes in what was found.
  mutating func found(_ found: OutcomeSummary) {
    exploring?.found = found
    compareSelected()
  }

  /// Asks for the comparison of the selected outcome, once, as soon as there is something to compare it
  /// with.
  private mutating func compareSelected() {
    guard let exploring, let found = exploring.found, exploring.outcome != nil, found.count > 1,
      !exploring.compared.contains(exploring.selected)
    else { return }
    self.exploring?.compared.insert(exploring.selected)
    ask(.compare(outcome: exploring.selected))
  }

  /// Opens the schedule of the selected outcome, or the trace of its first run, where it first differs from
  /// the other one.
  mutating func openOutcome() {
    guard let exploring, let found = exploring.found, exploring.outcome != nil else { return }
    let comparison = exploring.comparison
    let name: String
    let schedule: Schedule?
    let place: Effect.Place
    switch found {
    case .schedules(let exploration):
      name = exploring.demo
      schedule = comparison?.token?.schedule ?? exploration.findings[exploring.selected].schedule
      place = .choice(comparison?.place ?? 0)
    case .runs(let repetition):
      guard let trace = repetition.groups[exploring.selected].trace else {
        notice = "there is no trace of it: the run recorded nothing"
        return
      }
      (name, schedule, place) = (trace, nil, .event(comparison?.place ?? .max))
    }
    let isOver = run != nil && !exploring.hasOpened
    if isOver { self.exploring?.origin = run }
    self.exploring?.hasOpened = true
    arrival = Arrival(place: place)
    ask(.open(demo: name, by: schedule, to: place, over: isOver))
  }

  /// Leaves the run for the exploration that it was opened from.
  mutating func returnToExploration() {
    exploring?.isInFront = true
    guard exploring?.hasOpened == true else { return }
    exploring?.hasOpened = false
    run = exploring?.origin
    exploring?.origin = nil
    arrival = nil
    nextTick = nil
    ask(.closeDemo)
  }

  /// Gives the exploration up, and goes back to what was open when it began.
  mutating func stopExploring() {
    ask(.stopExploring)
    returnToExploration()
    exploring = nil
  }

  /// Shows a run that is over, for screens that nobody types at: its events are in `history` already.
  package mutating func show(
    _ history: History, of demo: RunDescriptor, real: Bool, changes: [Override]
  ) {
    show(Run(printing: history, of: demo, real: real, overrides: changes))
    effects = []
  }

  /// Puts the playhead on `event`, or the newest where none is named, and pauses: for one screen of a
  /// run whose events are all here.
  package mutating func show(event: Int?) {
    guard var run else { return }
    run.stop()
    run.move(to: event ?? run.history.last)
    self.run = run
  }

  /// Shows a run that was opened: from its beginning, or where it was to be shown.
  mutating func show(_ new: Run) {
    var new = new
    new.playing = new.playing && playsAtOnce
    overlay = nil
    notice = nil
    if isExploring, exploring?.hasOpened == false {
      // It was asked for before the exploration.
      new.playing = new.isLive
    } else {
      exploring?.isInFront = false
    }
    guard let arrival else {
      if opensLesson { new.playing = new.isLive }
      run = new
      announceOfTour()
      if opensLesson {
        opensLesson = false
        toggleLesson()
      }
      return requestTick(after: 0)
    }
    self.arrival = nil
    new.playing = false
    if let old = arrival.like {
      new.look(like: old)
      // The panel has changed while the run was made, maybe.
      if let panel = run?.whatIf {
        new.whatIf = panel
        new.showInPanel()
      }
    }
    switch arrival.place {
    case .event(let number): new.move(to: number)
    case .time(let time):
      let isSame = arrival.like.map { new.isSame(as: $0) } ?? false
      new.move(
        to: isSame ? arrival.like?.playhead ?? 0 : new.history.position(atTime: time))
    case .choice(let place): new.move(to: new.choice(place) ?? new.history.base)
    }
    run = new
  }
}

// MARK: - Looking at what was found

extension State {
  /// Selects another outcome, or scrolls the focused run.
  mutating func arrowInExploration(_ rows: Int) {
    guard let exploring else { return }
    guard exploring.focus == .outcomes else {
      guard let sheet = ExploreView.sheet(exploring.focus, self) else { return }
      self.exploring?.scrolls[exploring.focus] = Scroll(
        offset: min(max(0, sheet.first + rows), sheet.last), anchor: sheet.anchor)
      return
    }
    let count = exploring.found?.count ?? 0
    self.exploring?.selection = min(max(0, exploring.selected + rows), max(0, count - 1))
    self.exploring?.scrolls = [:]
    compareSelected()
  }

  /// The rows that a page key passes.
  var explorationPageRows: Int {
    guard let exploring else { return 1 }
    let frame = exploreLayout.frame(of: exploring.focus) ?? exploreLayout.body
    return max(1, frame.inside.height - 2)
  }

  /// Changes which pane of the exploration has the keys.
  mutating func lookInExploration(_ action: Action) {
    guard let exploring else { return }
    let order = ExplorePane.allCases
    let index = order.firstIndex(of: exploring.focus) ?? 0
    switch action {
    case .explorePane(let pane): self.exploring?.focus = pane
    case .nextPane: self.exploring?.focus = order[(index + 1) % order.count]
    case .previousPane: self.exploring?.focus = order[(index + order.count - 1) % order.count]
    default: break
    }
  }

  /// Selects an outcome; the selected one is opened.
  mutating func pressInExploration(x: Int, y: Int) {
    guard let place = exploreLayout.places.framed(atColumn: x, row: y) else { return }
    exploring?.focus = place.pane
    guard let exploring, let outcome = ExploreView.sheet(place.pane, self)?.item(atRow: y) else {
      return
    }
    if outcome == exploring.selected { return openOutcome() }
    arrowInExploration(outcome - exploring.selected)
  }

  /// Moves in the pane that the mouse points at.
  mutating func wheelInExploration(by rows: Int, x: Int, y: Int) {
    guard let place = exploreLayout.places.framed(atColumn: x, row: y) else { return }
    let focus = exploring?.focus ?? .outcomes
    exploring?.focus = place.pane
    defer { exploring?.focus = focus }
    arrowInExploration(place.pane == .outcomes ? rows.signum() : rows)
  }
}
