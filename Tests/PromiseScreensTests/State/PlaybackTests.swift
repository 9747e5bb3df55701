import PromiseGraph
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test("A demo starts playing immediately, from its start")
func startsPlaying() {
  let driver = Driver(playing: true)
  #expect(driver.effects == [.tick(at: 0)])
  #expect(driver.state.run?.playing == true)
  #expect(driver.playhead == 0)
}

@Test("A tick plays one event and requests the next tick; the whole run takes about ten seconds")
func ticking() {
  var driver = Driver(playing: true)
  let interval = driver.state.run?.interval ?? 0
  #expect((180_000_000...220_000_000).contains(interval))
  driver.send(.tick(now: 1_000))
  #expect(driver.playhead == 1)
  #expect(driver.effects == [.tick(at: 0), .tick(at: 1_000 + interval)])
  driver.send(.tick(now: 2_000))
  #expect(driver.playhead == 1, "a tick that comes too early counts for nothing")
}

@Test("Playing runs jobs only when the playhead is at the newest event")
func nothingAhead() {
  var driver = Driver(playing: true)
  var now: Int64 = 0
  while driver.state.run?.playing == true {
    now += 1_000_000_000
    let (before, jobs) = (driver.last, driver.jobs)
    let atEnd = driver.playhead == before
    driver.send(.tick(now: now))
    if !atEnd { #expect(driver.jobs == jobs) }
  }
  #expect(driver.playhead == EventStream.loginWithSource.count)
  #expect(driver.state.notice == "end of the run")
  #expect(driver.state.run?.finished == true)
}

@Test(
  "The pace depends on the number of events, within limits, and on the speed",
  arguments: [
    (50, 0, 200), (5, 0, 500), (1000, 0, 30), (50, 1, 100), (50, -3, 1600), (50, 4, 12.5),
  ])
func pace(events: Int, speed: Int, milliseconds: Double) {
  let stream = (1...events).map {
    PromiseEvent(sequence: $0, time: 0, thread: nil, queue: nil, kind: .note("x"))
  }
  var run = Run(demo: RunDescriptor(name: "x", teaches: ""), real: false, prediction: stream)
  run.speed = speed
  #expect(run.interval == Int64(milliseconds * 1_000_000))
  let blind = Run(demo: RunDescriptor(name: "x", teaches: ""), real: false, prediction: [])
  #expect(blind.interval == 150_000_000)
}

@Test("The speed doubles and halves between an eighth and sixteen")
func speeds() {
  var driver = Driver()
  driver.type("+++++++")
  #expect(driver.screen.contains("x16"))
  driver.type("----------")
  #expect(driver.screen.contains("x1/8"))
}

@Test("A demo starts at the requested speed, within the limits")
func initialSpeed() {
  for (asked, speed) in [(0, 0), (2, 2), (99, 4), (-99, -3)] {
    var state = State(
      size: Size(width: 80, height: 24), glyphs: .unicode, theme: .color, demos: [],
      speed: asked)
    _ = update(&state, .opened(RunDescriptor(name: "x", teaches: ""), real: false, prediction: []))
    #expect(state.run?.speed == speed)
  }
}

@Test(
  "Any step, jump, or scrub pauses",
  arguments: [
    Key.right, .left, .character("t"), .character("T"), .character("p"), .character("P"),
    .character("{"), .character("}"), .character("["), .character("]"), .home, .end,
    .character("g"), .character("G"),
  ])
func stepsPause(key: Key) {
  var driver = Driver()
  driver.goToPicture()
  driver.type(" ")
  #expect(driver.state.run?.playing == true)
  driver.send(.key(key))
  #expect(driver.state.run?.playing == false)
  driver.send(.tick(now: .max / 2))
  #expect(driver.state.run?.playing == false)
}

@Test("A step past the newest event runs the next job, a step within the recording runs none")
func steppingRuns() {
  var driver = Driver()
  driver.press(.right)
  #expect((driver.playhead, driver.jobs) == (1, 1))
  let newest = driver.last
  for _ in 1..<newest { driver.press(.right) }
  #expect((driver.playhead, driver.jobs) == (newest, 1))
  driver.press(.right)
  #expect((driver.playhead, driver.jobs) == (newest + 1, 2))
  driver.press(.left)
  driver.press(.right)
  #expect((driver.playhead, driver.jobs) == (newest + 1, 2))
}

@Test("While a job is in progress no second one is requested, and the steps are completed after it")
func awaiting() {
  var state = State.picker()
  _ = update(&state, .opened(state.demos[0], real: false, prediction: []))
  #expect(update(&state, .key(.right)) == [.runNextJob])
  #expect(update(&state, .key(.right)) == [])
  #expect(update(&state, .events([])) == [.runNextJob], "a job without events is no movement")
  let events = Array(EventStream.loginWithSource.prefix(3))
  #expect(update(&state, .events(events)) == [])
  #expect(state.run?.playhead == 2, "one event for each key")
}

@Test("Going to the end and back to the start shows the first screen again")
func thereAndBack() {
  var driver = Driver()
  driver.press(.right)
  let first = driver.screen
  driver.type("G")
  #expect(driver.playhead == EventStream.loginWithSource.count)
  #expect(driver.state.notice == "end of the run")
  driver.type("g")
  #expect(driver.playhead == 0)
  driver.press(.right)
  // The totals are no longer predictions; only the roles show that.
  #expect(driver.screen == first)
}

@Test("An event shows the same screen whether it is reached forward, backward or by a jump")
func sameScreenEitherWay() throws {
  var driver = Driver(predicts: false)
  driver.send(.key(.character("G")))
  let last = driver.playhead
  driver.send(.key(.character("g")))
  // The footer depends on the last key; everything above it depends on the event.
  func picture() -> [Substring] { view(driver.state).text.split(separator: "\n").dropLast() }
  var forwards: [Int: [Substring]] = [0: picture()]
  for event in 1...last {
    driver.send(.key(.right))
    #expect(driver.playhead == event)
    forwards[event] = picture()
  }
  for event in (0..<last).reversed() {
    driver.send(.key(.left))
    #expect(driver.playhead == event)
    #expect(picture() == forwards[event], "back at \(event)")
  }
  for event in [last, last / 2, 1, last - 1, 2] {
    for key in ":\(event)" { driver.send(.key(.character(key))) }
    driver.send(.key(.enter))
    #expect(driver.playhead == event)
    #expect(picture() == forwards[event], "jumped to \(event)")
  }
}

@Test("Turns, settlements and the events of a promise can be stepped through forward and back")
func jumps() {
  var driver = Driver()
  driver.type("}")
  let settled = driver.playhead
  #expect(
    driver.event?.kind == .settled(.init(promise: 1, outcome: .fulfilled, description: "\"tok_9\""))
  )
  driver.type("}")
  #expect(driver.playhead > settled)
  driver.type("{")
  #expect(driver.playhead == settled)
  driver.type(":p3")
  driver.press(.enter)
  driver.type("ppp")
  #expect(driver.event?.kind.promises.contains(3) == true)
  driver.type("P")
  #expect(driver.event?.kind.promises.contains(3) == true)
  driver.type("g")
  driver.type("t")
  let turn = driver.playhead
  driver.type("tT")
  #expect(driver.playhead == turn)
}

