import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("The help") struct HelpTests {
  private func help(_ width: Int = 80, _ height: Int = 24, pane: String = "1") -> Driver {
    var driver = Driver(state: .picker(width, height))
    driver.goToPicture()
    driver.type("\(pane)?")
    return driver
  }

  @Test("Its first page has at most 40 lines at 80x24, whichever pane has the focus, signs first")
  func short() {
    for pane in ["1", "2", "3", "4", "5", "6", "7"] {
      let lines = HelpView.lines(help(pane: pane).state).map(\.text)
      #expect(lines.count <= 40, "pane \(pane): \(lines.count)")
      #expect(lines.first == "Signs")
      #expect(lines.allSatisfy { displayWidth($0) <= 76 })
    }
  }

  @Test("Its first page names every key that works in the pane")
  func everyKey() {
    let driver = help()
    let text = HelpView.lines(driver.state).map(\.text).joined(separator: "\n")
    for binding in KeyTable.bindings where binding.modes.contains(.demo) {
      guard binding.needs?.isOutOfReach(in: driver.state) != true else { continue }
      #expect(text.contains(binding.keyNames(.unicode)), "\(binding.help)")
    }
  }

  @Test("The other pages have each key of a topic in full")
  func topics() {
    var driver = help()
    var titles: Set<String> = []
    for _ in HelpView.pages(driver.state) {
      driver.press(.right)
      titles.insert(String(driver.screen.split(separator: "\n")[1]))
      _ = driver.screen
    }
    #expect(titles.count == HelpView.pages(driver.state).count)
    driver.press(.right)
    #expect(driver.screen.contains("one event forward, back"))
    driver.press(.left)
    #expect(driver.screen.contains("Signs"))
  }

  @Test("/ shows only what contains the text, Esc shows all again, and then closes the help")
  func search() {
    var driver = help()
    driver.type("/bookm")
    #expect(driver.screen.contains("set or remove a bookmark at this event"))
    #expect(!driver.screen.contains("one event forward"))
    driver.press(.enter)
    #expect(driver.state.mode == .help)
    #expect(driver.screen.contains("what matches bookm"))
    driver.press(.right)
    #expect(driver.state.notice == "Esc shows all pages again")
    driver.press(.escape)
    #expect(driver.state.mode == .help)
    #expect(driver.screen.contains("Signs"))
    driver.press(.escape)
    #expect(driver.state.mode == .demo)
  }

  @Test("A text that does not occur says so; Esc while typing shows all again")
  func noMatch() {
    var driver = help()
    driver.type("/zzz")
    #expect(driver.screen.contains("nothing in the help matches"))
    driver.press(.escape)
    #expect(driver.state.mode == .help)
    #expect(driver.screen.contains("Signs"))
  }

  @Test("Where all of it fits, it is on one page")
  func whole() {
    let driver = help(200, 80)
    #expect(HelpView.pages(driver.state) == [.whole])
    for binding in KeyTable.bindings where binding.modes.contains(.demo) {
      guard binding.needs?.isOutOfReach(in: driver.state) != true else { continue }
      #expect(driver.screen.contains(binding.keyNames(.unicode)))
    }
  }

  @Test("On a recording it leaves out the keys that work only for demos")
  func recording() {
    var driver = Driver.live(upTo: 31, state: .picker(80, 60))
    driver.send(.programEnded(.read(trouble: nil)))
    driver.type("?")
    for word in ["explore", "what if", "choose", "quiz", "lesson"] {
      #expect(!HelpView.lines(driver.state).map(\.text).joined().contains(" \(word)  "))
    }
  }
}
