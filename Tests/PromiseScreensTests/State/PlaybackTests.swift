import PromiseGraph
import PromiseInsight
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

@Test("Playback goes by the clock of its ticks, and requests no more than 30 frames a second")
func ticking() throws {
  var driver = Driver(playing: true)
  driver.send(.tick(now: 1_000))
  let plan = try #require(driver.state.run?.playback?.plan)
  #expect(driver.playhead == plan.beats[0].events.upperBound)
  var now: Int64 = 1_000
  var frames = 0
  while let next = driver.state.nextTick, driver.state.run?.playing == true {
    #expect(next - now >= 33_000_000)
    let place = plan.place(at: now - 1_000)
    #expect(driver.playhead == place?.event)
    #expect(driver.state.run?.clock == place?.time)
    driver.send(.tick(now: next - 1))
    #expect(driver.playhead == place?.event, "a tick that comes too early counts for nothing")
    now = next
    driver.send(.tick(now: now))
    frames += 1
  }
  #expect(driver.state.run?.endCard != nil)
  #expect((0...50_000_000).contains(now - 1_000 - plan.length))
  #expect(frames > plan.beats.count)
}

@Test(
  "While something is read in front of a run, playback stands still; it goes on when that is closed",
  arguments: ["?", "L", "i", "e", "x", "Q"])
