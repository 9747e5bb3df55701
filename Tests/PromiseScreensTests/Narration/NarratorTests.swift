import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

/// A narrator of a run while keys are pressed.
private struct Listener {
  var driver = Driver()
  var narrator = ScreenNarrator()

  /// The sentences since the last call.
  mutating func hear() -> [String] { narrator.sentences(for: driver.state) }

  /// Presses a key in narration mode, and returns the resulting sentences.
  mutating func press(_ key: Key) -> [String] {
    narrator.keyPressed()
    switch narrator.answer(to: key, in: driver.state) {
    case .say(let lines): return lines
    case .press(let keys):
      for key in keys { driver.send(.key(key)) }
      return hear()
    }
  }
}

@Suite struct NarratorTests {
  @Test("The demos are listed by number, and a number or a name opens one")
  func demos() {
    let state = State.picker()
    var narrator = ScreenNarrator()
    let lines = narrator.sentences(for: state)
    #expect(lines.first == "There are \(state.demos.count) demos.")
    #expect(lines.count == state.demos.count + 1)
    #expect(narrator.sentences(for: state) == [])
    for (index, demo) in state.demos.enumerated() {
      var opened = state
      guard case .press(let keys) = narrator.keys(for: "\(index + 1)", in: state) else { continue }
      #expect(narrator.keys(for: " \(demo.name.uppercased()) ", in: state) == .press(keys))
      var effects: [Effect] = []
      for key in keys { effects += update(&opened, .key(key)) }
      #expect(effects == [.open(demo: demo.name)])
    }
  }

  @Test("While a demo is being opened, the narrator says and asks nothing")
  func opening() {
    var narrator = ScreenNarrator(opensDemo: true)
    #expect(narrator.sentences(for: .picker()) == [])
    #expect(narrator.question(in: .picker()) == nil)
    #expect(narrator.sentences(for: Driver().state).isEmpty == false)
    #expect(narrator.sentences(for: .picker()).first?.hasPrefix("There are") == true)
    #expect(narrator.question(in: .picker()) != nil)
  }

  @Test(
    "An unknown demo is answered with the valid ones", arguments: ["0", "999", "-1", "nonsense"])
  func noDemo(line: String) {
    guard case .say(let lines) = ScreenNarrator().keys(for: line, in: .picker()) else {
      Issue.record("\(line) opens something")
      return
    }
    #expect(lines.joined().contains("There is no such demo"))
  }

  @Test("Each step narrates what happened once, with time and turn when they change")
  func steps() {
    var listener = Listener()
    #expect(listener.hear().first?.contains("login") == true)
    let first = listener.press(.enter)
    #expect(first.count == 2)
    #expect(first[0].hasPrefix("At 0.0 milliseconds"))
    #expect(first[1].hasPrefix("1, "))
    #expect(listener.hear() == [])
    #expect(listener.press(.character(" ")).last?.hasPrefix("2, ") == true)
    #expect(listener.press(.right).last?.hasPrefix("3, ") == true)
    #expect(listener.driver.state.run?.playhead == 3)
  }

