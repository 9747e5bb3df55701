import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing
@testable import PromiseExploration

@testable import PromiseScreens
@testable import PromiseSimulation

private let events = EventStream.choices.events
/// The numbers of the two choices.
private let choices = events.filter { if case .choiceMade = $0.kind { true } else { false } }
  .map(\.sequence)

/// The user plays the scheduler of ``EventStream/choices``.
private func chooser() -> Driver {
  var driver = Driver(events)
  driver.type("c")
  return driver
}

@Test("c starts choosing, c or Esc stops it; the queues pane becomes visible")
func choosingMode() {
  var driver = chooser()
  #expect(driver.state.mode == .choosing)
  driver.press(.escape)
  #expect(driver.state.mode == .demo)
  driver.send(.resize(Size(width: 40, height: 12)))
  driver.type("c")
  #expect(driver.state.run?.focus == .queues)
  driver.type("c")
  #expect(driver.state.mode == .demo)
}

@Test("Right stops before each choice, left goes back to the previous one")
func walksChoices() {
  var driver = chooser()
  driver.press(.right)
  #expect(driver.playhead == choices[0] - 1)
  driver.press(.right)
  #expect(driver.playhead == choices[1] - 1)
  driver.press(.right)
  #expect(driver.state.notice?.hasPrefix("no later choice") == true)
  #expect(driver.playhead == choices[1] - 1)
  driver.press(.left)
  #expect(driver.playhead == choices[0] - 1)
  driver.press(.left)
  #expect(driver.state.notice == "no earlier choice")
}

@Test("A run that plays while the user chooses stops at each choice")
func stopsAtChoices() {
  var driver = chooser()
  driver.type(" ")
  for step in 1...100 where driver.state.run?.playing == true {
    driver.send(.tick(now: Int64(step) * 1_000_000_000))
  }
  #expect(driver.playhead == choices[0] - 1)
}

@Test(
  "A digit runs another step next: the run is reopened with the earlier choices and this one")
func choosesAnother() {
  var driver = chooser()
  driver.press(.right)
  #expect(driver.screen.contains("CHOOSE 1-2"))
  #expect(driver.screen.contains("\(Glyph.running.unicode)1 A on main"))
  driver.type("2")
  let place = driver.playhead
  #expect(
    driver.effects == [.open(demo: "login-fetch-submit", by: [1], to: .event(place), changedBy: [])]
  )
  driver.press(.right)
  driver.type("1")
  #expect(
    driver.effects.last
      == .open(demo: "login-fetch-submit", by: [0, 0], to: .event(choices[1] - 1), changedBy: []))
}

@Test(
  "The chosen run is shown like the previous one, at the same position, and still in choosing mode")
func keepsLooks() {
  var driver = chooser()
  driver.press(.right, .down)
  driver.type("m2")
  let before = driver.state.run
  driver.send(
    .opened(
      driver.state.demos[0], real: false, prediction: events,
      events: Array(events.prefix(choices[0] + 1)), token: Exploration.checkoutComparison.token))
  #expect(driver.playhead == before?.playhead)
  #expect(driver.state.run?.selection == before?.selection)
  #expect(driver.state.run?.bookmarks == before?.bookmarks)
  #expect(driver.state.mode == .choosing)
  #expect(driver.state.run?.playing == false)
  // The token contains the choices of the whole run.
  #expect(driver.state.run?.token?.schedule == [0, 1])
  #expect(driver.screen.contains("schedule ptui1:11:checkout-bug:"))
}

@Test("Notices say what already runs next, and what does not exist")
func choosesNothing() {
  var driver = chooser()
  driver.type("1")
  #expect(driver.state.notice?.hasPrefix("nothing to choose here") == true)
  driver.press(.right)
  driver.type("1")
  #expect(driver.state.notice == "this one already runs next")
  driver.type("3")
  #expect(driver.state.notice == "choose 1-2")
  #expect(driver.effects == [])
}

@Test("On the choice itself, that choice is open; after it, the next one is")
func choosesAtTheChoice() {
  var driver = chooser()
  driver.type(":\(choices[0])")
  driver.press(.enter)
  #expect(driver.state.run?.choicePoint?.event == choices[0])
  driver.type("2")
  #expect(
    driver.effects == [
      .open(demo: "login-fetch-submit", by: [1], to: .event(choices[0]), changedBy: [])
    ])
}

@Test("The options for what runs next are listed also without choosing, when the run is paused")
func listsChoices() {
  var driver = Driver(events)
  driver.type(":\(choices[0] - 1)")
  driver.press(.enter)
  #expect(driver.screen.contains("next, one of 2:"))
  driver.press(.right, .right)
  #expect(!driver.screen.contains("next, one of 2:"))
}

@Test("Real queues make their own choices")
func realQueues() {
  var driver = Driver(events, real: true)
  driver.type("c")
  #expect(driver.state.mode == .demo)
  #expect(driver.state.notice?.hasPrefix("real queues make their own choices") == true)
}

@Test(
  "A schedule whose token is wider than the time pane is shown in full beside the queues")
func longToken() {
  let long = Schedule((0..<80).map { $0 % 3 })
  let token = Exploration.checkoutToken.with(long)
  var driver = Driver(events)
  var context = PaneContext(
    graph: driver.state.run?.graph ?? Graph(), history: History(), playhead: 0, prediction: nil,
    selection: nil, glyphs: .unicode, token: token)
  context.view.choosing = true
  context.showsToken = false
  let lines = QueuesPane.content(context, width: 31, height: 11).lines.map(\.text)
  #expect(lines.joined().replacing(" ", with: "").contains("\(token)"))
  driver.type("c")
  #expect(!driver.screen.contains("schedule"))
}