@Test("At the end, the footer says so and nothing runs")
func absences() {
  var driver = Driver()
  driver.type(":p1")
  driver.press(.enter)
  for _ in 0..<20 { driver.type("p") }
  #expect(driver.state.notice == "no later event of p1")
  #expect(driver.state.run?.finished == false)
  for _ in 0..<20 { driver.type("P") }
  #expect(driver.state.notice == "no earlier event of p1")
  driver.type("g")
  driver.press(.left)
  #expect(driver.state.notice == "start of the run")
}

@Test("Scrubbing moves by tenths of the run")
func scrubbing() {
  var driver = Driver()
  driver.type("]]]")
  #expect(driver.playhead == 12)
  driver.type("[")
  #expect(driver.playhead == 8)
  for _ in 0..<12 { driver.type("]") }
  #expect(driver.playhead == EventStream.loginWithSource.count)
}

@Test("Bookmarks can be set, removed, and visited in a cycle")
func bookmarks() {
  var driver = Driver()
  driver.type("]m]m]'")
  #expect(driver.playhead == 4)
  driver.type("'")
  #expect(driver.playhead == 8)
  driver.type("m''")
  #expect(driver.playhead == 4)
}

@Test("A live run is followed until it is paused; pausing stops the view, not the events")
func live() {
  let events = EventStream.loginWithSource
  var driver = Driver(predicts: false, playing: true, real: true)
  driver.send(.events(Array(events[..<10])))
  #expect(driver.playhead == 10)
  driver.type(" ")
  driver.send(.events(Array(events[10..<20])))
  #expect((driver.playhead, driver.last) == (10, 20))
  driver.press(.right)
  #expect(driver.playhead == 11)
  driver.type("F")
  #expect(driver.playhead == 20)
  driver.press(.right)
  #expect(driver.state.notice == "no newer event yet: the program runs at its own pace")
  driver.type("G")
  driver.send(.events(Array(events[20...])))
  #expect(driver.playhead == events.count)
  driver.send(.finished)
  #expect(driver.state.notice == "end of the run")
  #expect(driver.jobs == 0)
}

