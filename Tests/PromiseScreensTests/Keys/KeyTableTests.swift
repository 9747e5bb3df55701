import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test("No key is bound twice in a mode", arguments: Mode.allCases)
func noKeyTwice(mode: Mode) {
  var seen: Set<Key> = []
  for binding in KeyTable.bindings where binding.modes.contains(mode) {
    for stroke in binding.strokes {
      #expect(seen.insert(stroke.key).inserted, "\(stroke.key) in \(mode)")
    }
  }
}

@Test("Quit, suspend and redraw work everywhere")
func everywhere() {
  for mode in Mode.allCases {
    #expect(KeyMap.standard.stroke(for: .control("c"), in: mode)?.action == .quit)
    #expect(KeyMap.standard.stroke(for: .control("z"), in: mode)?.action == .suspend)
    #expect(KeyMap.standard.stroke(for: .control("l"), in: mode)?.action == .redraw)
  }
}

extension State {
  /// A picker with a demo for each digit.
  fileprivate static var manyDemos: State {
    State(
      size: Size(width: 80, height: 24), glyphs: .unicode, theme: .color, keys: .standard,
      demos: (1...12).map { RunDescriptor(name: "demo-\($0)", teaches: "nothing") })
  }
}

extension State {
  /// A program whose gate is closed, after `keys`.
  fileprivate static func gated(keys: String) -> State {
    var driver = Driver.gated(.stoppedAndWaiting)
    driver.type(keys)
    return driver.state
  }
}

/// States of `mode`; every key does something in at least one of them.
private func situations(_ mode: Mode) -> [State] {
  switch mode {
  case .picker:
    var second = State.picker()
    second.demoList.picked = 1
    var finding = State.manyDemos
    for key in "demo" { _ = update(&finding, .key(.character(key))) }
    return [.picker(), second, .manyDemos, finding, .course()]
  case .ended:
    var driver = Driver()
    driver.playToEnd()
    return [driver.state]
  case .choosing:
    var driver = Driver(EventStream.choices.events)
    driver.type("c")
    driver.press(.right)
    let first = driver.state
    driver.type("m/o")
    driver.press(.enter, .right, .up, .up, .up)
    let second = driver.state
    driver.type("l")
    return [first, second, driver.state, .gated(keys: "c")]
  case .why:
    var driver = Driver()
    driver.goToPicture()
    driver.type("m/s")
    driver.press(.enter)
    driver.type("lw")
    driver.press(.down)
    let second = driver.state
    driver.press(.down, .down, .down)
    let lower = driver.state
    driver.press(.up, .up, .enter)
    let followed = driver.state
    driver.press(.end)
    let end = driver.state
    driver.type("g")
    var live = State.printing()
    _ = update(&live, .key(.character("w")))
    return [second, lower, followed, end, driver.state, live, .gated(keys: "w")]
  case .lesson:
    var driver = Driver.course(like: .picker(40, 12))
    driver.type("L ")
    let step = driver.state
    driver.press(.down, .down, .right)
    return [step, driver.state]
  case .quiz:
    let open = State.quiz(like: .picker(40, 12))
    var answered = open
    for key in "1n" { _ = update(&answered, .key(.character(key))) }
    _ = update(&answered, .key(.down))
    return [open, answered]
  case .whatIf:
    var driver = SimulatedDriver(until: 60)
    driver.type("i")
    driver.press(.down, .down, .down)
    let cache = driver.state
    driver.type("9")
    let typed = driver.state
    driver.press(.enter)
    var small = driver.state
    _ = update(&small, .resize(Size(width: 80, height: 18)))
    var scrolled = small
    _ = update(&scrolled, .key(.pageDown))
    return [cache, typed, driver.state, small, scrolled]
  case .export:
    var driver = Driver()
    driver.goToPicture()
    driver.type("e")
    let first = driver.state
    driver.press(.down)
    return [first, driver.state]
  case .breakpoints:
    let list = [Breakpoint(.label("submit")), Breakpoint(.queue("main"))]
    var driver = Driver.gated(.stoppedAndWaiting, breakpoints: list)
    driver.type("b")
    let first = driver.state
    driver.press(.down)
    return [first, driver.state]
  case .settling:
    var driver = SimulatedDriver(until: 60)
    driver.type("i")
    driver.press(.down, .down, .down)
    driver.type("s")
    return [driver.state]
  case .explore:
    let outcomes = State.exploring()
    var texts = outcomes
    _ = update(&texts, .resize(Size(width: 80, height: 18)))
    for key in "3" { _ = update(&texts, .key(.character(key))) }
    _ = update(&texts, .key(.pageDown))
    return [outcomes, texts]
  case .compare:
    let compared = State.comparing(80, 18)
    var scrolled = compared
    for key in [Key.character("2"), .pageDown] { _ = update(&scrolled, .key(key)) }
    var after = compared
    _ = update(&after, .key(.right))
    var covering = compared
    covering.comparing?.coversRun = true
    return [compared, scrolled, after, covering, .comparing(60, 40)]
  case .help:
    return [State.picker(40, 12), .picker()].flatMap { picker in
      var driver = Driver(state: picker)
      driver.type("?")
      let top = driver.state
      driver.type("jjjjjjjj")
      return [top, driver.state]
    }
  case .prompt:
    return [":", "/", "f"].flatMap { prompt in
      var driver = Driver()
      driver.goToPicture()
      driver.type("\(prompt)one")
      driver.press(.enter)
      driver.type("\(prompt)two s")
      let atEnd = driver.state
      driver.press(.left, .left, .up)
      let recalled = driver.state
      driver.press(.left)
      return [atEnd, recalled, driver.state]
    }
  case .demo:
    var driver = Driver()
    driver.goToPicture()
    let picture = driver.state
    driver.type("lm/s")
    driver.press(.enter)
    var followed = driver.state
    followed.run?.zoomed = true
    driver.press(.end)
    let end = driver.state
    driver.type("g1")
    driver.press(.tab)
    let dashboard = Driver(EventStream.dashboard.events).state
    return [picture, followed, end, driver.state, dashboard, .printing(), .gated(keys: "")]
  }
}

