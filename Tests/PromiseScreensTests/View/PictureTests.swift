import PromiseGraph
import PromiseInsight
import PromiseCourse
import PromiseExploration
import PromiseSimulation
import Testing

@testable import PromiseScreens

/// Every screen and every pane that has pictures, one row each.
let scenes: [Scene] =
  [
    Scene("picker") { $0 },
    Scene("login", login, at: submitting),
    Scene("dashboard", dashboard, at: raceOver, keys: "<down>"),
    Scene("help", login, at: submitting, keys: "?"),
    Scene("prompt", login, at: submitting, keys: ":206"),
    Scene("why", login, at: submitting, keys: ":p4<enter>w"),
    Scene("why-order", dashboard, keys: ":p5<enter>v:p8<enter>w"),
    Scene("what-if") { supposing($0, keys: "<down><down><down><down>90<enter>") },
    Scene("what-if-settling") { supposing($0, keys: "<down><down><down>s") },
    Scene("choosing") { choosing($0) },
    Scene("explore") {
      .exploring($0.size.width, $0.size.height, glyphs: $0.glyphs, theme: $0.theme)
    },
    Scene("repeat") {
      .repeating($0.size.width, $0.size.height, glyphs: $0.glyphs, theme: $0.theme)
    },
    Scene("compare") {
      .comparing($0.size.width, $0.size.height, glyphs: $0.glyphs, theme: $0.theme)
    },
    Scene("compare-cut") {
      .comparing(
        .cutQuotes, $0.size.width, $0.size.height, glyphs: $0.glyphs, theme: $0.theme,
        keys: "<down><right>")
    },
    Scene("lesson") { lesson($0, .english) },
    Scene("lesson-zh") { lesson($0, .chinese) },
    Scene("lesson-table") { lesson($0, .english, keys: "   ") },
    Scene("quiz") { .quiz(like: $0) },
    Scene("quiz-zh") { .quiz(.chinese, like: $0) },
    Scene("quiz-answered") { answered($0, .english) },
    Scene("quiz-answered-zh") { answered($0, .chinese) },
    Scene("quiz-summary") { summary($0) },
    Scene(pane: .chain, "dashboard", dashboard, at: raceOver),
    Scene(pane: .chain, "folded", many, keys: ":p8<enter>"),
    Scene(pane: .chain, "open", many, keys: ":p8<enter><enter><enter><down>"),
    Scene(pane: .chain, "wide", EventStream.wide(inputs: 240).events, keys: ":p241<enter>"),
    Scene(pane: .chain, "filtered", dashboard, keys: "fstate:rejected<enter>"),
    Scene(pane: .queues, "login", login, at: submitting),
    Scene(pane: .source, "login", login, at: submitting),
    Scene(pane: .inspect, "login", login, at: submitting),
    Scene(pane: .events, "login", login, at: submitting),
    Scene(pane: .warnings, "dashboard", dashboard),
    Scene(pane: .time, "dashboard", dashboard, at: raceOver),
    Scene(pane: .time, "zoomed", dashboard, at: raceOver, keys: "+m<left><left>m"),
  ] + Scene.live

private let login = EventStream.loginWithSource
private let many = EventStream.big(sites: 6, chains: 12).events
private let submitting = EventStream.loginRunning + 1
private let dashboard = EventStream.dashboard.events
private let raceOver = EventStream.raceOver

/// The first step of a lesson, with its answer.
private func lesson(_ state: State, _ language: Language, keys: String = " a") -> State {
  var driver = Driver.course(language, like: state)
  driver.type("L" + keys)
  return driver.state
}

/// A wrong answer to the first question, and its explanation.
private func answered(_ state: State, _ language: Language) -> State {
  var state = State.quiz(language, like: state)
  let right = state.quiz?.question?.right
  _ = update(&state, .key(.character(right == 0 ? "2" : "1")))
  return state
}

/// All questions answered with the first choice.
private func summary(_ state: State) -> State {
  var state = State.quiz(like: state)
  for _ in 0..<(state.quiz?.sheet?.questions.count ?? 0) {
    for key in [Key.character("1"), .enter] { _ = update(&state, .key(key)) }
  }
  return state
}

/// The user plays the scheduler of a run whose schedules have names.
private func choosing(_ state: State) -> State {
  let events = EventStream.choices.events
  var driver = Driver(events, state: state)
  driver.send(
    .opened(
      state.demos[0], real: false, prediction: events, events: [],
      token: Exploration.checkoutComparison.token))
  driver.type(" c")
  driver.press(.right)
  return driver.state
}

/// The run of a dashboard at 60 ms, changed by these keys.
private func supposing(_ state: State, keys: String) -> State {
  var driver = SimulatedDriver(until: 60, state: state)
  driver.type("i")
  for key in Key.list(keys) { driver.press(key) }
  return driver.state
}

@Test(
  "Every screen and every pane looks as in its picture", arguments: scenes, PictureForm.allCases)
func pictures(scene: Scene, form: PictureForm) throws {
  let size = form.size
  let text = form.text(of: view(scene.state(size, form)))
  try expectGolden("\(scene.name)/\(size.width)x\(size.height)-\(form)", text)
  if form == .ascii {
    #expect(text.utf8.allSatisfy { $0 < 0x80 }, "not only ASCII")
  }
}
