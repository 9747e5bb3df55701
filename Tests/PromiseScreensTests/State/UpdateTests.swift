import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test("The picker selects with arrows, opens with Enter or a digit, and says if there is none")
func picker() {
  var state = State.picker()
  #expect(update(&state, .key(.enter)) == [.open(demo: "login-fetch-submit")])
  #expect(update(&state, .key(.down)) == [])
  #expect(update(&state, .key(.down)) == [])
  #expect(update(&state, .key(.enter)) == [.open(demo: "dashboard-race")])
  #expect(update(&state, .key(.character("1"))) == [.open(demo: "login-fetch-submit")])
  #expect(update(&state, .key(.character("7"))) == [])
  #expect(state.notice == "there are only 2 demos")
}

@Test("Escape goes back one step at a time, and quits from the list only")
func escape() {
  var driver = Driver()
  driver.goToPicture()
  driver.type("jz?")
  driver.press(.escape)
  #expect(driver.state.mode == .demo)
  driver.press(.escape)
  #expect(driver.state.run?.zoomed == false)
  driver.press(.escape)
  #expect(driver.state.run?.selection == nil)
  driver.press(.escape)
  #expect(driver.effects == [] && driver.state.mode == .demo)
  driver.type("D")
  #expect(driver.effects == [.closeDemo])
  #expect(driver.state.mode == .picker)
  driver.press(.escape)
  #expect(driver.effects == [.closeDemo, .quit])
}

@Test("The selection follows the playhead until the user selects, and then keeps its promise")
func selection() {
  var driver = Driver()
  driver.type("}")
  #expect(driver.subject == 1)
  driver.press(.down)
  #expect(driver.state.run?.selection == 2)
  driver.type("}G")
  #expect(driver.subject == 2)
  driver.type("g")
  #expect(driver.subject == 2)
  driver.press(.escape)
  #expect(driver.state.run?.selection == nil)
}

@Test("Edges lead to the parent, the child, and the promise an outcome came from, and back")
func edges() {
  var driver = Driver()
  driver.type("G:p2")
  driver.press(.enter, .enter)
  #expect(driver.subject == 5)
  driver.press(.backspace)
  #expect(driver.subject == 2)
  driver.type("l")
  #expect(driver.subject == 3)
  driver.type("hh")
  #expect(driver.subject == 1)
  driver.type("h")
  #expect(driver.state.notice == "p1 has no parent")
}

@Test("Digits and Tab go to panes; Tab visits only visible panes")
func panes() {
  var driver = Driver()
  driver.type("5")
  #expect(driver.state.run?.focus == .events)
  #expect(driver.screen.contains("5 Events"))
  driver.press(.tab)
  #expect(driver.state.run?.focus == .inspect)
  driver.press(.backTab)
  #expect(driver.state.run?.focus == .events)
  #expect(!driver.screen.contains("3 Source"))
  driver.type("z")
  #expect(!driver.screen.contains("1 Chain"))
}

@Test("In the events pane arrows step, past the newest event too")
func eventsArrows() {
  var driver = Driver()
  driver.type("5")
  driver.press(.down, .down, .down)
  #expect(driver.playhead == 3)
  driver.press(.up)
  #expect(driver.playhead == 2)
}

@Test("A text pane scrolls, and returns to its line when the line moves")
func scrolling() {
  var driver = Driver()
  driver.goToPicture()
  driver.type("3")
  driver.press(.pageUp, .pageUp, .pageUp)
  #expect(driver.screen.contains("func checkout"))
  // The next promise was created outside the recorded text, the one after it on the same line.
  driver.type("}}")
  #expect(driver.screen.contains("func checkout"))
  driver.type("}")
  #expect(!driver.screen.contains("func checkout"))
}

@Test(
  "The go-to prompt accepts event numbers, times, and promises",
  arguments: [
    ("31", GoTo.event(31)), (" 7 ", .event(7)), ("p3", .promise(3)), ("206ms", .time(206_000_000)),
    ("0.2 s", .time(200_000_000)), ("1500us", .time(1_500_000)), ("5ns", .time(5)),
    ("login", .name("login")), ("p", .name("p")), ("ms", .name("ms")),
    ("show it", .name("show it")),
  ])
func goToPlaces(text: String, place: GoTo) {
  #expect(GoTo(text) == place)
}

@Test("An empty prompt goes nowhere")
func emptyPrompt() {
  #expect(GoTo("") == nil)
  #expect(GoTo("   ") == nil)
}

