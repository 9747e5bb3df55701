import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("The card at the end of a run")
struct EndCardTests {
  @Test("It appears when playback or the end key reaches the end, and not after stepping there")
  func appears() {
    var driver = Driver()
    driver.playToEnd()
    #expect(driver.state.mode == .ended)
    #expect(driver.screen.contains("End of login-fetch-submit"))
    driver = Driver()
    driver.type("G")
    #expect(driver.state.mode == .ended)
    // Going there is not playing it.
    #expect(driver.state.courseProgress == CourseProgress())
    driver.press(.escape)
    driver.type("g")
    for _ in 0..<100 { driver.press(.right) }
    #expect(driver.state.mode == .demo && driver.state.run?.endCard == nil)
  }

  @Test(
    "It says how long the run took and where the time went, in numbers that are those of the run")
  func facts() throws {
    let events = EventStream.loginWithSource
    let graph = Graph(events)
    let card = EndCard(graph, since: 0)
    #expect(card.promises == graph.counts.total && card.event == events.count)
    #expect(card.length == graph.time)
    let shares = try #require(card.shares)
    #expect(shares.parts.count == 3)
    #expect(shares.parts.reduce(shares.rest) { $0 + $1.length } == shares.whole)
    #expect(shares.parts.map(\.event) == shares.parts.map(\.event).sorted())
    let longest = shares.parts.max { $0.length < $1.length }
    #expect(longest?.name.hasPrefix("fetch") == true, "\(shares)")
  }

  @Test("Errors come first, then promises that never settled, what was printed, and values")
  func results() {
    var stream = EventStream()
    stream.at(0, thread: 1)
    stream.root(1, "never", .pending, line: 1)
    stream.root(2, "fails", .pending, line: 2)
    stream.root(3, "works", .pending, line: 3)
    stream.fulfill(3, "7")
    stream.reject(2, "503", origin: 2)
    stream.post(.note("hello"))
    let card = EndCard(Graph(stream.events), since: 0)
    let names = card.results.map { result in
      switch result {
      case .promise(_, _, _, let name, let text): "\(name) \(text)"
      case .pending(_, _, _, let name): "\(name) --"
      case .printed(let text): "printed \(text)"
      case .late(let input, _, _): "late \(input.promise)"
      }
    }
    #expect(names == ["fails 503", "never --", "printed hello", "works 7"])
    #expect(card.more == 0)
  }

  @Test(
    "A rejected link that was skipped has the sign of an error; what came too late is told last")
  func signs() {
    let card = EndCard(Graph(EventStream.dashboard.events), since: 0)
    guard case .late(let input, let name, _)? = card.results.last else {
      Issue.record("\(card.results)")
      return
    }
    #expect(input.ignored && !name.isEmpty)
    var stream = EventStream()
    stream.at(0, thread: 1)
    stream.root(1, "fails", .pending, line: 1)
    stream.link(2, on: 1, .done, "show", queue: 1, line: 2)
    stream.reject(1, "503", origin: 1)
    stream.skip(2, after: 1, .errorPassesValueHandler)
    stream.reject(2, "503", origin: 1, from: 1)
    guard
      case .promise(2, let glyph, let role, _, "503")? = EndCard(Graph(stream.events), since: 0)
        .results.first
    else {
      Issue.record("no error")
      return
    }
    #expect(glyph == .rejected && role == .rejected)
  }

  @Test("The output of a program is what it printed, and earlier lines are counted")
  func output() {
    var output = PrintedOutput()
    output.append(contentsOf: (1...5).map { PrintedLine(text: "line \($0)", after: 1) })
    let card = EndCard(Graph(EventStream.login.events), since: 0, output: output)
    let printed = card.results.compactMap { if case .printed(let text) = $0 { text } else { nil } }
    #expect(printed == ["line 3", "line 4", "line 5"] && card.more == 2)
  }

  @Test("Where room is short, what is left out is counted", arguments: [(40, 12), (80, 24)])
  func counted(width: Int, height: Int) throws {
    var driver = Driver(EventStream.dashboard.events, state: .picker(width, height))
    driver.playToEnd()
    let card = try #require(driver.state.run?.endCard)
    let rows = driver.screen.split(separator: "\n")
    let left = rows.lazy.compactMap { $0.firstMatch(of: /and (\d+) more/) }.first.flatMap {
      Int($0.1)
    }
    let shown = card.results.count { result in
      let line = result.line(driver.state.glyphs, .english).text
      return rows.contains { $0.contains(line.prefix(30)) }
    }
    #expect(shown + (left ?? 0) == card.results.count + card.more, "\(driver.screen)")
  }