@Test("A finished live run can be played again")
func replay() {
  var driver = Driver(predicts: false, playing: true, real: true)
  driver.send(.events(EventStream.loginWithSource))
  driver.send(.finished)
  driver.type("g ")
  driver.send(.tick(now: 1))
  #expect(driver.playhead == 1)
  #expect(driver.jobs == 0)
}

@Test("Keys typed faster than jobs run have the same effect as keys typed slowly")
func fastKeys() {
  var slow = Driver()
  slow.type("ttt")
  slow.press(.right, .right, .left)
  var fast = Driver()
  fast.answersLate = true
  fast.type("ttt")
  fast.press(.right, .right, .left)
  #expect(fast.jobs == 1, "one job at a time")
  fast.answersLate = false
  #expect(fast.jobs == slow.jobs)
  #expect(fast.playhead == slow.playhead)
  let state = fast.state
  #expect(state.run?.waiting.isEmpty == true)
}

@Test("Pausing drops pending keys")
func pauseDropsKeys() {
  var state = State.picker()
  _ = update(&state, .opened(state.demos[0], real: false, prediction: []))
  _ = update(&state, .key(.right))
  _ = update(&state, .key(.right))
  _ = update(&state, .key(.right))
  #expect(state.run?.waiting.count == 2)
  _ = update(&state, .key(.character(" ")))
  _ = update(&state, .key(.character(" ")))
  #expect(state.run?.waiting.isEmpty == true)
  #expect(state.run?.pending == nil)
}

@Test("A turn ends at the same event whether it has happened or is run by the step")
func turnsAhead() {
  var replayed = Driver()
  replayed.type("Gg")
  let events = EventStream.loginWithSource
  var state = State.picker()
  _ = update(&state, .opened(state.demos[0], real: false, prediction: events))
  var rest = events[...]
  var steps = 0
  while replayed.playhead < events.count {
    replayed.type("t")
    // Here a turn takes many jobs: its own, and each that ends in it.
    var effects = update(&state, .key(.character("t")))
    while effects == [.runNextJob], let event = rest.popFirst() {
      effects = update(&state, .events([event]))
    }
    #expect(state.run?.playhead == replayed.playhead)
    steps += 1
  }
  #expect(steps > 5)
}