@Test("The prompt goes to an event, a time, or a promise, running the jobs before it")
func goingTo() {
  var driver = Driver()
  driver.type(":30")
  driver.press(.enter)
  #expect(driver.playhead == 30)
  #expect(driver.last < EventStream.loginWithSource.count)
  driver.type(":100ms")
  driver.press(.enter)
  #expect(driver.state.run?.graph.time == 80_400_000)
  driver.type(":submit(")
  driver.press(.enter)
  #expect(driver.subject == 6)
  driver.type(":nobody")
  driver.press(.enter)
  #expect(driver.state.notice == "nothing is called nobody")
  driver.type(":999")
  driver.press(.enter)
  #expect(driver.state.notice == "the run has 49 events")
  driver.type(":12x")
  driver.press(.backspace, .enter)
  #expect(driver.playhead == 12)
  driver.type(":3")
  driver.press(.escape)
  #expect(driver.playhead == 12)
}

@Test("Characters typed in the prompt are text, even if they are keys elsewhere")
func promptText() {
  var driver = Driver()
  driver.type(":q? 1")
  #expect(driver.screen.contains("go to: q? 1_"))
  #expect(driver.effects == [])
}

@Test("Messages without a demo, or late ones, change nothing")
func strayMessages() {
  var state = State.picker()
  for message: Message in [.events(EventStream.loginWithSource), .finished, .tick(now: 5)] {
    #expect(update(&state, message) == [])
  }
  #expect(state.mode == .picker)
}

@Test("A single screen of a run is shown at an event or at its end")
func singleScreen() {
  var state = State.picker()
  _ = update(&state, .opened(state.demos[0], real: false, prediction: []))
  _ = update(&state, .events(EventStream.loginWithSource))
  _ = update(&state, .finished)
  state.show(event: 31)
  #expect(state.run?.playhead == 31)
  #expect(state.run?.playing == false)
  state.show(event: nil)
  #expect(state.run?.playhead == 49)
}

@Test("A notice stays in the footer until the next key")
func notices() {
  var driver = Driver()
  driver.send(.notice("TERM is unknown"))
  #expect(driver.screen.contains("TERM is unknown"))
  driver.type("j")
  #expect(!driver.screen.contains("TERM is unknown"))
}

@Test(
  "The list selects variants, jumps between chapters, and finds a demo by any of its words")
func list() {
  var state = State.picker()
  _ = update(&state, .key(.right))
  #expect(update(&state, .key(.enter)) == [.open(demo: "login-fetch-submit/refused")])
  #expect(update(&state, .key(.character("X"))) == [.explore(demo: "login-fetch-submit/refused")])
  state = State.picker()
  _ = update(&state, .key(.character("}")))
  #expect(update(&state, .key(.enter)) == [.open(demo: "dashboard-race")])
  _ = update(&state, .key(.character("{")))
  for key in "cache" { _ = update(&state, .key(.character(key))) }
  #expect(state.demoList.picked == 1)
  _ = update(&state, .key(.escape))
  #expect(state.demoList.picked == 1 && state.mode == .picker)
  for key in "/FAN-IN" { _ = update(&state, .key(.character(key))) }
  #expect(update(&state, .key(.enter)) == [.open(demo: "dashboard-race")])
}

@Test("A tour plays every demo, pauses at the end of each, and continues until the user leaves it")
func tour() {
  var state = State.picker()
  #expect(state.begin(Tour()) == [.open(demo: "login-fetch-submit")])
  func play(_ number: Int) -> [Effect] {
    _ = update(&state, .opened(state.demos[number], real: false, prediction: []))
    #expect(state.notice?.hasPrefix("\(number + 1) of 2  \(state.demos[number].name): ") == true)
    _ = update(&state, .events(EventStream.loginWithSource))
    _ = update(&state, .finished)
    var effects: [Effect] = []
    var now: Int64 = 0
    while state.run?.playing == true {
      now += 1_000_000_000
      effects = update(&state, .tick(now: now))
    }
    guard case .tick(let due)? = effects.last else { return [] }
    #expect(due == now + Tour.rest)
    #expect(state.notice?.hasPrefix("\(number + 1) of 2  ") == true)
    #expect(update(&state, .tick(now: due - 1)) == [])
    return update(&state, .tick(now: due))
  }
  #expect(play(0) == [.open(demo: "dashboard-race")])
  #expect(play(1) == [.open(demo: "login-fetch-submit")])
  _ = update(&state, .opened(state.demos[0], real: false, prediction: []))
  _ = update(&state, .key(.escape))
  #expect(state.mode == .picker && state.tour == nil)
}
