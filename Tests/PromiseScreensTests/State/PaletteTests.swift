import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("The list above the go-to prompt") struct PaletteTests {
  private func titles(_ driver: Driver, _ line: String) -> [String] {
    driver.state.palette(for: line).map(\.title)
  }

  private func driver(_ width: Int = 80, _ height: Int = 24) -> Driver {
    var driver = Driver(state: .picker(width, height))
    driver.goToPicture()
    return driver
  }

  @Test("A number, a time or an identity comes first, then a promise whose name begins so")
  func places() {
    let driver = driver()
    #expect(titles(driver, "31").first == "event 31")
    #expect(titles(driver, "+10").first == "10 events forward")
    #expect(titles(driver, "150ms").first == "the time 150.0 ms")
    #expect(titles(driver, "p3").first == "p3 .then submit")
    #expect(titles(driver, "submit").first == ".then submit")
    #expect(titles(driver, "login(u").first == "login(user)")
  }

  @Test("Keys, queues, promises and demos are found by some of their letters, in order")
  func kinds() {
    let driver = driver()
    #expect(titles(driver, "nxt err").contains("next error"))
    #expect(titles(driver, "wrk").contains("work"))
    #expect(titles(driver, "sbmt").contains(".then submit"))
    #expect(titles(driver, "dshbrd").contains("dashboard-race"))
    #expect(titles(driver, "graphviz").contains("export"), "by a word of its help")
    #expect(titles(driver, "zzz") == [])
  }

  @Test("Enter does what the selected row says; the arrow keys select another one")
  func performs() {
    var driver = driver()
    driver.type(":zoom")
    #expect(driver.screen.contains("zoom the pane to the whole screen"))
    driver.press(.enter)
    #expect(driver.state.run?.zoomed == true)
    driver.type("z:explore")
    driver.press(.enter)
    #expect(driver.effects.contains(.explore(demo: "login-fetch-submit")))
    driver = self.driver()
    driver.type(":fetch")
    let rows = driver.state.palette(for: "fetch")
    let second = rows.count > 1 ? rows[1].target : .line("")
    driver.press(.down, .enter)
    if case .place(let name) = second { #expect("\(driver.subject ?? 0)" == name) }
    driver.press(.escape)
    driver.type(":")
    driver.press(.escape)
    #expect(driver.state.mode == .demo)
  }

  @Test("A queue is explained, a demo is opened")
  func queuesAndDemos() {
    var driver = driver()
    driver.type(":work")
    driver.press(.enter)
    #expect(driver.screen.contains("Why queue work"))
    driver.press(.escape)
    driver.type(":dashboard-race")
    driver.press(.enter)
    #expect(driver.effects.contains(.open(demo: "dashboard-race")))
  }

  @Test("A key whose requirement is not met says why")
  func obstacles() {
    var driver = driver()
    driver.type(":next bookmark")
    driver.press(.enter)
    #expect(driver.state.notice == "no bookmark is set: m sets one")
  }

  @Test(
    "An empty line lists what can be typed, earlier lines, and all keys; Enter alone does nothing")
  func empty() {
    var driver = driver(80, 40)
    driver.type(":p1")
    driver.press(.enter)
    driver.type(":")
    #expect(driver.screen.contains("An event (31, +10, -4), a time (206ms)"))
    #expect(titles(driver, "").first == "p1")
    #expect(titles(driver, "").contains("next settlement"))
    let before = driver.state.run?.playhead
    driver.press(.enter)
    #expect(driver.playhead == before)
    #expect(driver.state.mode == .demo)
  }

  @Test("On a recording, only keys that work there are listed")
  func recording() {
    var driver = Driver.live(upTo: 31)
    driver.send(.programEnded(.read(trouble: nil)))
    for word in ["explore", "what if", "choose", "quiz", "lesson"] {
      #expect(!titles(driver, "").contains(word))
    }
  }

  @Test("It is whole at every size")
  func sizes() {
    for (width, height) in [(40, 10), (40, 12), (60, 60), (80, 24), (200, 50)] {
      for line in ["", "e", "submit", "zzz", "31"] {
        var driver = driver(width, height)
        driver.type(":\(line)")
        let rows = driver.screen.split(separator: "\n")
        #expect(rows.contains { $0.contains("Go to, or do") }, "\(line) at \(width)x\(height)")
        #expect(rows.last?.hasPrefix("go to: \(line)") == true)
      }
    }
  }

  @Test("A click on a row does what it says")
  func clicks() throws {
    var driver = driver()
    driver.type(":zoom")
    let rows = driver.screen.split(separator: "\n").map(String.init)
    let y = try #require(rows.firstIndex { $0.contains("zoom the pane") })
    driver.send(.mouse(Mouse(.press, x: 20, y: y)))
    #expect(driver.state.run?.zoomed == true)
  }
}