@Test("Every key of the table does something", arguments: Mode.allCases)
func everyBindingActs(mode: Mode) {
  let situations = situations(mode).map { (state: $0, fingerprint: $0.fingerprint) }
  for binding in KeyTable.bindings where binding.modes.contains(mode) {
    // There are not nine options here; another test checks that each digit takes its own.
    // The same holds of the answers to a question; a lesson has tests of its own.
    // What is as wide as its pane is not scrolled sideways: that says so.
    for stroke in binding.strokes
    where binding.needs != .choicePoint && binding.needs != .lesson
      && ![.answer(3), .answer(4)].contains(stroke.action)
      // After another choice, there is no quiz on the original run.
      && !(mode == .choosing && stroke.action == .quiz)
      // These runs have no errors, decisions or waits.
      && !(mode != .demo
        && [.nextError, .nextDecision, .nextWait, .blocked].contains(stroke.action))
      && ![.scrollLeft, .scrollRight].contains(stroke.action)
    {
      let acts = situations.contains { situation in
        var state = situation.state
        let effects = update(&state, .key(stroke.key))
        return !effects.isEmpty || state.fingerprint != situation.fingerprint
      }
      #expect(acts, "\(stroke.key) in \(mode)")
    }
  }
}

@Test("A key that does nothing says why, or has reached its limit", arguments: Mode.allCases)
func noKeyIsSilent(mode: Mode) {
  let situations = situations(mode).map { (state: $0, fingerprint: $0.fingerprint) }
  for binding in KeyTable.bindings where binding.modes.contains(mode) {
    for stroke in binding.strokes {
      for situation in situations {
        var state = situation.state
        state.notice = nil
        let effects = update(&state, .key(stroke.key))
        // The screen is compared last, since that takes longest.
        let isAnswered = !effects.isEmpty || state.notice != nil || stroke.action.mayBeThere
        #expect(
          isAnswered || state.fingerprint != situation.fingerprint, "\(stroke.key) in \(mode)")
      }
    }
  }
}

extension Action {
  /// It leads to a position where the playhead may already be, or to an end, beyond which it cannot
  /// go.
  fileprivate var mayBeThere: Bool {
    let ends: Set<Action> = [
      .up, .down, .pageUp, .pageDown, .halfPageUp, .halfPageDown, .back, .start, .end,
      .scrubForward,
      .scrubBack, .faster, .slower, .cursorLeft, .cursorRight, .cursorStart, .cursorEnd, .erase,
      .eraseWord, .eraseToStart,
    ]
    let places = ["pane-", "explore-pane-", "compare-pane-", "choose-run-", "open-number-"]
    return ends.contains(self) || places.contains { name.hasPrefix($0) }
  }
}

@Test("A key whose requirement is not met says why")
func obstacles() {
  var driver = Driver()
  driver.type("'")
  #expect(driver.state.notice == "no bookmark is set: m sets one")
  driver.press(.backspace)
  #expect(driver.state.notice?.hasPrefix("nothing to return to") == true)
}

@Test("The help lists every key of the panes, and the signs")
func helpText() throws {
  var driver = Driver(state: .picker(80, 100))
  driver.type("?")
  let screen = driver.screen
  try expectGolden("help-80x100", screen)
  for binding in KeyTable.bindings where binding.modes.contains(.demo) {
    guard binding.needs?.isOutOfReach(in: driver.state) != true else { continue }
    #expect(screen.contains(binding.keyNames(.unicode)))
  }
  driver = Driver(state: .picker(200, 50))
  driver.type("?")
  try expectGolden("help-200x50", driver.screen)
}

@Test("The help scrolls to its end and no further")
func helpScrolls() {
  var driver = Driver()
  driver.type("?")
  for _ in 0..<20 { driver.press(.pageDown) }
  #expect(driver.screen.contains("q quit  ^C quit"))
  driver.press(.escape)
  #expect(driver.state.mode == .demo)
}

