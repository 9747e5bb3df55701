import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

@testable import PromiseScreens

@Suite struct WhyTests {
  /// The login run at the picture's event, with the panel open on the given promise.
  private func asked(_ promise: Int, _ width: Int = 80, _ height: Int = 24) -> Driver {
    var driver = Driver(state: .picker(width, height))
    driver.goToPicture()
    driver.type(":p\(promise)")
    driver.press(.enter)
    driver.type("w")
    return driver
  }

  private func lines(_ driver: Driver) -> [String] {
    driver.state.run?.why?.explanation.lines.map(\.text) ?? []
  }

  @Test("w opens the explanation of the selected promise, w and Esc close it")
  func opens() {
    var driver = asked(4)
    #expect(driver.state.mode == .why)
    #expect(lines(driver).first == "What does p4 'show' wait for?")
    #expect(driver.screen.contains("Why p4 'show'"))
    driver.type("w")
    #expect(driver.state.mode == .demo)
    driver.type("w")
    driver.press(.escape)
    #expect(driver.state.mode == .demo)
    #expect(driver.subject == 4)
  }

  @Test("! says that the selected promise went wrong: what touches it comes first, until ! again")
  func wrong() {
    var stream = EventStream()
    for number in 1...2 {
      stream.root(PromiseID(number), "load \(number)", line: 10 * number)
      stream.post(.deallocated(promise: PromiseID(number), state: .pending, waiting: []))
    }
    var driver = Driver(stream.events)
    func warned(_ driver: Driver) -> [PromiseID?] {
      driver.state.run?.context(.ascii, .english).culprits.map(\.warning.promise) ?? []
    }
    driver.type("G:p2")
    driver.press(.enter)
    #expect(warned(driver) == [1, 2])
    driver.type("!")
    #expect(warned(driver) == [2, 1])
    #expect(driver.screen.contains("Warnings for p2 'load 2'"))
    #expect(driver.screen.contains("it is about p2 'load 2'"))
    driver.type("!")
    #expect(warned(driver) == [1, 2])
    #expect(driver.state.notice == "p2 is no longer what went wrong")
    #expect(!driver.screen.contains("it is about"))
  }

  @Test("The chain stays visible, on a low screen above the explanation, on a wide one beside it")
  func chainStays() {
    for (width, height) in [(80, 24), (132, 43), (200, 50)] {
      let driver = asked(4, width, height)
      #expect(driver.screen.contains("1 Chain"))
      #expect(driver.screen.contains("Why p4 'show'"))
      #expect(driver.screen.contains(".done show"))
    }
  }

  @Test(
    "Enter follows a row to its promise and its event, Backspace returns, any number of times"
  )
  func follows() throws {
    var driver = asked(4)
    let start = driver.playhead
    driver.press(.down)
    driver.press(.enter)
    #expect(driver.subject == 3)
    #expect(lines(driver).first == "What is p3 'submit' doing?")
    driver.press(.down, .enter)
    #expect(driver.playhead < start)
    let event = try #require(driver.event)
    #expect(event.kind.name == .jobStarted || event.kind.name == .adopted)
    driver.press(.backspace)
    #expect((driver.subject, driver.playhead) == (3, start))
    driver.press(.backspace)
    #expect((driver.subject, driver.playhead) == (4, start))
    driver.press(.backspace)
    #expect(driver.state.notice?.hasPrefix("nothing to return to") == true)
  }

  @Test("The explanation follows the playhead and the selection")
  func keepsUp() {
    var driver = asked(4)
    #expect(lines(driver).first == "What does p4 'show' wait for?")
    driver.press(.end)
    #expect(lines(driver).first == "Why is p4 'show' fulfilled?")
    driver.type("h")
    #expect(lines(driver).first?.contains("p3 'submit'") == true)
    driver.press(.left)
    #expect(driver.state.mode == .why)
  }

  @Test("Long explanations scroll, and the selected row is always visible")
  func scrolls() {
    var driver = asked(5, 40, 12)
    driver.press(.end)
    let count = lines(driver).count
    for row in 0..<count {
      let words = lines(driver)[row].split(separator: " ").prefix(2).joined(separator: " ")
      #expect(driver.screen.contains(words))
      driver.press(.down)
    }
    #expect(driver.state.run?.why?.selected == count - 1)
  }

