import PromiseEvents
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension State {
  /// The exploration, in front of the run or behind it.
  package internal(set) var exploring: ExplorationState? {
    get { workspaces[ExplorationState.self] }
    set { workspaces[ExplorationState.self] = newValue }
  }

  /// Whether the exploration is in front.
  var isExploring: Bool { exploring?.isInFront == true }

  /// Whether the exploration shows runs of a program, and not schedules of a demo.
  var showsRuns: Bool { isExploring && exploring?.isOfRuns == true }

  /// Starts exploring the demo of that name, or running the program repeatedly, in front of what is open.
  package mutating func explore(_ demo: String) -> [Effect] { asking { $0.beginExploring(demo) } }

  private mutating func beginExploring(_ demo: String) {
    exploring = ExplorationState(demo: demo)
    overlays.removeAll()
    ask(.explore(demo: demo))
  }

  /// Explores the open or selected demo; a run opened from an exploration returns to it.
  mutating func explorePicked() {
    if run?.overrides.isEmpty == false {
      notice = language.text("x explores the original run: press Esc to return to it first")
      return
    }
    if exploring != nil { return returnToExploration() }
    if run?.demo.library != nil {
      notice = language.text("to explore, open the run by PromiseKitLite's rules: O, then Enter")
      return
    }
    if let name = run?.demo.name ?? pickedName { beginExploring(name) }
  }

  /// Takes in the outcomes found so far.
  mutating func found(_ found: OutcomeSummary) {
    if exploring?.isOfRuns == true, exploring?.isRunning == true, !found.isRunning {
      // At the end, the closest pair of all runs is known.
      exploring?.compared = []
    }
    exploring?.found = found
    compareSelected()
  }

  /// Requests the comparison of the selected outcome, once, as soon as there is another outcome.
  mutating func compareSelected() {
    guard let exploring, let found = exploring.found, exploring.outcome != nil, found.count > 1,
      !exploring.compared.contains(exploring.selected)
    else { return }
    self.exploring?.compared.insert(exploring.selected)
    ask(.compare(outcome: exploring.selected))
  }

  /// Opens the schedule of the selected outcome, or the trace of its first run, at the first difference
  /// from the other run.
  mutating func openOutcome() {
    guard let exploring, let found = exploring.found, exploring.outcome != nil else {
      notice = ExplorationState.noOutcome(language)
      return
    }
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
      guard let trace = comparison?.this.run?.trace ?? repetition.groups[exploring.selected].trace
      else {
        notice = language.text("this run has no trace: it recorded nothing")
        return
      }
      (name, schedule, place) = (trace, nil, .event(comparison?.this.event ?? .max))
    }
    let origin = exploring.hasOpened ? nil : run
    let isOver = origin != nil
    if isOver { self.exploring?.origin = origin }
    self.exploring?.hasOpened = true
    arrival = Arrival(place: place)
    ask(.open(demo: name, by: schedule, to: place, over: isOver))
  }

  /// Returns from a run to the exploration that opened it.
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

  /// Stops the exploration and returns to what was open before.
  mutating func stopExploring() {
    ask(.stopExploring)
    returnToExploration()
    exploring = nil
  }
}

extension Action {
  static let explore = Action("explore") { $0.explorePicked() }
  static let openOutcome = Action("open-outcome") { $0.openOutcome() }
  static func explorePane(_ pane: PairPane) -> Action {
    let name =
      switch pane {
      case .list: "outcomes"
      case .before: "passing"
      case .after: "failing"
      }
    return Action("explore-pane-\(name)", nil) { $0.exploring?.focus = pane }
  }
}
