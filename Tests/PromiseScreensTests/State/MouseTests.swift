import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

extension Driver {
  /// Returns where the first cell of `text` is.
  fileprivate func place(of text: String) -> (x: Int, y: Int)? {
    for (y, row) in screen.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      guard let range = row.firstRange(of: text) else { continue }
      return (displayWidth(String(row[..<range.lowerBound])), y)
    }
    Issue.record("\(text) is not on the screen")
    return nil
  }

  /// Clicks on the first cell of `text`.
  fileprivate mutating func click(_ text: String) {
    guard let (x, y) = place(of: text) else { return }
    send(.mouse(Mouse(.press, x: x, y: y)))
    send(.mouse(Mouse(.release, x: x, y: y)))
  }
}

@Test("A click selects the pane and the promise of the row")
func clickSelects() {
  var driver = Driver()
  driver.type("G")
  driver.click("p2 ")
  #expect(driver.state.run?.focus == .chain)
  #expect(driver.state.run?.selection == 2)
  driver.click("2 Queues")
  #expect(driver.state.run?.focus == .queues)
  #expect(driver.state.run?.selection == 2)
}

@Test("A click on an event goes there; an event ahead is run first")
func clickEvent() {
  var driver = Driver()
  driver.type(":20")
  driver.press(.enter)
  driver.type("5z")
  driver.click(" 19 ")
  #expect(driver.playhead == 19)
  driver.click(" 20 ")
  #expect(driver.playhead == 20)
  driver.click(" 23 ")
  #expect(driver.playhead == 23)
}

@Test("In the list a click selects, and a click on the selected demo opens it")
func clickPicker() {
  var state = State.picker()
  // Each demo is below the heading of its chapter.
  _ = update(&state, .mouse(Mouse(.press, x: 10, y: 5)))
  #expect(state.demoList.picked == 1)
  #expect(update(&state, .mouse(Mouse(.press, x: 10, y: 5))) == [.open(demo: "dashboard-race")])
  #expect(update(&state, .mouse(Mouse(.press, x: 10, y: 4))) == [])
  #expect(update(&state, .mouse(Mouse(.press, x: 10, y: 9))) == [])
  _ = update(&state, .mouse(Mouse(.wheelUp, x: 10, y: 3)))
  #expect(state.demoList.picked == 0)
}

@Test("In an exploration a click selects an outcome, and a click on the selected one opens it")
func clickOutcome() {
  var state = State.exploring()
  let list = state.exploring?.layout(state.size).frame(of: .list)
  let frame = list?.inside ?? Rect(x: 0, y: 0, width: 0, height: 0)
  let selected = state.exploring?.selected
  _ = update(&state, .mouse(Mouse(.press, x: frame.x + 2, y: frame.y + 1)))
  #expect(state.exploring?.selected == 0)
  #expect(selected != 0)
  let effects = update(&state, .mouse(Mouse(.press, x: frame.x + 2, y: frame.y + 1)))
  guard case .open? = effects.first else {
    Issue.record("\(effects)")
    return
  }
}

@Test("The scrubber can be dragged to both ends and no further")
func dragScrubber() {
  var driver = Driver(state: .picker(60, 12))
  driver.type("G")
  let row = driver.state.layout.scrubber?.y ?? 0
  driver.send(.mouse(Mouse(.press, x: 0, y: row)))
  #expect(driver.playhead == 0)
  driver.send(.mouse(Mouse(.drag, x: 20, y: 3)))
  let middle = driver.playhead
  #expect((10..<30).contains(middle))
  driver.send(.mouse(Mouse(.drag, x: 500, y: 3)))
  #expect(driver.playhead == 49)
  driver.send(.mouse(Mouse(.drag, x: -500, y: 3)))
  #expect(driver.playhead == 0)
  driver.send(.mouse(Mouse(.release, x: 20, y: 3)))
  driver.send(.mouse(Mouse(.drag, x: 20, y: 3)))
  #expect(driver.playhead == 0, "the button is up")
}

@Test("Every column of the scrubber leads to an event that is drawn there")
func scrubberColumns() {
  var driver = Driver(state: .picker(60, 12))
  driver.type("G")
  for column in 0..<60 {
    let row = driver.state.layout.scrubber?.y ?? 0
    driver.send(.mouse(Mouse(.press, x: column, y: row)))
    let line = Array(driver.screen.split(separator: "\n")[row])
    let playhead = line.firstIndex(of: Glyph.playhead.unicode) ?? -1
    let room = line.lastIndex { $0 == Glyph.dotted.unicode || $0 == Glyph.playhead.unicode } ?? 0
    // 49 events in at least as many columns: none is more than a column away.
    #expect(abs(playhead - min(column, room)) <= 1, "column \(column)")
  }
}