@Test("The footer fits any width, and always shows help and quit", arguments: Mode.allCases)
func footers(mode: Mode) throws {
  for width in 40...200 {
    #expect(displayWidth(FooterView.keys(mode, .unicode, width: width).text) <= width)
  }
  for width in [40, 80, 200] {
    let text = FooterView.keys(mode, .unicode, width: width).text
    let quit = mode == .picker ? "Esc quit" : "q quit"
    #expect(mode == .prompt || text.hasSuffix("? help  \(quit)"))
  }
  try expectGolden(
    "footer-\(mode.rawValue)",
    [40, 80, 132, 200].map { FooterView.keys(mode, .unicode, width: $0).text }
      .joined(separator: "\n"))
}

@Test("At 80 columns the footer has the key for what the selected promise waits for or failed by")
func footerBySelection() throws {
  let dashboard = EventStream.dashboard.events
  var driver = Driver(dashboard)
  driver.goToPicture()
  driver.press(.end)
  driver.press(.escape)
  let graph = try #require(driver.state.run).known
  var offers: [String: Int] = [:]
  for event in 1...dashboard.count {
    driver.state.run?.move(to: event)
    for promise in graph.promises.map(\.id) {
      driver.state.run?.view.selection = promise
      guard let node = driver.state.run?.graph[promise], driver.state.run?.isAtEnd == false else {
        continue
      }
      let key: String? =
        switch node.state {
        case .queued: "B blocked"
        case .rejected: "E next error"
        case .pending where node.creation.operation.isFanIn: "d next decision"
        case .pending, .running: "W next wait"
        default: nil
        }
      guard let key else { continue }
      offers[key, default: 0] += 1
      let footer = driver.screen.split(separator: "\n").last ?? ""
      #expect(footer.contains(key), "\(promise) at \(event): \(footer)")
    }
  }
  #expect(offers.count >= 3, "\(offers)")
}

@Test("The table of keys of docs/learn/keys.md")
func markdown() throws {
  try expectGolden("keys-markdown", KeyMap.standard.markdown())
}

extension State {
  /// Everything that a key can change, as text.
  fileprivate var fingerprint: String {
    let run = run.map {
      """
      \($0.playhead) \($0.playing) \($0.speed) \($0.selection as Any) \($0.trail) \($0.bookmarks) \
      \($0.focus) \($0.slot) \($0.zoomed) \($0.scrolls) \($0.pending as Any) \($0.choosing) \
      \($0.folding) \($0.timeZoom) \($0.countsTurns) \($0.search?.pattern as Any) \($0.filtered?.filter as Any) \
      \($0.marked as Any) \($0.why?.selected as Any) \($0.why?.trail as Any) \
      \($0.whatIf?.selected as Any) \($0.whatIf?.typed as Any) \($0.whatIf?.changes as Any) \
      \($0.whatIf?.scroll as Any) \($0.whatIf?.isSettling as Any) \($0.restart as Any)
      \($0.endCard?.event as Any)
      \($0.listsBreakpoints) \($0.gate?.selected as Any) \($0.gate?.breakpoints as Any)
      """
    }
    let exploring = exploring.map { "\($0.selected) \($0.focus) \($0.scrolls) \($0.isInFront)" }
    let comparing = comparing.map {
      "\($0.selected) \($0.focus) \($0.side) \($0.scrolled as Any) \($0.isInFront)"
    }
    let lesson = self.run?.lesson.map { "\($0.place) \($0.scroll) \($0.showsAnswer)" }
    let quiz = quiz.map { "\($0.index) \($0.stage) \($0.reason) \($0.focus as Any) \($0.scroll)" }
    return
      "\(lesson ?? "-") \(quiz ?? "-") \(run ?? "-") \(demoList.picked) \(demoList.pickedVariant) \(demoList.finder as Any) \(mouse) \(overlays.all) \(exploring ?? "-") \(comparing ?? "-")"
  }
}

@Test("In a recording and in a live program, no key of the footer says that it cannot work there")
func footerOfTraces() {
  var recording = Driver.live(upTo: 31, state: .picker(200, 50))
  recording.send(.programEnded(.read(trouble: nil)))
  let live = Driver.live(upTo: 31, state: .picker(200, 50))
  for driver in [recording, live] {
    for key in ["", "G", "2", "5", "6"] {
      var driver = driver
      driver.type(key)
      let footer = driver.screen.split(separator: "\n").last ?? ""
      for row in KeyTable.bindings where row.modes.contains(.demo) && !row.label.isEmpty {
        let text = "\(row.footerNames(.unicode)) \(row.label)"
        guard footer.contains(text), ![.promise, .bookmark, .search].contains(row.needs) else {
          continue
        }
        #expect(row.needs?.obstacle(in: driver.state) == nil, "\(text)")
      }
    }
  }
}
