import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

extension Driver {
  fileprivate var footer: Substring { screen.split(separator: "\n").last ?? "" }
  fileprivate var matching: [PromiseID]? {
    guard let run = state.run, let filtered = run.filtered else { return nil }
    return run.graph.promises.map(\.id).filter { filtered.isMatch($0) }
  }
}

@Test("A filter applies as it is typed; Escape restores the old one, Enter keeps the new one")
func filterPrompt() {
  var driver = Driver()
  driver.type("Gfstate:fulfilled name:fetch")
  #expect(driver.matching == [2, 5])
  #expect(driver.footer.contains("2 of 7 promises"))
  driver.press(.enter)
  driver.type("f")
  #expect(driver.footer.contains("filter: state:fulfilled name:fetch_"))
  driver.press(.control("u"))
  #expect(driver.matching == nil)
  driver.type("p")
  driver.press(.escape)
  #expect(driver.matching == [2, 5])
}

@Test("While the typed filter is invalid, the last one stays, and the prompt says what is allowed")
func filterProblem() {
  var driver = Driver(state: .picker(200, 50))
  driver.type("Gfstate:fulfilled")
  #expect(driver.matching?.count == 7)
  driver.type(" colour")
  #expect(driver.matching?.count == 0)
  driver.type(":red")
  #expect(
    driver.footer.contains(
      "unknown key colour: use state, queue, name, source, value, tag or process"))
  #expect(driver.matching?.count == 0)
  driver.press(.enter)
  #expect(driver.state.mode == .prompt, "it can be mended")
  driver.press(.control("w"), .enter)
  #expect(driver.state.mode == .demo)
}

@Test("An empty filter shows all, and so does Escape as its last step")
func clearing() {
  var driver = Driver()
  driver.type("Gfname:fetch")
  driver.press(.enter)
  driver.type("f")
  driver.press(.control("u"), .enter)
  #expect(driver.matching == nil)
  driver.type("fname:fetch")
  driver.press(.enter, .down, .escape)
  #expect(driver.matching != nil)
  driver.press(.escape)
  #expect(driver.matching == nil)
  #expect(driver.state.run != nil)
}

@Test("The selection survives a filter that hides it, and a notice says so")
func filteredSelection() {
  var driver = Driver()
  driver.type("G:p7")
  driver.press(.enter)
  driver.type("fname:login")
  driver.press(.enter)
  #expect(driver.subject == 7)
  #expect(
    driver.state.notice
      == "filter name:login: 1 of 7 promises; it hides the selected p7")
}

@Test("A filter follows the playhead")
func filterFollows() throws {
  for text in ["state:running,queued", "state:pending", "! state:settled", "main", "receipt"] {
    var driver = Driver()
    driver.type("f\(text)")
    driver.press(.enter)
    for keys in ["}", "t", "]]", "T", "G", "[", "{", "g", "]]]", ":31\r", "P", "G"] {
      for key in keys { driver.press(key == "\r" ? .enter : .character(key)) }
      let run = try #require(driver.state.run)
      let anew = FilteredPromises(try Filter(text), in: run.graph)
      #expect(run.filtered?.matchCount == anew.matchCount, "\(text) after \(keys)")
      #expect(run.filtered?.keptCount == anew.keptCount)
      #expect(run.graph.promises.allSatisfy { run.filtered?.keeps($0.id) == anew.keeps($0.id) })
    }
  }
}
