import PromiseKitLite
import Testing

@testable import PromiseScreens

/// The heights that are tried with `width`: some pairs of sizes from 0x0 to 220x60, and all
/// sizes around those at which the layout changes.
private func heights(_ width: Int) -> [Int] {
  let edges = [39, 40, 79, 80, 159, 160].contains(width)
  return (0...60).filter { height in
    (edges && [9, 10, 17, 18, 35, 36].contains(height)) || (width * 7 + height * 11) % 61 == 0
  }
}

@Test("No size traps, from 0x0 to 220x60, and every canvas has the requested size")
func everySizeDraws() {
  var panes = Driver()
  panes.goToPicture()
  var help = panes
  help.type("?")
  var prompt = panes
  prompt.type("5:31")
  var choosing = Driver(EventStream.choices.events)
  choosing.type("c")
  choosing.press(.right)
  var supposing = SimulatedDriver(until: 60)
  supposing.type("i<")
  var other = State.exploring()
  _ = update(&other, .key(.tab))
  var lesson = Driver.course()
  lesson.type("L a")
  let quiz = State.quiz()
  var answered = quiz
  _ = update(&answered, .key(.character("1")))
  let states = [
    lesson.state, quiz, answered, panes.state, help.state, prompt.state, .picker(), .exploring(),
    choosing.state, other, .comparing(),
    supposing.state,
  ]
  var turn = 0
  for width in 0...220 {
    for height in heights(width) {
      var state = states[turn % states.count]
      turn += 1
      _ = update(&state, .resize(Size(width: width, height: height)))
      _ = update(&state, .key(.pageDown))
      let canvas = view(state)
      if canvas.width != width || canvas.height != height {
        Issue.record("\(canvas.width)x\(canvas.height) instead of \(width)x\(height)")
      }
    }
  }
}

@Test("A run whose names and values are hostile draws valid screens at every event")
func hostileRun() {
  let evil = "\u{1B}[2J\u{202E}日本\n" + String(repeating: "e\u{301}", count: 300)
  var stream = EventStream()
  stream.queue(1, evil)
  stream.root(1, evil, line: -5)
  stream.link(2, on: 1, .then, evil, queue: 1, line: 1_000_000)
  stream.enqueue(1, 2, on: 9, evil)
  stream.start(1, 2, on: 9)
  stream.post(.note(evil))
  stream.post(.sourceText(file: "Demos/Login.swift", firstLine: 1, text: evil + "\n\tx"))
  stream.reject(2, evil, origin: 77, from: 88)
  stream.post(.errorUnhandled(promise: 2, origin: 77, error: evil))
  stream.post(.dropped(count: 5))
  stream.post(.deallocated(promise: 1, state: .pending, waiting: [2, 99]))
  let state = State(
    size: Size(width: 80, height: 24), glyphs: .unicode, theme: .color, keys: .standard,
    demos: [RunDescriptor(name: evil, title: evil, teaches: evil, knobs: evil)])
  expectSound(state)
  var driver = Driver(stream.events, state: state)
  for size in [(80, 24), (200, 50), (40, 10)] {
    driver.send(.resize(Size(width: size.0, height: size.1)))
    driver.type("g")
    for _ in stream.events {
      driver.press(.right)
      expectSound(driver.state)
    }
  }
  // Longer than the widest prompt of the last size.
  let typed = String(evil.prefix(100))
  for prompt in [":", "/", "f"] {
    driver.type(prompt)
    driver.send(.paste(typed))
    expectSound(driver.state)
    for _ in 0..<typed.count {
      driver.press(.left)
      expectSound(driver.state)
    }
    driver.press(.escape)
  }
}

/// No control character has reached a cell, and every row is as wide as the screen.
private func expectSound(_ state: State, sourceLocation: SourceLocation = #_sourceLocation) {
  let canvas = view(state)
  for y in 0..<canvas.height {
    let cells = (0..<canvas.width).map { canvas[$0, y].text }
    let row = cells.joined()
    #expect(
      displayWidth(row) == canvas.width
        && !row.unicodeScalars.contains {
          $0.properties.generalCategory == .control || $0 == "\u{202E}"
        },
      "row \(y): \(row)", sourceLocation: sourceLocation)
  }
}
