import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("Tags")
struct TagTests {
  /// Two chains with a tag each, and one without.
  private var driver: Driver {
    var stream = EventStream()
    for (promise, tag) in [(1, "request 7f3"), (2, "request 8a1"), (3, nil)] {
      stream.post(
        .created(
          .init(
            promise: PromiseID(promise), operation: .body, label: "load \(promise)", tag: tag)))
    }
    var driver = Driver(stream.events, predicts: false)
    driver.type("G")
    return driver
  }

  @Test(
    "A filter shows the promises with one tag, or all others", arguments: ["tag:7f3", "!tag:8a1"])
  func filter(text: String) throws {
    let filter = try Filter(text)
    var driver = driver
    driver.type("f\(text)")
    driver.press(.enter)
    let kept = driver.state.run?.filtered?.kept
    #expect(filter.text == text && kept == (text == "tag:7f3" ? [1] : [1, 3]))
  }

  @Test("The inspector shows the tag, and a search finds it")
  func inspector() {
    var driver = driver
    driver.type("/8a1")
    driver.press(.enter)
    driver.type("4z")
    #expect(driver.screen.contains("load 2") && driver.screen.contains("tag        request 8a1"))
  }
}
