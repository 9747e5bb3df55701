import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing
@testable import PromiseExploration

@testable import PromiseScreens
@testable import PromiseSimulation

@Test("X in the picker explores the selected demo, and Esc returns to the picker")
func exploresFromPicker() {
  var state = State.picker()
  _ = update(&state, .key(.down))
  #expect(update(&state, .key(.character("X"))) == [.explore(demo: "dashboard-race")])
  #expect(state.mode == .explore)
  #expect(update(&state, .key(.escape)) == [.stopExploring])
  #expect(state.mode == .picker)
  #expect(state.demoList.picked == 1)
}

@Test("x in a demo pauses and explores it, and Esc returns with nothing lost")
func exploresFromDemo() {
  var driver = Driver()
  driver.goToPicture()
  driver.press(.down)
  let before = driver.screen
  driver.type("x")
  #expect(driver.effects == [.explore(demo: "login-fetch-submit")])
  #expect(driver.state.mode == .explore)
  driver.send(.explored(.checkout))
  driver.press(.down, .escape)
  #expect(driver.effects.last == .stopExploring)
  #expect(driver.state.mode == .demo)
  #expect(driver.screen == before)
}

@Test("A key that needs a run, such as export, says that Enter opens one")
func exportOfOutcome() {
  var driver = Driver()
  driver.type("xe")
  #expect(driver.state.notice == "no outcome has been found yet")
  driver.send(.explored(.checkout))
  driver.type("e")
  #expect(
    driver.state.notice
      == "press Enter to open the chosen run; e (export) works there")
  #expect(driver.state.overlays.all.isEmpty)
}

@Test("A step that was pending when the exploration started is complete when it ends")
func stepsMeanwhile() {
  var driver = Driver()
  driver.answersLate = true
  driver.press(.right)
  driver.type("x")
  driver.answersLate = false
  #expect(driver.last > 0)
  driver.press(.escape)
  #expect(driver.playhead == 1)
}

@Test("The first outcome that breaks an expectation is selected until the user selects another")
func selectsFailure() {
  var state = State.picker()
  _ = update(&state, .key(.character("X")))
  #expect(state.exploring?.outcome == nil)
  var early = Exploration.checkout
  early.coverage = .running
  early.findings.removeLast()
  // One comparison is requested at a time, and never the same one again.
  #expect(update(&state, .explored(early)) == [.compare(outcome: 0)])
  #expect(state.exploring?.selected == 0)
  #expect(update(&state, .explored(early)) == [])
  #expect(update(&state, .explored(.checkout)) == [.compare(outcome: 2)])
  #expect(state.exploring?.selected == 2)
  #expect(update(&state, .key(.up)) == [.compare(outcome: 1)])
  #expect(update(&state, .explored(.checkout)) == [])
  #expect(state.exploring?.selected == 1)
  #expect(update(&state, .key(.up)) == [])
  #expect(update(&state, .key(.up)) == [])
  #expect(state.exploring?.selected == 0)
}

@Test("Enter says so while there is no outcome")
func entersNothing() {
  var state = State.picker()
  _ = update(&state, .key(.character("X")))
  #expect(update(&state, .key(.enter)) == [])
  #expect(state.notice == "no outcome has been found yet")
}

@Test(
  "Enter opens the smallest difference with the playhead on its choice; Esc returns to the outcomes"
)
func opensOutcome() {
  var state = State.exploring()
  let open = Effect.open(demo: "checkout-bug", by: [0, 1], to: .choice(1))
  #expect(update(&state, .key(.enter)) == [open])
  let events = EventStream.choices.events
  let entry = RunDescriptor(name: "checkout-bug", teaches: "")
  let effects = update(
    &state, .opened(entry, real: false, prediction: events, events: Array(events.prefix(15))))
  #expect(effects == [])
  #expect(state.mode == .demo)
  #expect(state.run?.playing == false)
  let choice = state.run.flatMap { $0.history[$0.playhead] }?.kind
  #expect(choice == .choiceMade(chosen: 1, options: [.end(job: 1), .end(job: 2)]))
  #expect(update(&state, .key(.escape)) == [.closeDemo])
  #expect(state.mode == .explore)
  #expect(state.exploring?.selected == 2)
  #expect(
    state.exploring?.summary
      == "checkout-bug: 950 schedules, 3 outcomes, 1 of them FAIL; exhaustive, no limit hit")
  #expect(update(&state, .key(.escape)) == [.stopExploring])
  #expect(state.mode == .picker)
}

