import PromiseGraph
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test(
  "The time is drawn as in the pictures: queues in a low pane, promises in a high one",
  arguments: [(78, 3), (78, 14), (198, 8)])
func timePictures(_ width: Int, _ height: Int) throws {
  let login = EventStream.login.context(at: EventStream.loginRunning, predicts: true)
  let dashboard = EventStream.dashboard.context(at: EventStream.raceOver)
  for (name, context) in [("login", login), ("dashboard", dashboard)] {
    let content = TimePane.content(context, width: width, height: height)
    try expectGolden("time-\(name)-\(width)x\(height)", "[\(content.status)]\n" + content.plain)
  }
}

@Test("Recorded and predicted events ahead of the playhead look alike")
func aheadAndPredicted() {
  let event = EventStream.loginRunning
  let recorded = TimePane.content(EventStream.login.context(at: event), width: 78, height: 12)
  let predicted = TimePane.content(
    EventStream.login.context(at: event, predicts: true), width: 78, height: 12)
  #expect(recorded == predicted)
}

@Test("Nothing is drawn ahead of what is known")
func nothingKnownAhead() {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.root(1, "load")
  stream.at(10, thread: 1, queue: 1)
  stream.enqueue(1, 1, on: 1)
  stream.start(1, 1, on: 1)
  let content = TimePane.content(stream.context(), width: 40, height: 6)
  #expect(!content.lines.flatMap(\.spans).contains { $0.role == .future })
  #expect(content.status == "ev 4/4  10.0 / 10.0 ms")
}

@Test("If all events are at one instant, the axis counts events")
func oneInstant() throws {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.root(1, nil, .value)
  stream.fulfill(1, "1")
  stream.link(2, on: 1, .then, "A", queue: 1)
  stream.enqueue(1, 2, on: 1)
  stream.link(3, on: 1, .then, "B", queue: 1)
  stream.enqueue(2, 3, on: 1)
  stream.start(1, 2, on: 1)
  stream.end(1, 2, on: 1)
  stream.fulfill(2, "2")
  stream.start(2, 3, on: 1)
  stream.end(2, 3, on: 1)
  stream.fulfill(3)
  let content = TimePane.content(stream.context(at: 10), width: 60, height: 6)
  try expectGolden("time-instant-60x6", "[\(content.status)]\n" + content.plain)
}

@Test("One line is a scrubber, whose playhead moves from the left end to the right end")
func scrubber() {
  let stream = EventStream.login
  func playhead(_ event: Int) -> Int? {
    let content = TimePane.content(stream.context(at: event), width: 50, height: 1)
    return content.lines.first.flatMap { Array($0.text).firstIndex(of: "┊") }
  }
  let places = (0...stream.events.count).compactMap(playhead)
  #expect(places.first == 0)
  #expect(places.last == 49)
  #expect(places == places.sorted())
}

@Test(
  "The ticks are round numbers at suitable distances",
  arguments: [
    (Int64(266_000_000), 78, ["0", "50", "100", "150", "200", "250"]),
    (150_000_000, 190, (0...15).map { "\($0 * 10)" }),
    (30_000_000_000, 60, ["0s", "10s", "20s", "30s"]),
    (2_000, 40, ["0.000", "0.001", "0.002"]),
  ])
func ticks(_ end: Int64, _ columns: Int, _ labels: [String]) {
  let axis = TimeAxis(times: 0...end, numbers: 0...9, columns: columns)
  #expect(axis.ticks(gap: 10).map(\.text) == labels)
}

@Test("Names are written into bars that have room for them, never over each other")
func barNames() {
  var stream = EventStream()
  stream.queue(1, "main", .concurrent(width: 2))
  for (job, name) in [(1, "first"), (2, "second"), (3, "much too long for it")] {
    stream.at(job == 1 ? 0 : 5)
    stream.enqueue(JobID(job), nil, on: 1, name)
    stream.start(JobID(job), nil, on: 1)
  }
  for (job, time) in [(2, 30.0), (3, 30), (1, 39)] {
    stream.at(time)
    stream.end(JobID(job), nil, on: 1)
  }
  let scene = TimeScene(stream.context())
  let painter = TimePainter(scene: scene, axis: scene.axis(columns: 40))
  let text = painter.lane(of: 1, named: true).map(\.text).joined()
  #expect(text == "▐██████ second █ first ████████████████▌")
}
