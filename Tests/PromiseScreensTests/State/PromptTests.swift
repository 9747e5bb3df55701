import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

extension Driver {
  /// The last line of the screen, without trailing blanks.
  fileprivate var footer: String {
    var line = String(screen.split(separator: "\n").last ?? "")
    while line.last == " " { line.removeLast() }
    return line
  }
}

@Test("The prompt is a small line editor: cursor, words, the whole line")
func lineEditing() {
  var driver = Driver()
  driver.type(":one two")
  driver.press(.left, .left, .control("w"))
  #expect(driver.footer.hasPrefix("go to: one wo"))
  driver.press(.control("u"), .end, .character("!"))
  #expect(driver.footer.hasPrefix("go to: wo!_"))
  driver.press(.home, .character("t"))
  #expect(driver.footer.hasPrefix("go to: two!"))
}

@Test("Of a long line the part with the cursor is visible, and never half a character")
func longPrompt() {
  var driver = Driver(state: .picker(40, 12))
  driver.type("/")
  driver.send(.paste(String(repeating: "世界", count: 40)))
  #expect(driver.footer.contains("界_"))
  for _ in 0..<80 {
    driver.press(.left)
    #expect(displayWidth(String(driver.screen.split(separator: "\n").last ?? "")) == 40)
  }
  #expect(driver.footer.hasPrefix("find: 世界"))
}

@Test("Earlier lines are recalled, and then the new one")
func promptHistory() {
  var driver = Driver()
  for line in ["p1", "20", "p1"] {
    driver.type(":\(line)")
    driver.press(.enter)
  }
  driver.type(":new")
  driver.press(.control("p"))
  #expect(driver.footer.hasPrefix("go to: p1_"))
  driver.press(.control("p"))
  #expect(driver.footer.hasPrefix("go to: 20_"))
  driver.press(.control("p"))
  #expect(driver.footer.contains("end of the history"))
  driver.press(.control("n"), .control("n"))
  #expect(driver.footer.hasPrefix("go to: new_"))
  driver.press(.escape)
  driver.type("/")
  driver.press(.up)
  #expect(driver.footer.contains("no history"))
}

@Test("A paste goes into a prompt as text, and is never read as keys")
func pasting() {
  var driver = Driver()
  driver.send(.paste("q\u{1B}x"))
  #expect(driver.effects == [])
  #expect(driver.state.mode == .demo)
  driver.type(":")
  driver.send(.paste("1\n2"))
  #expect(driver.footer.hasPrefix("go to: 1 2_"))
}

@Test("An offset moves by that many events, forward or back")
func relativeEvents() {
  var driver = Driver()
  for (text, event) in [("20", 20), ("+10", 30), ("-4", 26), ("-99", 0), ("+0", 0)] {
    driver.type(":\(text)")
    driver.press(.enter)
    #expect(driver.playhead == event)
  }
  driver.type(":+\(Int.max)")
  driver.press(.enter)
  #expect(driver.state.notice == "the run has 49 events")
  driver.type(":1.2s")
  driver.press(.enter)
  #expect(driver.playhead == 49)
}

@Test(
  "Whatever is typed into a prompt, nothing traps, and Escape restores the view",
  arguments: [":", "/", "f"])
func garbage(prompt: String) {
  let garbage = [
    "", " ", "!", "state:", "::", "-", "+", "99999999999999999999", "p0", "p-1",
    "-9223372036854775808",
    "1e400s", "nan ms", "infs", "\u{202E}abc", "\"", "! ", "%", "\u{0}\u{1B}[2J",
    String(repeating: "x", count: 10_000), String(repeating: "!", count: 500),
  ]
  for text in garbage {
    var driver = Driver()
    driver.goToPicture()
    driver.press(.down)
    let before = driver.state
    driver.type(prompt)
    driver.send(.paste(text))
    _ = driver.screen
    driver.press(.escape)
    #expect(driver.playhead == before.run?.playhead)
    #expect(driver.state.run?.selection == before.run?.selection)
    #expect(driver.state.run?.search == nil)
    #expect(driver.state.run?.filtered == nil)
    driver.type(prompt)
    driver.send(.paste(text))
    driver.press(.enter, .escape)
    _ = driver.screen
  }
}