@Test("The wheel scrolls the pane below the pointer, whichever has the focus")
func wheel() {
  var stream = EventStream()
  for promise in 1...100 { stream.root(PromiseID(promise), "request \(promise)") }
  var driver = Driver(stream.events, predicts: false)
  driver.type("g")
  driver.type("G4")
  let first = driver.screen
  driver.send(.mouse(Mouse(.wheelUp, x: 5, y: 5)))
  #expect(driver.screen != first)
  #expect(driver.state.run?.focus == .inspect)
  driver.type("?")
  let help = driver.screen
  driver.send(.mouse(Mouse(.wheelDown, x: 5, y: 5)))
  #expect(driver.screen != help)
}

@Test("A click on a warning selects it, and y copies its sentences")
func clickWarning() throws {
  var stream = EventStream()
  for promise in 1...3 {
    stream.root(PromiseID(promise), "request \(promise)")
    stream.post(.deallocated(promise: PromiseID(promise), state: .pending, waiting: []))
  }
  var driver = Driver(stream.events, state: .picker(132, 43), predicts: false)
  driver.type("G6z")
  let culprits = try #require(driver.state.run?.context(driver.state.glyphs).culprits)
  let last = try #require(culprits.last).warning
  driver.click(String(last.sentence.prefix(12)))
  #expect(driver.state.run?.culprit == culprits.last?.key)
  #expect(driver.state.run?.focus == .warnings)
  driver.type("y")
  guard case .copy(let text)? = driver.effects.last else {
    Issue.record("nothing was copied")
    return
  }
  #expect(text.contains(last.sentence) && text.contains(last.fix))
}

@Test("In the explanation a click selects a row, the wheel moves, and y copies the sentences")
func clickWhy() {
  var driver = Driver(state: .picker(132, 43))
  driver.type("G:p3")
  driver.press(.enter)
  driver.type("w")
  driver.click("Why so late")
  let line = driver.state.run?.why?.selected ?? 0
  #expect(driver.state.run?.why?.explanation.lines[line].text.hasPrefix("Why so late") == true)
  guard let (x, y) = driver.place(of: "Why so late") else { return }
  driver.send(.mouse(Mouse(.wheelUp, x: x, y: y)))
  #expect(driver.state.run?.why?.selected == max(0, line - 3))
  driver.type("y")
  guard case .copy(let text)? = driver.effects.last else {
    Issue.record("nothing was copied")
    return
  }
  #expect(text == driver.state.run?.why?.text)
  #expect(text.contains("value of p3 'submit', "))
}

@Test("A click on a key in the footer does what the key does")
func clickFooter() {
  var driver = Driver()
  driver.click("? help")
  #expect(driver.state.mode == .help)
  driver.press(.escape)
  driver.click("→ ← step")
  #expect(driver.playhead == 1)
  driver.click("← step")
  #expect(driver.playhead == 0)
  driver.click("find")
  #expect(driver.state.mode == .prompt)
}

@Test("M turns the mouse off; then its events are ignored")
func mouseOff() {
  var driver = Driver()
  driver.type("G")
  driver.click("p2 ")
  driver.type("M")
  #expect(driver.state.mouse == false)
  driver.click("p3 ")
  #expect(driver.state.run?.selection == 2)
  driver.type("M")
  #expect(driver.state.notice?.contains("Shift") == true)
  driver.click("p3 ")
  #expect(driver.state.run?.selection == 3)
}

@Test("No mouse event traps, anywhere, in any mode")
func mouseAnywhere() {
  var states = [State.picker(), .picker(0, 0), .picker(3, 2), .exploring()]
  for size in [(80, 24), (40, 10), (200, 50), (60, 16)] {
    var driver = Driver(state: .picker(size.0, size.1))
    states.append(driver.state)
    driver.goToPicture()
    states.append(driver.state)
    driver.type("5z")
    states.append(driver.state)
    driver.type("?")
    states.append(driver.state)
    driver.press(.escape)
    driver.type("/x")
    states.append(driver.state)
  }
  let deeds: [Mouse.Kind] = [.press, .drag, .wheelUp, .wheelDown, .drag, .release]
  let places = [
    (0, 0), (-1, -1), (.max, .max), (.min, .min), (1, 1), (39, 9), (79, 23), (5, 22), (70, 12),
  ]
  for (number, start) in states.enumerated() {
    // Two of the places in each state, other ones in the next.
    for (x, y) in places.indices.filter({ ($0 + number) % 5 == 0 }).map({ places[$0] }) {
      var state = start
      for kind in deeds {
        _ = update(&state, .mouse(Mouse(kind, x: x, y: y)))
        _ = view(state)
      }
    }
  }
}
