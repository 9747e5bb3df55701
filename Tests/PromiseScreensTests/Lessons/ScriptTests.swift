import PromiseCourse
import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

@Suite("A demo in JavaScript on the screen")
struct ScriptTests {
  private static let script = DemoScript(
    file: "Zalgo.mjs", lines: ["const note = console.log;", "note('on');"], recorded: ["on", "off"])

  /// The demo with a script that node has not run.
  private func driver(_ language: Language = .english) -> Driver {
    var driver = Driver.course(language)
    driver.state.run?.demo.script = Self.script
    driver.state.run?.focus = .source
    driver.state.run?.zoomed = true
    return driver
  }

  private func ran(_ result: DemoScript.Result) -> Message {
    var script = Self.script
    script.result = result
    return .ranScript(demo: "zalgo", script)
  }

  @Test("The source pane shows the script, and below it the recorded lines until node has run it")
  func source() {
    let driver = driver()
    let screen = driver.screen
    #expect(screen.contains("Source Zalgo.mjs"))
    #expect(screen.contains("2 note('on');"))
    #expect(screen.contains("Node is running the script."))
    #expect(screen.contains("off"))
  }

  @Test("The lesson has a page with what node printed, also if it is open when node ends")
  func lesson() throws {
    var driver = driver()
    driver.type("L")
    let pages = try #require(driver.state.run?.lesson?.pages.count)
    driver.send(ran(.printed(["on", "later"], version: "20.1.0")))
    #expect(driver.state.run?.lesson?.pages.count == pages)
    driver.type(String(repeating: "n", count: pages))
    let lesson = try #require(driver.state.run?.lesson?.lesson)
    #expect(lesson.sections.first?.title == "In JavaScript: Zalgo.mjs")
    #expect(
      lesson.sections.first?.blocks == [
        .paragraph("Node 20.1.0 prints something else than the lesson recorded:"),
        .code(["on", "later"]),
      ])
  }

  @Test("Where node is missing, too old, or fails, the screen says so and shows what was recorded")
  func withoutNode() throws {
    let results: [(DemoScript.Result, String)] = [
      (.notInstalled, "Node is not installed, so the script did not run."),
      (.tooOld(version: "16.2.0"), "Node 16.2.0 is too old, so the script did not run."),
      (.failed("it ended with status 1"), "Node did not run the script: it ended with status 1."),
    ]
    for (result, sentence) in results {
      var driver = driver()
      driver.send(ran(result))
      let script = try #require(driver.state.run?.demo.script)
      #expect(CourseText(.english).heading(of: script).hasPrefix(sentence))
      #expect(script.output == ["on", "off"])
    }
  }

  @Test("The result of another demo's script changes nothing")
  func other() {
    var driver = driver()
    let before = driver.screen
    driver.send(.ranScript(demo: "other", Self.script))
    #expect(driver.screen == before)
  }
}
