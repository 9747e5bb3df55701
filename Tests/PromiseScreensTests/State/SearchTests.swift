import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

extension Driver {
  fileprivate var footer: Substring { screen.split(separator: "\n").last ?? "" }
}

@Test("The first match is selected while typing; Escape returns to where the search started")
func incrementalSearch() {
  var driver = Driver()
  driver.goToPicture()
  driver.type(":p1")
  driver.press(.enter)
  driver.type("/fe")
  #expect(driver.subject == 2)
  #expect(driver.footer.contains("find: fe_"))
  #expect(driver.footer.contains("1 of 2"))
  driver.type("tch(t")
  #expect(driver.subject == 5)
  #expect(driver.footer.contains("1 of 1"))
  driver.press(.escape)
  #expect(driver.subject == 1)
  #expect(driver.state.run?.search == nil)
}

@Test(
  "Enter keeps the match; n and N cycle through the matches, and say when they wrap around")
func matches() {
  var driver = Driver()
  driver.type("G:p1")
  driver.press(.enter)
  driver.type("/items")
  driver.press(.enter)
  #expect(driver.subject == 2)
  #expect(driver.state.notice == "match 1 of 2 (value)")
  driver.type("n")
  #expect(driver.subject == 5)
  driver.type("n")
  #expect(driver.subject == 2)
  #expect(driver.state.notice == "match 1 of 2 (value), wrapped around")
  driver.type("N")
  #expect(driver.subject == 5)
  #expect(driver.state.notice == "match 2 of 2 (value), wrapped around")
  driver.press(.backspace)
  #expect(driver.subject == 1, "where the search began")
  driver.press(.escape)
  driver.type("n")
  #expect(driver.state.notice == "no search is active: / starts one")
}

@Test("A match ahead is reported as ahead; Enter goes there, running jobs as needed")
func matchesAhead() {
  var driver = Driver()
  driver.type("/receipt r1")
  #expect(driver.playhead == 0)
  #expect(driver.footer.contains("2 of 2 (value): p6 is ahead, at event 42; Enter goes there"))
  driver.press(.enter)
  #expect(driver.subject == 6)
  #expect(driver.playhead == 42)
  driver.type("n")
  #expect(driver.subject == 3)
  #expect(driver.playhead == 43)
}

@Test("Matches at the playhead come before matches ahead")
func presentFirst() {
  var driver = Driver()
  driver.type(":30")
  driver.press(.enter)
  driver.type(":p3")
  driver.press(.enter)
  driver.type("/submit")
  #expect(driver.subject == 3)
  #expect(driver.playhead == 30)
}

@Test("Without a match, the search says so and changes nothing")
func noMatch() {
  var driver = Driver()
  driver.goToPicture()
  driver.press(.down)
  let subject = driver.subject
  driver.type("/zzz")
  #expect(driver.footer.contains("no match"))
  #expect(driver.subject == subject)
  driver.press(.enter)
  #expect(driver.state.notice == "no match for zzz")
  #expect(driver.state.run?.search == nil)
}

@Test("An empty search repeats the last one")
func sameSearch() {
  var driver = Driver()
  driver.type("G/items")
  driver.press(.enter, .escape)
  driver.type("/")
  driver.press(.enter)
  #expect(driver.state.run?.search?.pattern.text == "items")
  #expect(driver.state.notice?.hasPrefix("match") == true)
}

@Test("In the events pane a search goes through the events, from the playhead on")
func searchEvents() {
  var driver = Driver()
  driver.type("G")
  driver.type(":10")
  driver.press(.enter)
  driver.type("5/fulfilled")
  #expect(driver.event?.kind.isSettlement == true)
  let first = driver.playhead
  #expect(first > 10)
  driver.press(.escape)
  #expect(driver.playhead == 10)
  driver.type("/fulfilled")
  driver.press(.enter)
  #expect(driver.playhead == first)
  driver.type("n")
  #expect(driver.event?.kind.isSettlement == true)
  #expect(driver.playhead > first)
  driver.type("NN")
  #expect(driver.state.notice?.contains("wrapped around") == true)
}

@Test("Events ahead are reported as ahead, and Enter runs to them")
func eventsAhead() {
  var driver = Driver()
  driver.type("5/skipped")
  #expect(driver.playhead == 0)
  #expect(driver.footer.contains("ahead, at event 48; Enter goes there"))
  driver.press(.enter)
  #expect(driver.playhead == 48)
}

@Test("A search in a live run counts matches that arrive while typing")
func liveSearch() {
  let events = EventStream.loginWithSource
  var driver = Driver(predicts: false, playing: true, real: true)
  driver.send(.events(Array(events[..<20])))
  driver.type("/items")
  #expect(driver.footer.contains("no match"))
  driver.send(.events(Array(events[20...])))
  #expect(driver.footer.contains("1 of 2"))
  #expect(driver.playhead == events.count, "the picture follows the run")
  driver.press(.enter)
  #expect(driver.subject == 2)
}

@Test("The match is scrolled to the middle of the chain")
func centred() {
  var stream = EventStream()
  for promise in 1...200 { stream.root(PromiseID(promise), "request \(promise)") }
  var driver = Driver(stream.events, predicts: false)
  driver.type("G/request 100")
  let rows = driver.screen.split(separator: "\n").map(String.init)
  let row = rows.firstIndex { $0.contains("request 100") } ?? 0
  let pane = driver.state.layout.frame(of: .chain)?.inside ?? Rect(x: 0, y: 0, width: 0, height: 0)
  #expect(abs(row - (pane.y + pane.height / 2)) <= 1)
}

@Test("n goes through the names first, then through the values, and says which text matches")
func classes() {
  var stream = EventStream()
  for (promise, name) in [(1, "value one"), (2, "order"), (3, "other"), (4, "order again")] {
    stream.root(PromiseID(promise), name)
  }
  stream.fulfill(1, "the order")
  stream.reject(3, "no order")
  var driver = Driver(stream.events, predicts: false)
  driver.type("G:p3")
  driver.press(.enter)
  driver.type("/order")
  #expect(driver.subject == 4, "the next name, although p3 matches by its error")
  driver.press(.enter)
  #expect(driver.state.notice == "match 2 of 4")
  driver.type("n")
  #expect(driver.subject == 1)
  #expect(driver.state.notice == "match 3 of 4 (value)")
  driver.type("n")
  #expect(driver.subject == 3)
  #expect(driver.state.notice == "match 4 of 4 (error)")
  driver.type("n")
  #expect(driver.subject == 2)
  #expect(driver.state.notice == "match 1 of 4, wrapped around")
}

@Test("Files are found only with source:")
func files() {
  var driver = Driver()
  driver.type("G/login.swift")
  #expect(driver.footer.contains("no match"))
  driver.press(.escape)
  driver.type("/source:login.swift")
  #expect(driver.state.run?.search?.promises.count == driver.state.run?.graph.counts.total)
}