@Test("The run in which the exploration started is kept beneath an opened schedule")
func keepsRun() {
  var driver = Driver()
  driver.goToPicture()
  let before = driver.screen
  driver.type("x")
  driver.send(.explored(.checkout))
  driver.press(.enter)
  #expect(
    driver.effects.last
      == .open(demo: "login-fetch-submit", by: [0, 2, 1], to: .choice(0), over: true))
  let events = EventStream.choices.events
  driver.send(.opened(driver.state.demos[0], real: false, prediction: events, events: events))
  #expect(driver.state.mode == .demo)
  driver.type("x")
  #expect(driver.effects.last == .closeDemo)
  #expect(driver.state.mode == .explore)
  driver.press(.enter, .enter, .escape)
  #expect(driver.effects.suffix(2) == [.stopExploring, .closeDemo])
  #expect(driver.screen == before)
}

@Test("The compared runs scroll, and a key focuses each")
func scrollsRuns() {
  var state = State.exploring(80, 18)
  _ = update(&state, .key(.character("2")))
  #expect(state.exploring?.focus == .before)
  _ = update(&state, .key(.tab))
  #expect(state.exploring?.focus == .after)
  let before = view(state).text
  _ = update(&state, .key(.pageDown))
  #expect(view(state).text != before)
  #expect(state.exploring?.selected == 2)
  _ = update(&state, .key(.pageUp))
  _ = update(&state, .key(.tab))
  #expect(state.exploring?.focus == .list)
}

@Test("Only the runs, if there is no room for more")
func exploreNarrow() throws {
  var state = State.exploring(40, 24)
  _ = update(&state, .key(.character("3")))
  try expectGolden("explore-40x24-failing", view(state).text)
}

@Test("Without color, a failure has its sign and its word, and the selection reverse video")
func exploreMonochrome() throws {
  let state = State.exploring(theme: .monochrome)
  let canvas = view(state)
  let row = (0..<canvas.width).map { canvas[$0, 5] }
  #expect(row.map(\.text).joined().contains("\(Glyph.rejected.unicode) FAIL render before save"))
  #expect(row.dropFirst().dropLast().allSatisfy { $0.reversed })
  #expect(state.theme[.rejected].bold)
}

@Test("A running search, a single outcome and an endless run say so")
func exploreStates() throws {
  var state = State.picker()
  _ = state.explore("checkout-bug")
  #expect(view(state).text.contains("exploring ..."))
  var exploration = Exploration.checkout
  exploration.coverage = .running
  exploration.findings.removeLast(2)
  _ = update(&state, .explored(exploration))
  #expect(view(state).text.contains("every run so far gives"))
  exploration.coverage = .timeLimit
  exploration.search = .random(seed: 7)
  exploration.findings[0].outcome = .init(result: .neverSettled, deadlock: "main waits for p3")
  _ = update(&state, .explored(exploration))
  let text = view(state).text
  #expect(text.contains("every run gives the same result"))
  #expect(text.contains("coverage: not exhaustive: stopped at the time limit"))
  #expect(text.contains("seed 7"))
  #expect(text.contains("main waits for p3"))
}

@Test("Of very many outcomes the selected one is visible")
func manyOutcomes() {
  var exploration = Exploration.checkout
  exploration.findings = (1...5000).map { number in
    var finding = exploration.findings[0]
    finding.outcome = .init(result: .fulfilled("result \(number)"))
    finding.first = number
    return finding
  }
  var state = State.exploring()
  _ = update(&state, .explored(exploration))
  #expect(view(state).text.contains("#1 "))
  for _ in 0..<2000 { _ = update(&state, .key(.pageDown)) }
  #expect(view(state).text.contains("5000>"))
  for _ in 0..<100 { _ = update(&state, .key(.up)) }
  #expect(view(state).text.contains("4900>"))
  #expect(view(state).text.contains("result 4900"))
}
