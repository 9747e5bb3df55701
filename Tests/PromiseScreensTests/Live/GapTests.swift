import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("Missing events")
struct GapTests {
  /// A live run in which the events 20 to 25 were lost, with a report or silently.
  private func driver(told: Bool) -> Driver {
    var events = EventStream.loginWithSource.filter { !(20...25).contains($0.sequence) }
    if told {
      var gap = events[18]
      gap.sequence = 25
      gap.kind = .dropped(count: 5)
      events.insert(gap, at: 19)
    }
    var driver = Driver.live(events)
    driver.send(.programEnded(.exited(0)))
    return driver
  }

  @Test("A gap is one row in the events, however many were lost", arguments: [true, false])
  func row(told: Bool) {
    var driver = driver(told: told)
    driver.type(":26")
    driver.press(.enter)
    driver.type("5")
    #expect(driver.screen.contains(told ? "5 events lost" : "6 events lost"))
  }

  @Test("A step skips the gap, in both directions", arguments: [true, false])
  func step(told: Bool) {
    var driver = driver(told: told)
    driver.type(":19")
    driver.press(.enter, .right)
    #expect(driver.playhead == (told ? 25 : 26))
    driver.press(.left)
    #expect(driver.playhead == 19)
  }

  @Test("A state that may have changed in a gap is unknown until the next event")
  func unknown() {
    var driver = driver(told: true)
    driver.type(":25")
    driver.press(.enter)
    let states = driver.state.run?.graph.promises.filter { $0.state == .unknown } ?? []
    #expect(!states.isEmpty && driver.screen.contains("5 lost"))
    driver.type("?")
    driver.press(.pageDown, .pageDown, .pageDown, .pageDown, .pageDown)
    driver.press(.escape)
    driver.type("G")
    #expect(driver.state.run?.graph.dropped == 5)
  }

  @Test("The scrubber of a narrow screen marks the gap")
  func scrubber() throws {
    var driver = driver(told: false)
    driver.send(.resize(Size(width: 40, height: 12)))
    driver.type("G")
    let row = try #require(driver.state.layout.scrubber).y
    let line = driver.screen.split(separator: "\n", omittingEmptySubsequences: false)[row]
    #expect(line.contains("?"))
  }
}