  @Test("With one promise marked, its order relative to the selected one is explained first")
  func order() {
    var driver = asked(3)
    driver.type("w")
    driver.press(.end)
    driver.type("v")
    #expect(driver.state.run?.marked == 3)
    #expect(driver.screen.contains("vp3"))
    driver.type("hw")
    #expect(lines(driver).first == "Why did p2 'fetch' run before p3 'submit'?")
    #expect(lines(driver).contains { $0.hasPrefix("Could the order differ") })
    // A rule makes it so: no schedule is asked.
    #expect(!driver.effects.contains { if case .findOrder = $0 { true } else { false } })
    driver.type("lv")
    #expect(driver.state.run?.marked == nil)
  }

  private let token = ScheduleToken([1], of: Scenario("login", queues: []) { Promise.value(1) })

  /// Two bodies that two queues have run; the panel asks for their order. Returns the request.
  private func askOrder(_ state: inout State) -> [Effect] {
    open(&state)
    type(":p1", &state)
    _ = update(&state, .key(.enter))
    type("v", &state)
    state.show(event: nil)
    type(":p2", &state)
    _ = update(&state, .key(.enter))
    return update(&state, .key(.character("w")))
  }

  private func open(_ state: inout State) {
    var stream = EventStream()
    stream.queue(1, "main")
    stream.queue(2, "side")
    stream.root(1, "order", .async)
    stream.root(2, "cart", .async)
    stream.enqueue(1, 1, on: 1)
    stream.enqueue(2, 2, on: 2)
    stream.start(1, 1, on: 1)
    stream.start(2, 2, on: 2)
    let events = stream.events
    _ = update(
      &state,
      .opened(state.demos[0], real: false, prediction: events, events: events, token: token))
  }

  private func type(_ keys: String, _ state: inout State) {
    for key in keys { _ = update(&state, .key(.character(key))) }
  }

  @Test(
    "If no rule decides an order, the schedules are searched once, and the one found can be opened")
  func schedules() throws {
    var state = State.picker()
    let name = state.demos[0].name
    guard case .findOrder(name, let request)? = askOrder(&state).first else {
      Issue.record("nothing was asked")
      return
    }
    #expect(request.first.label == "order")
    #expect(update(&state, .key(.down)).isEmpty)
    #expect(state.run?.why?.text.contains("looking for a schedule") == true)
    _ = update(&state, .orderFound(request, .found(token, event: 7, first: 2, second: 1)))
    let row = try #require(state.run?.why?.scheduleLine)
    while let selected = state.run?.why?.selected, selected < row {
      _ = update(&state, .key(.down))
    }
    #expect(view(state).text.contains("yes: in this schedule"))
    #expect(update(&state, .key(.enter)) == [.open(demo: name, by: [1], to: .event(7))])
    open(&state)
    #expect(state.run?.playhead == 7)
    #expect(state.run?.marked == 1)
    #expect(state.run?.subject == 2)
    #expect(state.mode == .why)
    // And back, by the schedule of the previous run.
    guard case .open(name, _?, .event(8), false, _)? = update(&state, .key(.backspace)).first else {
      Issue.record("the run is not opened again")
      return
    }
  }

  @Test("If no schedule has an order, the panel says so, with the number tried")
  func never() {
    var state = State.picker(200, 50)
    guard case .findOrder(_, let request)? = askOrder(&state).first else {
      Issue.record("nothing was asked")
      return
    }
    _ = update(&state, .orderFound(request, .never(schedules: 1950, isExhaustive: true)))
    #expect(view(state).text.contains("in none of the 1,950 simulated schedules"))
    #expect(state.run?.why?.scheduleLine == nil)
  }

  @Test(
    "The explanation fits every size",
    arguments: [(40, 10), (41, 13), (79, 17), (80, 18), (119, 30), (120, 36), (220, 60)])
  func sizes(_ width: Int, _ height: Int) {
    let driver = asked(4, width, height)
    let rows = driver.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.count == height)
    #expect(rows.allSatisfy { displayWidth(String($0)) == width })
    #expect(driver.screen.contains("What does"))
  }
}