  @Test("What went wrong is said, and how many more warnings there are")
  func warnings() throws {
    var driver = Driver(EventStream.dashboard.events, state: .picker(120, 40))
    driver.playToEnd()
    let serious = try #require(driver.state.run?.context(.unicode).culprits.serious)
    let first = try #require(serious.first)
    #expect(driver.screen.contains(first.located(in: .english).prefix(30)))
    #expect(
      driver.screen.contains("and \(serious.count - 1) more in Warnings") == (serious.count > 1))
  }

  @Test("Space plays again from the start, and Esc closes the card; then space plays again, too")
  func again() {
    var driver = Driver()
    driver.playToEnd()
    driver.type(" ")
    #expect(driver.playhead == 0 && driver.state.run?.playing == true)
    driver.playToEnd()
    driver.press(.escape)
    #expect(driver.state.mode == .demo && driver.playhead == driver.last)
    driver.type(" ")
    #expect(driver.playhead == 0 && driver.state.run?.playing == true)
  }

  @Test(
    "Moving, selecting and clicking a pane close it", arguments: ["left", "up", "{", "g", "2", "z"])
  func closes(key: String) {
    var driver = Driver()
    driver.playToEnd()
    for key in Key.list(key.count > 1 ? "<\(key)>" : key) { driver.press(key) }
    #expect(driver.state.mode == .demo && driver.state.run?.endCard == nil)
  }

  @Test("w explains the last promise of the chain, and Esc returns to the card")
  func why() {
    var driver = Driver()
    driver.playToEnd()
    let subject = driver.state.run?.endCard?.subject
    driver.type("w")
    #expect(driver.state.mode == .why && driver.subject == subject)
    driver.press(.escape)
    #expect(driver.state.mode == .ended)
  }

  @Test("n opens the next demo that was not played, and playing keeps that a demo was played")
  func next() {
    var driver = Driver()
    driver.playToEnd()
    let kept = CourseProgress(played: ["login-fetch-submit"])
    #expect(driver.effects.contains(.keepProgress(kept)))
    driver.type("n")
    #expect(driver.effects.last == .open(demo: "dashboard-race"))
  }

  @Test("The number of questions is requested, and shown with the key of the quiz")
  func questions() {
    var driver = Driver(state: .picker(120, 40))
    driver.playToEnd()
    #expect(driver.effects.contains(.preview(demo: "login-fetch-submit", countsQuestions: true)))
    let preview = DemoPreview(EventStream.loginWithSource, questions: 4)
    driver.send(.previewed(demo: "login-fetch-submit", preview))
    #expect(driver.screen.contains("Q quiz (4)"))
    driver.press(.escape)
    driver.send(.tick(now: 1))
    #expect(driver.effects.count { if case .preview = $0 { true } else { false } } == 1)
  }

  @Test("At the end of a recorded program only the keys are offered that work there")
  func recorded() {
    var state = State(
      size: Size(width: 120, height: 40), glyphs: .unicode, theme: .color, keys: .standard,
      demos: [])
    let entry = RunDescriptor(name: "mine", teaches: "")
    _ = update(
      &state, .recorded(Recording(entry: entry, isVirtual: false, events: EventStream.login.events))
    )
    if state.run?.playing == false { _ = update(&state, .key(" ")) }
    var now: Int64 = 0
    while state.run?.playing == true, now < 100_000_000_000_000 {
      now += 10_000_000_000
      _ = update(&state, .tick(now: now))
    }
    #expect(state.mode == .ended)
    let screen = view(state).text
    #expect(screen.contains("End of mine") && screen.contains("space play again"))
    for absent in ["next demo:", "quiz", "lesson", "other schedules", "what if"] {
      #expect(!screen.contains(absent), "\(absent)")
    }
    #expect(state.courseProgress == CourseProgress())
  }

  @Test(
    "The card fits every size, and the last rows of the chain stay visible where it is not the only pane",
    arguments: [(40, 10), (40, 12), (60, 20), (80, 24), (100, 30), (120, 40), (200, 50)])
  func sizes(width: Int, height: Int) throws {
    for glyphs in [GlyphSet.unicode, .ascii] {
      var driver = Driver(state: .picker(width, height, glyphs: glyphs))
      driver.playToEnd()
      let screen = driver.screen
      #expect(screen.contains("End of"), "\(screen)")
      let frame = driver.state.panelFrame
      let chain = try #require(driver.state.wholeLayout.frame(of: .chain))
      let panes = driver.state.layout.places
      #expect(frame.y + frame.height < height && frame.height >= 5)
      #expect(
        panes.allSatisfy { $0.frame.y + $0.frame.height <= frame.y || !$0.frame.meets(frame) })
      if panes.count > 1 { #expect(driver.state.layout.frame(of: .chain) == chain) }
    }
  }
}

extension Rect {
  fileprivate func meets(_ other: Rect) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}
