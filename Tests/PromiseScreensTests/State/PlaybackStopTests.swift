import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("Breakpoints of a demo and of a recording")
struct PlaybackStopTests {
  /// Plays to the end. Returns where playback stops on the way, and what it says there.
  private func stops(_ driver: inout Driver) -> [(position: Int, notice: String)] {
    var stops: [(Int, String)] = []
    for _ in 0..<100 {
      driver.playToEnd()
      guard let notice = driver.state.notice, notice.hasPrefix("stopped at ") else { break }
      stops.append((driver.playhead, String(notice.dropFirst("stopped at ".count))))
    }
    return stops
  }

  private func demo(_ breakpoints: String...) -> Driver {
    var driver = Driver()
    for text in breakpoints { driver.stop(at: text) }
    return driver
  }

  /// The numbers of the events of a kind in the demo.
  private func events(_ fits: (PromiseEvent.Kind) -> Bool) -> [Int] {
    EventStream.loginWithSource.filter { fits($0.kind) }.map(\.sequence)
  }

  @Test("Playback stops before each job that matches, and goes on to the next one")
  func jobs() {
    let onNet = events { if case .jobStarted(_, _, 2) = $0 { true } else { false } }
    for (text, first) in [("queue net", 0), ("queue net count 2", 1)] {
      var driver = demo(text)
      #expect(stops(&driver).map(\.position) == onNet.dropFirst(first).map { $0 - 1 }, "\(text)")
      #expect(driver.state.run?.gate?.entries[0].hits == onNet.count - first)
    }
    var driver = demo("label submit")
    #expect(stops(&driver).map(\.notice) == ["breakpoint 1: before 'submit'"])
    driver.type("gb")
    #expect(driver.screen.contains("stopped once") && !driver.screen.contains("gate"))
    driver.press(.escape)
    #expect(stops(&driver).count == 1)
    driver.type("gb")
    #expect(driver.screen.contains("stopped 2 times"))
    driver.press(.enter, .escape)
    #expect(stops(&driver).isEmpty, "it is off")
  }

  @Test(
    "Playback stops after a settlement; of several breakpoints that match it, the first one counts")
  func settlements() {
    let fetched = events { if case .settled(let end) = $0 { end.promise == 2 } else { false } }
    var driver = demo("state fulfilled of fetch", #"state fulfilled if value contains "3 items""#)
    let found = stops(&driver)
    #expect(found.map(\.position) == fetched.map { $0 - 1 } + fetched)
    #expect(
      found.map(\.notice) == [
        "breakpoint 2: 'fetch(token:)' is fulfilled", "breakpoint 1: 'fetch' is fulfilled",
      ])
  }

  @Test("A condition of a job looks at the value that its handler reads")
  func conditions() {
    for (test, count) in [(#"= "[3 items]""#, 1), (#"!= "[3 items]""#, 0), (#"contains "3""#, 1)] {
      var driver = demo("label submit if value \(test)")
      #expect(stops(&driver).count == count, "\(test)")
    }
  }

  @Test("A recording stops at its errors and warnings; a program that has ended, too")
  func recording() throws {
    let events = EventStream.dashboard.events
    let entry = RunDescriptor(name: "dashboard", teaches: "")
    var recorded = Driver()
    recorded.send(.recorded(Recording(entry: entry, isVirtual: true, events: events)))
    var live = Driver.live(events)
    live.type("b")
    #expect(live.state.notice == "no gate: start the program with promise-tui run --gate")
    live.send(.finished)
    for var driver in [recorded, live] {
      driver.stop(at: "error 503")
      driver.stop(at: "warning unhandled-rejection")
      driver.type("g")
      #expect(
        stops(&driver).map(\.notice) == [
          "breakpoint 1: 'GET /ads' is rejected with \"503\"",
          "breakpoint 1: a promise is rejected with \"503\"",
          "breakpoint 2: warning unhandled-rejection of p4 (all)",
        ])
    }
  }

  @Test("What a gate does not hold stops nothing: handlers that run inline")
  func inline() {
    var driver = Driver(EventStream.puzzle(inline: true).events)
    driver.stop(at: "queue inline")
    #expect(stops(&driver).isEmpty)
  }

  @Test("Every breakpoint that is offered stops the run, whichever promise is selected")
  func offered() throws {
    var driver = Driver(EventStream.dashboard.events)
    for promise in try #require(driver.state.run).known.promises.map(\.id) {
      driver.state.run?.view.selection = promise
      for breakpoint in driver.state.proposedBreakpoints {
        var run = try #require(driver.state.run)
        run.gate?.entries = [GateControl.Entry(breakpoint)]
        #expect(!run.stops().isEmpty, "\(promise): \(breakpoint.text)")
      }
    }
  }

  @Test("Without a breakpoint, likely ones are offered, in a list as tall as its text")
  func likely() throws {
    var driver = Driver(EventStream.dashboard.events, state: .picker(200, 50))
    driver.type(":p1")
    driver.press(.enter)
    driver.type("b")
    #expect(
      driver.state.proposedBreakpoints.map(\.text)
        == [
          #"label "GET /profile""#, #"state rejected of "GET /ads""#, "warning rejection-lost",
        ])
    #expect(driver.state.panelFrame.height < 12)
    #expect(driver.screen.contains("Enter adds a likely one"))
    driver.press(.down, .enter)
    #expect(driver.state.run?.gate?.breakpoints == [Breakpoint(.state(.rejected, of: "GET /ads"))])
    driver.press(.escape)
    #expect(stops(&driver).map(\.notice) == ["breakpoint 1: 'GET /ads' is rejected"])
  }

  @Test("A name that nothing has in this run is said; the line of a wrong text stays open")
  func doubts() {
    var driver = demo("label submit")
    #expect(driver.state.notice == nil, "it is known, although it is ahead")
    driver.stop(at: "label other")
    #expect(
      driver.state.run?.gate?.entries[1].doubt == "no promise is called 'other' in this run")
    driver.type(":break submit")
    driver.press(.enter)
    #expect(driver.state.mode == .prompt && driver.screen.contains("'submit' alone is no"))
  }

  @Test("The breakpoints stay while a run is changed, and in the original one")
  func changed() {
    var driver = SimulatedDriver(until: 60)
    driver.send(.key(":"))
    driver.type("break label render")
    driver.press(.enter, .escape)
    driver.type("i+")
    let count = { (driver: SimulatedDriver) in driver.state.run?.gate?.entries.count }
    #expect(driver.state.unchanged != nil && count(driver) == 1)
    driver.type("u")
    #expect(driver.state.unchanged == nil && count(driver) == 1)
  }
}

extension Driver {
  fileprivate mutating func stop(at text: String) {
    type(":break \(text)")
    press(.enter)
    if state.mode == .breakpoints { press(.escape) }
  }
}