func holds(key: String) throws {
  var driver = Driver(EventStream.puzzle().events, state: .course(), playing: true)
  for _ in 0..<8 { driver.send(.tick(now: driver.state.nextTick ?? 0)) }
  let place = try #require(driver.state.run?.playback?.elapsed)
  driver.type(key)
  #expect(driver.state.run?.playing == false)
  driver.send(.tick(now: driver.state.now + 10_000_000_000))
  #expect(driver.state.run?.playback?.elapsed == place)
  driver.press(.escape)
  #expect(driver.state.run?.playing == true)
  for _ in 0..<8 { driver.send(.tick(now: try #require(driver.state.nextTick))) }
  #expect(driver.state.run?.playback?.elapsed ?? .max > place)
}

@Test(
  "A run that is moved in the lesson stays there; one that is played in the what-if panel goes on")
func holdsNoLonger() {
  var driver = Driver(EventStream.puzzle().events, state: .course(), playing: true)
  driver.send(.tick(now: 0))
  driver.type("Ln")
  driver.press(.escape)
  #expect(driver.state.run?.playing == false)
  driver.type(" i")
  #expect(driver.state.run?.playing == false)
  driver.type(" ")
  #expect(driver.state.mode == .whatIf && driver.state.run?.playing == true)
  driver.press(.escape)
  #expect(driver.state.run?.playing == true)
}

@Test("Playing runs jobs only when the playhead is at the newest event")
func nothingAhead() {
  var driver = Driver(playing: true)
  while driver.state.run?.playing == true, let next = driver.state.nextTick {
    let jobs = driver.jobs
    let target = driver.state.run?.playback?.place?.event ?? 0
    let isKnown = target < driver.last
    driver.send(.tick(now: next))
    if isKnown, driver.playhead <= target { #expect(driver.jobs == jobs) }
  }
  #expect(driver.playhead == EventStream.loginWithSource.count)
  #expect(driver.state.run?.endCard != nil)
  #expect(driver.state.run?.finished == true)
}

@Test(
  "Playback takes as long as its plan, divided by the speed",
  arguments: [(0, 1.0), (1, 0.5), (2, 0.25), (-1, 2), (-3, 8)])
func pace(speed: Int, factor: Double) throws {
  var driver = Driver(playing: true)
  driver.send(.tick(now: 0))
  driver.type(String(repeating: speed < 0 ? "-" : "+", count: abs(speed)))
  let length = try #require(driver.state.run?.playback?.plan.length)
  var now: Int64 = 0
  while driver.state.run?.playing == true, let next = driver.state.nextTick {
    now = next
    driver.send(.tick(now: now))
  }
  let expected = Double(length) * factor
  #expect(abs(Double(now) - expected) < 2e9 * max(1, factor) / 4)
}

@Test("A speed that changes within a beat does not skip what is left of it")
func speedWithinBeat() throws {
  var driver = Driver(playing: true)
  driver.send(.tick(now: 0))
  let before = try #require(driver.state.run?.playback?.elapsed)
  driver.type("++++")
  driver.send(.tick(now: 100_000_000))
  let after = try #require(driver.state.run?.playback?.elapsed)
  #expect(after - before <= 100_000_000)
}

@Test("A program that was suspended for an hour goes on where it stopped")
func suspended() throws {
  var driver = Driver(playing: true)
  driver.send(.tick(now: 0))
  let next = try #require(driver.state.nextTick)
  let before = try #require(driver.state.run?.playback?.elapsed)
  driver.send(.tick(now: next + 3_600_000_000_000))
  let after = try #require(driver.state.run?.playback?.elapsed)
  #expect(after - before <= next + 200_000_000)
}

@Test("A run whose rest is not known is played event by event")
func unknownRest() {
  var driver = Driver(predicts: false, playing: true)
  driver.send(.tick(now: 0))
  #expect(driver.playhead == 1)
  #expect(driver.state.nextTick == 150_000_000)
}

@Test("With a calm picture nothing moves along the edges, and frames are half a second apart")
func calm() {
  var state = State.picker()
  state.isCalm = true
  var driver = Driver(state: state, playing: true)
  var now: Int64 = 0
  driver.send(.tick(now: now))
  while driver.state.run?.playing == true, let next = driver.state.nextTick {
    #expect(driver.state.run?.flow == nil)
    #expect(next - now >= 500_000_000)
    now = next
    driver.send(.tick(now: now))
  }
  #expect(driver.state.run?.finished == true)
}

@Test("While a run is paused no tick is requested")
func paused() {
  var driver = Driver(playing: true)
  driver.send(.tick(now: 0))
  driver.type(" ")
  let effects = driver.effects.count
  driver.send(.tick(now: 10_000_000_000))
  #expect(driver.effects.count == effects)
}

@Test("A time goes to the playhead as it is, past the last event up to it")
func timeBetweenEvents() {
  var driver = Driver()
  driver.type(":150ms")
  driver.press(.enter)
  #expect(driver.state.run?.clock == 150_000_000)
  #expect((driver.state.run?.graph.time ?? .max) < 150_000_000)
  driver.press(.left)
  #expect(driver.state.run?.clock == driver.state.run?.graph.time, "a step stands on an event")
}

@Test("A time past the end goes to the end, and says where that is")
func timePastTheEnd() {
  var driver = Driver()
  driver.type(":9s")
  driver.press(.enter)
  #expect(driver.state.notice?.hasPrefix("the run ends at ") == true)
  #expect(driver.state.run?.playhead == driver.state.run?.total.last)
  #expect(driver.state.run?.clock == driver.state.run?.graph.time)
}

@Test("Between two events, a step back goes to the last one")
func backBetweenEvents() {
  var driver = Driver()
  driver.type(":150ms")
  driver.press(.enter)
  let event = driver.playhead
  #expect(driver.screen.contains("ms after the last event: "))
  driver.press(.left)
  #expect(driver.playhead == event)
  #expect(driver.state.run?.isBetweenEvents == false)
  driver.press(.left)
  #expect(driver.playhead < event)
}

@Test("A time before the start goes to the start, and says where that is")
func timeBeforeTheStart() {
  var driver = Driver()
  driver.type(":-5ms")
  driver.press(.enter)
  #expect(driver.state.notice?.hasPrefix("the run starts at ") == true)
  #expect(driver.playhead == 0)
}

@Test("The clock of a live run goes on while a job runs, and stands while nothing does")
func liveClock() throws {
  var driver = Driver(predicts: false, playing: true, real: true)
  let events = EventStream.loginWithSource
  let started = try #require(
    events.firstIndex { if case .jobStarted = $0.kind { true } else { false } })
  driver.send(.events(Array(events[...started])))
  let begin = try #require(driver.state.nextTick)
  driver.send(.tick(now: begin))
  let next = try #require(driver.state.nextTick)
  driver.send(.tick(now: next))
  #expect(driver.state.run?.clock == events[started].time + (next - begin))
  driver.send(.events(Array(events[(started + 1)...])))
  driver.send(.finished)
  #expect(driver.state.run?.clock == events.last?.time)
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
      size: Size(width: 80, height: 24), glyphs: .unicode, theme: .color, keys: .standard,
      demos: [],
      view: ViewSettings(speed: asked))
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
  #expect(driver.state.mode == .ended)
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
  #expect(driver.state.run?.endCard != nil)
  #expect(driver.jobs == 0)
}

@Test("A finished live run can be played again")
func replay() {
  var driver = Driver(predicts: false, playing: true, real: true)
  driver.send(.events(EventStream.loginWithSource))
  driver.send(.finished)
  driver.type("g ")
  driver.send(.tick(now: .max / 2))
  #expect(driver.playhead == driver.state.run?.playback?.plan.beats[0].events.upperBound)
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
