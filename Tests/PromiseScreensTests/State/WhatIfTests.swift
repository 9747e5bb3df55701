import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

@testable import PromiseScreens

@Suite("What-if: a run is changed by hand, and the rest follows immediately")
struct WhatIfTests {
  /// The panel open over the dashboard at 60 ms, with the given row selected.
  private func open(_ name: String, _ width: Int = 80, _ height: Int = 24) -> SimulatedDriver {
    var driver = SimulatedDriver(until: 60, state: .picker(width, height))
    driver.type("i")
    let row = driver.panel?.rows.firstIndex { $0.promise.name == name } ?? -1
    for _ in 0..<max(0, row) { driver.press(.down) }
    return driver
  }

  private func winner(_ driver: SimulatedDriver) -> String? {
    driver.panel?.differences(.english).first
  }

  @Test("i lists what can be changed, and requests the critical values of the selected row")
  func list() {
    var driver = open("timeout")
    #expect(driver.state.mode == .whatIf)
    #expect(
      driver.panel?.rows.filter { $0.promise.isTelling }.map(\.promise.name)
        == ["GET /profile", "GET /posts", "GET /ads", "cache.read", "timeout"])
    #expect(driver.state.run?.selection == driver.panel?.selectedRow?.promise.promise)
    #expect(driver.screen.contains("Critical values of timeout"))
    driver.type("i")
    #expect(driver.state.mode == .demo)
  }

  @Test("i on a promise opens its row, whatever it is")
  func ofSelected() {
    var driver = SimulatedDriver(until: 60)
    driver.type(":first")
    driver.press(.enter)
    driver.type("i")
    #expect(driver.panel?.selectedRow?.promise.name == "first")
    driver.type("+")
    #expect(driver.state.notice == "first has no timer, and no handler or body to lengthen")
    driver.type("f")
    #expect(
      driver.state.notice == "first takes its outcome from another promise: change that one instead"
    )
  }

  @Test("+ and - change a length by 1 ms, > and < by 10, and the rest is recomputed")
  func steps() {
    var driver = open("timeout")
    driver.type("<<<<<")
    #expect(driver.panel?.changes.first?.length == 100_000_000)
    #expect(winner(driver) == "ends at 150 -> 140 ms")
    driver.type("-")
    #expect(winner(driver) == "first by cache.read @100 -> by too late @99")
    driver.type("+")
    #expect(winner(driver) == "ends at 150 -> 140 ms")
    driver.type(">>>>>")
    // Back to the original.
    #expect(driver.panel?.changes == [])
    #expect(driver.state.run?.overrides == [])
    #expect(driver.state.unchanged == nil)
    for _ in 0..<20 { driver.type("<") }
    #expect(driver.panel?.changes.first?.length == 0)
    driver.type("-")
    #expect(driver.state.notice == "the length is already 0 ms")
  }

  @Test("A typed number is accepted by Enter, erased by Backspace and discarded by Esc")
  func typed() {
    var driver = open("timeout")
    driver.type("95")
    #expect(driver.screen.contains("95_ ms"))
    driver.press(.backspace)
    #expect(driver.panel?.typed == "9")
    driver.press(.escape)
    #expect(driver.panel?.typed == nil && driver.panel?.changes == [])
    driver.press(.backspace)
    #expect(driver.state.notice == "no length is being typed")
    driver.press(.enter)
    #expect(driver.state.notice?.hasPrefix("type a number of milliseconds first") == true)
    driver.type("90")
    driver.press(.enter)
    #expect(winner(driver) == "first by cache.read @100 -> by too late @90")
    driver.type("12345678")
    #expect(driver.state.notice?.hasPrefix("at most 7 digits") == true)
  }

  @Test("The header shows the changes, the panel their results and the critical values")
  func screen() {
    var driver = open("timeout", 132, 43)
    driver.type("90")
    driver.press(.enter)
    let screen = driver.screen
    #expect(screen.contains("WHAT IF  login-fetch-submit: timeout takes 90 ms"))
    #expect(screen.contains("first by cache.read @100 -> by too late @90"))
    #expect(screen.contains("* now 90 ms"))
    #expect(screen.contains("from 100 ms on: first by too late"))
  }

  @Test("f flips an outcome, and flips it back")
  func flips() {
    var driver = open("cache.read")
    driver.type("f")
    #expect(
      driver.state.run?.overrides.map(\.description) == ["cache.read has the opposite outcome"])
    #expect(driver.panel?.differences(.english).contains("render fulfilled -> rejected") == true)
    driver.type("f")
    #expect(driver.panel?.changes == [])
    #expect(driver.state.unchanged == nil)
    driver = open("timeout")
    driver.type("f")
    #expect(
      driver.state.notice == "timeout is settled by its timer: change the timer instead")
  }

  @Test("s and a letter settle a pending promise by hand, at the event of the playhead")
  func settles() throws {
    var driver = open("cache.read")
    let playhead = try #require(driver.state.run?.playhead)
    driver.type("s")
    #expect(driver.state.mode == .settling)
    driver.press(.escape)
    #expect(driver.state.mode == .whatIf)
    driver.type("sf")
    #expect(
      driver.panel?.changes.map(\.description) == ["cache.read is fulfilled at \(playhead)"])
    #expect(winner(driver) == "first by cache.read @100 -> by cache.read @0")
    driver.type("sr")
    // It is settled now, just after this event.
    #expect(driver.panel?.changes.count == 1)
    driver.type("u")
    #expect(driver.panel?.changes == [])
    driver.type("sc")
    #expect(
      driver.panel?.differences(.english).contains("cache.read fulfilled -> cancelled") == true)
  }

  @Test("A promise that is not pending at the playhead cannot be settled by hand")
  func settlesNothing() {
    var driver = open("GET /posts")
    driver.press(.end)
    driver.type("s")
    #expect(
      driver.state.notice == "GET /posts is not pending here: go back to where it is")
    driver.press(.home)
    driver.type("s")
    #expect(driver.state.notice == "GET /posts does not exist yet at this event")
  }

  @Test("u undoes the last change, and says if there is none")
  func undo() {
    var driver = open("timeout")
    driver.type("<<")
    driver.press(.up)
    driver.type("f")
    #expect(driver.panel?.changes.count == 2)
    driver.type("u")
    #expect(driver.panel?.changes.map(\.description) == ["timeout takes 130 ms"])
    driver.type("u")
    #expect(driver.state.unchanged == nil)
    driver.type("u")
    #expect(driver.state.notice == "nothing to undo")
  }

  @Test(
    "The changed run lies over the original one, to which Esc returns, at its previous position")
  func returns() {
    var driver = open("timeout")
    let before = driver.state.run?.playhead
    driver.type("<")
    #expect(
      driver.effects.contains { if case .open(_, _, _, true, _) = $0 { true } else { false } })
    driver.type("<")
    #expect(
      driver.effects.count { if case .open(_, _, _, true, _) = $0 { true } else { false } } == 1)
    #expect(driver.state.run?.graph.time == 0)
    driver.type("Q")
    #expect(
      driver.state.notice == "close the what-if panel first: Esc" && driver.state.mode == .whatIf)
    driver.press(.escape)
    #expect(driver.state.mode == .demo && driver.state.run?.overrides.isEmpty == false)
    driver.type("x")
    #expect(driver.state.notice == "x explores the original run: press Esc to return to it first")
    driver.type("Q")
    #expect(
      driver.state.notice == "the quiz is about the original run: press Esc to return to it first")
    #expect(driver.state.quiz == nil)
    driver.press(.escape)
    #expect(driver.state.run?.overrides == [])
    #expect(driver.state.run?.playhead == before)
    #expect(driver.effects.last == .closeDemo)
  }

  @Test("At the end of the run, the changed run is shown at its end")
  func atEnd() {
    var driver = SimulatedDriver(until: 200)
    driver.type("G")
    driver.type("i")
    let row = driver.panel?.rows.firstIndex { $0.promise.name == "cache.read" } ?? 0
    for _ in 0..<row { driver.press(.down) }
    driver.type("200")
    driver.press(.enter)
    #expect(driver.state.run?.graph.time == 200_000_000)
    #expect(winner(driver) == "first by cache.read @100 -> by fresh @140")
  }

  @Test("On real queues it says why not")
  func real() {
    var driver = Driver(real: true)
    driver.type("i")
    #expect(
      driver.state.notice
        == "only a simulation can be changed: real queues never repeat a run exactly")
  }

  @Test("A late answer is taken in, and an answer to another question is kept")
  func late() throws {
    var driver = SimulatedDriver(until: 60)
    driver.answersCritical = false
    driver.type("i")
    #expect(driver.screen.contains("looking for critical values ..."))
    let asked = driver.effects.compactMap { effect in
      if case .findCritical(_, let request) = effect { request } else { nil }
    }
    let request = try #require(asked.last)
    driver.press(.down)
    driver.send(.criticalFound(request, CriticalValues(lowest: 0)))
    #expect(driver.screen.contains("looking for critical values ..."))
    driver.press(.up)
    #expect(driver.screen.contains("no other length changes the outcome"))
  }
}
