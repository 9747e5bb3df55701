import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("Keys that go to errors, decisions, waits and settlements") struct LandmarkKeysTests {
  private static let dashboard = EventStream.dashboard.events

  @Test("E goes from error to error, selects the promise, and says when it wraps around")
  func errors() {
    var driver = Driver(Self.dashboard)
    driver.type("E")
    #expect(driver.subject == 3)
    #expect(driver.state.notice == "error 1 of 2")
    #expect(driver.event?.kind.isSettlement == true)
    driver.type("E")
    #expect(driver.subject == 4)
    #expect(driver.state.notice == "error 2 of 2")
    driver.type("E")
    #expect(driver.subject == 3)
    #expect(driver.state.notice == "error 1 of 2, wrapped around")
    driver.press(.backspace)
    #expect(driver.subject == 4, "what was selected before")
  }

  @Test("Without errors, E says so")
  func noErrors() {
    var driver = Driver()
    driver.type("E")
    #expect(driver.playhead == 0)
    #expect(driver.state.notice == "no error in this run")
    let live = Driver(Array(Self.dashboard.prefix(4)), predicts: false, real: true)
    driver = live
    driver.type("E")
    #expect(driver.state.notice == "no error so far")
  }

  @Test("d goes to the event that decides a race, and w then explains it")
  func decisions() {
    var driver = Driver(Self.dashboard)
    driver.type("d")
    #expect(driver.subject == 7)
    #expect(driver.event?.time == 100_000_000)
    driver.type("w")
    #expect(driver.screen.contains("Why p7"))
    driver.type("d")
    #expect(driver.subject == 4)
    #expect(driver.screen.contains("Why p4"), "the panel follows")
  }

  @Test("s goes to the settlement of the selected promise, ahead or behind")
  func settlement() {
    var driver = Driver(Self.dashboard)
    driver.type(":p2")
    driver.press(.enter)
    driver.type("s")
    #expect(driver.event?.time == 90_000_000)
    #expect(driver.event?.kind.isSettlement == true)
    #expect(driver.subject == 2)
    driver.type("s")
    #expect(driver.state.notice == "this is the event that settles p2")
    driver.type("Gs")
    #expect(driver.event?.time == 90_000_000)
  }

  @Test("s on a promise that stays pending says that it never settles")
  func neverSettles() {
    var stream = EventStream()
    stream.root(1, "forgotten")
    var driver = Driver(stream.events)
    driver.type("Gs")
    #expect(driver.state.notice == "p1 never settles in this run")
  }

  /// A job that runs on main for 50 ms, and two that wait behind it, the second for 30 ms.
  private static let blocked: [PromiseEvent] = {
    var stream = EventStream()
    stream.queue(1, "main")
    for promise in 1...3 { stream.root(PromiseID(promise), "job \(promise)") }
    stream.enqueue(1, 1, on: 1)
    stream.start(1, 1, on: 1)
    stream.at(10)
    stream.enqueue(2, 2, on: 1)
    stream.at(20)
    stream.enqueue(3, 3, on: 1)
    stream.at(50)
    stream.end(1, 1, on: 1)
    stream.start(2, 2, on: 1)
    stream.end(2, 2, on: 1)
    stream.start(3, 3, on: 1)
    stream.end(3, 3, on: 1)
    return stream.events
  }()

  @Test("B goes to the next wait and says what blocks the queue, and what waits since when")
  func blockedQueue() {
    var driver = Driver(Self.blocked, state: .picker(100, 40))
    driver.type("B")
    #expect(driver.event?.time == 10_000_000)
    #expect(driver.screen.contains("Why queue main"))
    #expect(driver.screen.contains("What blocks main?"))
    #expect(driver.screen.contains("has been running there for 10.0 ms, since 0.0"))
    #expect(driver.screen.contains("1st: the body of p2 'job 2'"))
    #expect(driver.screen.contains("it starts at 50.0"))
    driver.type("B")
    #expect(driver.state.mode == .demo, "the same key closes it")
    driver.type(":20ms")
    driver.press(.enter)
    driver.type("B")
    #expect(driver.event?.time == 20_000_000, "main is blocked here")
    #expect(driver.screen.contains("for 20.0 ms, since 0.0"))
    #expect(driver.screen.contains("2nd: the body of p3 'job 3'"))
  }

  @Test("w in the queues pane explains the queue of the selected job; Enter follows a row")
  func whyQueue() {
    var driver = Driver(Self.blocked, state: .picker(100, 40))
    driver.type(":20ms")
    driver.press(.enter)
    driver.type(":p3")
    driver.press(.enter)
    driver.type("2w")
    #expect(driver.screen.contains("Why queue main"))
    driver.press(.down, .enter)
    #expect(driver.subject == 1, "the job that blocks it")
    driver.press(.escape)
    driver.type("1w")
    #expect(driver.screen.contains("Why p1"))
  }

  @Test("W goes to the start of a job that waited")
  func waits() {
    var driver = Driver(Self.blocked)
    driver.type("W")
    #expect(driver.subject == 2)
    #expect(driver.event?.time == 50_000_000)
    #expect(driver.state.notice == "wait 1 of 2")
    driver.type("w")
    #expect(driver.screen.contains("waiting in queue main, behind"))
  }

  @Test("w in the warnings pane explains the promise of the warning")
  func whyWarning() {
    var driver = Driver(Self.dashboard)
    driver.type("G6w")
    let warning = driver.state.run?.context(.unicode).chosenCulprit?.warning
    #expect(warning?.promise != nil)
    #expect(driver.subject == warning?.promise)
    #expect(driver.state.mode == .why)
  }
}
