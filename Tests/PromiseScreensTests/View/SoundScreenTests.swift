import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseScreens

/// Every how manieth size each scene is drawn at, so that all of them occur in some scene; `make test-stress`
/// draws more of them.
private let sizeStep = max(1, Rounds.number("SIZE_STEP") ?? 29)

/// Sizes from 0x0 to 220x60: those at which the layout changes, and some between.
private func sizes(_ seed: Int) -> [Size] {
  let widths = [0, 1, 2, 39, 40, 41, 79, 80, 119, 120, 132, 159, 160, 200, 220]
  let heights = [0, 1, 2, 9, 10, 11, 17, 18, 23, 24, 35, 36, 43, 50, 60]
  let all: [Size] = widths.flatMap { width in
    heights.map { height in Size(width: width, height: height) }
  }
  return all.indices.filter { ($0 + seed) % sizeStep == 0 }.map { all[$0] }
}

@Test("Every screen is valid at any size", arguments: scenes.indices)
func soundScreens(place: Int) {
  for size in sizes(place) {
    let form = PictureForm.allCases[(place + size.width) % 3]
    let canvas = view(scenes[place].state(size, form))
    #expect(canvas.width == size.width && canvas.height == size.height)
    let fault = canvas.fault
    #expect(fault == nil, "\(scenes[place].name) at \(size.width)x\(size.height)")
  }
}

@Test("A resized screen is the same as one drawn at that size")
func resized() {
  for scene in scenes where scene.name.hasPrefix("pane") || scene.name == "login" {
    var state = scene.state(Size(width: 0, height: 0), .unicode)
    for size in [(200, 50), (1, 1), (80, 24)] {
      _ = update(&state, .resize(Size(width: size.0, height: size.1)))
      #expect(view(state).fault == nil)
    }
  }
}

/// Escape sequences, reversed writing, wide and combining characters, joiners, lines and tabs, and
/// many of them.
private func evil(_ length: Int) -> String {
  "\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}5m\u{202E}\u{2067}日本\n\r\te\u{301}\u{200D}👩‍👧\u{200B}\u{FEFF}\u{2028}\0"
    + String(repeating: "语z\u{301}", count: length / 3)
}

/// A run in which every text is hostile.
private func hostile(_ evil: String) -> [PromiseEvent] {
  var stream = EventStream()
  stream.post(.threadNamed(thread: 1, name: evil))
  stream.post(.sourceText(file: evil, firstLine: 1, text: evil + "\n" + evil))
  stream.post(.sourceText(file: "Demos/Login.swift", firstLine: 1, text: evil))
  stream.at(0, thread: 1)
  stream.queue(1, evil)
  stream.queue(2, "main")
  let site = SourceSite(file: evil, line: 2, column: 1)
  stream.post(.created(.init(promise: 1, operation: .body, label: evil, site: site)))
  stream.root(2, evil)
  stream.link(3, on: 1, .then, evil, queue: 1)
  stream.fanIn(4, .race, of: [1, 2, 3], evil)
  stream.timer(1, 2, due: 5)
  stream.enqueue(1, 3, on: 1, evil)
  stream.enqueue(2, nil, on: 1, evil)
  stream.start(1, 3, on: 1)
  stream.post(.waitBegan(promise: 2, queue: 1, job: nil))
  stream.post(.note(evil))
  stream.at(3, thread: 1, queue: 1)
  stream.end(1, 3, on: 1, .threw)
  stream.reject(3, evil)
  stream.input(3, 2, of: 4, .rejected)
  stream.reject(4, evil, origin: 3, from: 3)
  stream.post(.errorUnhandled(promise: 4, origin: 3, error: evil))
  stream.fulfill(1, evil)
  stream.post(.resolutionIgnored(promise: 1, site: site, attempt: .fulfilled))
  stream.post(.deallocated(promise: 2, state: .pending, waiting: [4]))
  return stream.events
}

@Test("Hostile text is harmless in every pane and around them")
func hostileEverywhere() {
  let evil = evil(90)
  let hostile = hostile(evil)
  let demo = RunDescriptor(name: evil, title: evil, teaches: evil, knobs: evil)
  let picker = State(
    size: Size(width: 80, height: 24), glyphs: .unicode, theme: Theme(.color), keys: .standard,
    demos: [demo])
  #expect(view(picker).fault == nil)
  var driver = Driver(hostile, state: picker)
  for event in [hostile.count - 8, hostile.count] {
    driver.type("G:\(event)")
    driver.press(.enter)
    for (width, height) in [(41, 12), (80, 24), (133, 43), (201, 50)] {
      driver.send(.resize(Size(width: width, height: height)))
      for pane in PaneKind.allCases {
        driver.type(String(pane.digit))
        driver.press(.down)
        let fault = view(driver.state).fault
        #expect(fault == nil, "\(pane) at \(width)x\(height), event \(event)")
      }
      driver.type("?")
      #expect(view(driver.state).fault == nil)
      driver.press(.escape)
    }
  }
}

@Test("A text of ten thousand characters is as harmless as a short one")
func endlessText() {
  let evil = evil(10_000)
  let demo = RunDescriptor(name: evil, title: evil, teaches: evil, knobs: evil)
  var driver = Driver(
    hostile(evil),
    state: State(
      size: Size(width: 160, height: 40), glyphs: .unicode, theme: Theme(.color), keys: .standard,
      demos: [demo]))
  driver.type("G")
  #expect(view(driver.state).fault == nil)
}
