import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test(
  "The time is drawn as in the pictures: queues in a low pane, fan-ins and promises in a high one",
  arguments: [(78, 3), (78, 14), (118, 20), (198, 8)])
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
}

@Test("If all events are at one instant, the axis is by turns")
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
  let axis = TimeAxis(times: 0...end, columns: columns)
  #expect(axis.ticks(gap: 10).map(\.text) == labels)
}

@Test("Between two events the pane shows how far the running jobs and the waits are")
func paneBetweenEvents() throws {
  var login = EventStream.login.context(
    at: EventStream.login.number {
      if case .jobStarted(3, _, _) = $0.kind { true } else { false }
    })
  login.now = 150_000_000
  let content = TimePane.content(login, width: 118, height: 12)
  try expectGolden("time-login-between-118x12", content.plain)
}

@Test("By turns, every job and timer takes a step")
func timeByTurns() throws {
  var dashboard = EventStream.dashboard.context()
  dashboard.view.countsTurns = true
  let content = TimePane.content(dashboard, width: 118, height: 16)
  #expect(content.title == "Time by turns")
  try expectGolden("time-dashboard-turns-118x16", "[\(content.status)]\n" + content.plain)
}

@Test("In ASCII the time can be read without color")
func timeInAscii() throws {
  let dashboard = EventStream.dashboard.context(glyphs: .ascii)
  let content = TimePane.content(dashboard, width: 118, height: 20)
  try expectGolden("time-dashboard-ascii-118x20", "[\(content.status)]\n" + content.plain)
}

@Test("A fan-in ticks off its inputs, says what decided it, and marks the moment in the rows above")
func fanInRows() throws {
  let content = TimePane.content(EventStream.dashboard.context(), width: 118, height: 20)
  let rows = content.plain.split(separator: "\n").map(String.init)
  let all = try #require(rows.first { $0.hasPrefix("p4 all") })
  for text in ["0/3", "1/3", "2/3", "✗"] { #expect(all.contains(text)) }
  #expect(all.contains("too late"))
  let race = try #require(rows.first { $0.hasPrefix("p7 race") })
  #expect(race.contains("✓ won by cache.read"))
  let place = try #require(race.firstIndex(of: "✓")).utf16Offset(in: race)
  let above = rows.prefix { $0 != race }
  #expect(above.contains { $0.count > place && Array($0)[place] == "╎" })
  #expect(rows.first?.contains("★") == true)
  let losers = try #require(rows.first { $0.contains("still running") })
  for text in ["p1", "+20 ms", "p3", "+40 ms", "p6", "+50 ms"] { #expect(losers.contains(text)) }
}

@Test("The lanes of queues stay in place while the promises scroll", arguments: [8, 10, 16])
func stickyLanes(_ height: Int) {
  for promise in 1...9 {
    let context = EventStream.dashboard.context(selection: PromiseID(promise))
    let content = TimePane.content(context, width: 118, height: height)
    let rows = content.plain.split(separator: "\n").map(String.init)
    #expect(rows.count <= height)
    #expect(rows.contains { $0.hasPrefix("net") && $0.contains("T3") })
    #expect(rows.contains { $0.hasPrefix("disk") })
    #expect(content.frozen > 4)
    #expect(content.anchor.flatMap { content.promises[$0] } == PromiseID(promise))
  }
}

@Test("Of a hundred queues the busiest stay in place, and the pane counts the others")
func hundredQueues() {
  var stream = EventStream()
  for queue in 1...100 { stream.queue(QueueID(queue), "queue\(queue)") }
  for queue in 1...100 {
    stream.at(Double(queue), thread: ThreadID(queue))
    stream.root(PromiseID(queue), "load \(queue)", .async)
    stream.start(JobID(queue), PromiseID(queue), on: QueueID(queue))
    stream.at(Double(queue) + (queue == 77 ? 50 : 0.5), thread: ThreadID(queue))
    stream.end(JobID(queue), PromiseID(queue), on: QueueID(queue))
    stream.fulfill(PromiseID(queue))
  }
  for height in [8, 20, 44] {
    let content = TimePane.content(stream.context(selection: 5), width: 118, height: height)
    let rows = content.plain.split(separator: "\n").map(String.init)
    #expect(content.lines.count <= height)
    #expect(rows.contains { $0.hasPrefix("queue77") })
    #expect(rows.contains { $0.contains("more lanes") })
    #expect(content.anchor.flatMap { content.promises[$0] } == 5)
  }
  let low = TimePane.content(stream.context(), width: 118, height: 3)
  #expect(low.count == 100 + low.frozen)
}

@Test("Every timer has its name, and a timer that was stopped has its sign")
func timerRows() throws {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.root(1, "timeout", .after)
  stream.timer(1, 1, due: 100)
  stream.root(2, "deadline", .after)
  stream.timer(2, 2, due: 80)
  stream.at(50)
  stream.post(.timerCancelled(timer: 1, promise: 1))
  stream.at(80)
  stream.fire(2, 2)
  stream.fulfill(2)
  let content = TimePane.content(stream.context(), width: 78, height: 8)
  let rows = content.plain.split(separator: "\n").map(String.init)
  let timeout = try #require(rows.first { $0.contains("p1 timeout") && $0.hasPrefix("timer") })
  #expect(timeout.contains("⊘"))
  let deadline = try #require(rows.first { $0.contains("p2 deadline") && !$0.hasPrefix("p2") })
  #expect(deadline.contains("✓"))
}