  @Test("A turn is narrated event by event; going back, only the new position is")
  func turns() {
    var listener = Listener()
    _ = listener.hear()
    let told = listener.press(.character("t"))
    let playhead = listener.driver.state.run?.playhead ?? 0
    #expect(playhead > 3)
    for number in 1...playhead { #expect(told.contains { $0.hasPrefix("\(number), ") }) }
    let back = listener.press(.left)
    #expect(back.first == "Back at event \(playhead - 1).")
    #expect(back.last?.hasPrefix("\(playhead - 1), ") == true)
    #expect(listener.press(.character("g")) == ["Back at the start, before the first event."])
  }

  @Test("A key that does nothing says why, every time")
  func notices() {
    var listener = Listener()
    _ = listener.hear()
    _ = listener.press(.character("G"))
    let end = listener.press(.right)
    #expect(end.count == 1)
    #expect(listener.press(.right) == end)
  }

  @Test("A selected promise is described with its state")
  func selection() {
    var listener = Listener()
    _ = listener.hear()
    _ = listener.press(.character("G"))
    let told = listener.press(.up) + listener.press(.up)
    #expect(told.contains { $0.contains(" is fulfilled") || $0.contains(" is pending") })
  }

  @Test("A search asks for its text, and reports what it found")
  func search() {
    var listener = Listener()
    _ = listener.hear()
    _ = listener.press(.character("G"))
    _ = listener.press(.character("/"))
    #expect(listener.narrator.question(in: listener.driver.state)?.hasPrefix("Find") == true)
    guard case .press(let keys) = listener.narrator.keys(for: "submit", in: listener.driver.state)
    else { return }
    for key in keys { listener.driver.send(.key(key)) }
    #expect(listener.driver.state.mode == .demo)
    #expect(listener.hear().contains { $0.contains("submit") })
  }

  @Test("The explanation of a promise is narrated in sentences")
  func why() {
    var listener = Listener()
    _ = listener.hear()
    #expect(listener.press(.character("w")) == ["There is no promise to explain yet."])
    _ = listener.press(.character("G"))
    _ = listener.press(.up)
    let told = listener.press(.character("w"))
    #expect(told.count > 2)
    #expect(told.contains { $0.hasSuffix("?") })
    #expect(told.allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("?") || $0.hasSuffix(":") })
    #expect(!told.contains { $0.hasSuffix(":.") })
  }

  @Test("With one promise marked, w explains its order relative to the selected one")
  func order() {
    var listener = Listener()
    _ = listener.hear()
    _ = listener.press(.character("G"))
    _ = listener.press(.up)
    #expect(listener.press(.character("v")).joined().contains("is marked"))
    _ = listener.press(.up)
    let told = listener.press(.character("w"))
    #expect(told.contains { $0.hasPrefix("Why did ") && $0.contains(" run before ") })
    #expect(told.filter { $0.hasSuffix("?") }.count > 2)
  }

  @Test("Keys that need a screen say so, and the help does not list them")
  func screenKeys() {
    var listener = Listener()
    _ = listener.hear()
    #expect(listener.press(.character("z")).joined().contains("needs the screen"))
    #expect(listener.press(.character("~")).joined().contains("does nothing"))
    let help = listener.press(.character("?"))
    #expect(help.contains { $0.hasPrefix("Enter, Space or Right") })
    #expect(help.contains { $0.hasPrefix("t, T: ") })
    #expect(!help.contains { $0.hasPrefix("z: ") })
  }

  @Test("A prompt asks for a place and goes there; an empty line does nothing")
  func prompt() {
    var listener = Listener()
    _ = listener.hear()
    #expect(listener.narrator.question(in: listener.driver.state) == nil)
    _ = listener.press(.character(":"))
    #expect(listener.narrator.question(in: listener.driver.state) != nil)
    guard case .press(let keys) = listener.narrator.keys(for: "7", in: listener.driver.state)
    else { return }
    for key in keys { listener.driver.send(.key(key)) }
    #expect(listener.driver.state.run?.playhead == 7)
    _ = listener.press(.character(":"))
    #expect(listener.narrator.keys(for: "", in: listener.driver.state) == .press([.escape]))
  }

  @Test("A narrated run has every event once, in order, and no terminal commands")
  func wholeRun() {
    var history = History()
    history.append(contentsOf: EventStream.loginWithSource)
    history.flush()
    let text = EventTeller.text(of: history, title: "login\u{1b}[2J\u{202e}")
    let numbers = text.split(separator: "\n").compactMap {
      $0.firstMatch(of: #/^(\d+), /#).flatMap { Int($0.1) }
    }
    #expect(numbers == Array(1...history.last))
    #expect(
      text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0.value != 0x202e })
    #expect(text.split(separator: "\n").allSatisfy { $0.hasSuffix(".") || $0.hasSuffix("?") })
  }
}

@Test("B says what blocks a queue; a line that names a key which needs the screen is refused")
func narratedPalette() {
  var stream = EventStream()
  stream.queue(1, "main")
  for promise in 1...2 { stream.root(PromiseID(promise), "job \(promise)") }
  stream.enqueue(1, 1, on: 1)
  stream.start(1, 1, on: 1)
  stream.enqueue(2, 2, on: 1)
  var driver = Driver(stream.events)
  let narrator = ScreenNarrator()
  #expect(
    narrator.answer(to: "B", in: driver.state) == .say(["No job waits behind another one here."]))
  driver.type("G")
  guard case .say(let sentences) = narrator.answer(to: "B", in: driver.state) else {
    Issue.record("B was not answered")
    return
  }
  #expect(sentences.first == "What blocks main?")
  driver.type(":")
  guard case .say(let refusal) = narrator.keys(for: "zoom", in: driver.state) else {
    Issue.record("zoom was accepted")
    return
  }
  #expect(refusal.first?.contains("needs the screen") == true)
  let keys: [Key] = [.control("u"), "p", "1", .enter]
  #expect(narrator.keys(for: "p1", in: driver.state) == .press(keys))
}
