import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("The output of a program")
struct OutputPaneTests {
  @Test("The output has a pane only if it is captured")
  func key() {
    var demo = Driver()
    demo.type("8")
    #expect(
      demo.state.run?.focus == .chain && demo.state.notice?.contains("promise-tui run") == true)
    var live = Driver.live(output: [])
    live.type("8")
    #expect(live.screen.contains("8 Output") && live.screen.contains("no output yet"))
  }

  @Test("The lines are in order, those of standard error with a sign")
  func lines() {
    var driver = Driver.live(output: Driver.printed)
    driver.type("8")
    #expect(driver.screen.contains("  submitting"))
    #expect(driver.screen.contains("E warning: 3 items are cached"))
    #expect(driver.screen.contains("4 lines"))
  }

  @Test("Going back shows the output up to then; later output is dim")
  func playhead() {
    var driver = Driver.live(output: Driver.printed)
    driver.type("8:12")
    driver.press(.enter)
    let inside = Rect(x: 0, y: 0, width: 40, height: 10)
    let content = driver.state.run?.content(of: .output, inside, .unicode, .english)
    #expect(content?.status == "2 of 4 lines" && content?.anchor == 1)
    #expect(content?.lines.map { $0.spans.last?.role } == [.body, .body, .future, .future])
  }

  @Test("y copies the output up to the playhead")
  func copies() {
    var driver = Driver.live(output: Driver.printed)
    driver.type("8:12")
    driver.press(.enter)
    driver.type("y")
    #expect(driver.effects.last == .copy("logging in\nlogged in as tok_9"))
  }

  @Test("Control characters are shown, color codes are removed")
  func harmless() {
    let lines = [
      PrintedLine(text: "\u{1B}[31mred\u{1B}[0m", after: 1),
      PrintedLine(text: "a\u{1B}[2J\u{202E}b\tc", after: 1),
    ]
    var driver = Driver.live(output: lines)
    driver.type("8z")
    #expect(driver.screen.contains("  red ") && driver.screen.contains("\\u{1b}[2J"))
    #expect(view(driver.state).fault == nil)
  }

  @Test("The kept output is limited, and dropped lines are counted")
  func bounded() {
    var output = PrintedOutput()
    for number in 1...200_000 {
      output.append(contentsOf: [PrintedLine(text: "line \(number)", after: number)])
    }
    #expect(output.count + output.evicted == 200_000)
    #expect(output.count < 100_000 && output.lines.last?.text == "line 200000")
    #expect(output.count(at: 199_999) == output.count - 1)
    var long = PrintedOutput()
    long.append(
      contentsOf: [PrintedLine(text: String(repeating: "x", count: 1_000_000), after: 1)])
    #expect(long.lines.first?.text.count == 4096)
  }

  @Test("A scrolled-up pane stays in place while more is printed, and F goes to the newest line")
  func scrolls() {
    let lines = (1...100).map { PrintedLine(text: "line \($0)", after: 1) }
    var driver = Driver.live(output: lines)
    driver.type("8")
    #expect(driver.screen.contains("line 100 "))
    driver.press(.pageUp, .pageUp, .pageUp)
    let before = driver.screen.split(separator: "\n").filter { $0.contains(" line ") }.map {
      $0.prefix(20)
    }
    driver.send(.printed([PrintedLine(text: "line 101", after: 2)]))
    let after = driver.screen.split(separator: "\n").filter { $0.contains(" line ") }.map {
      $0.prefix(20)
    }
    #expect(before == after && !before.isEmpty)
    driver.type("F")
    #expect(driver.screen.contains("line 101 "))
  }
}
