import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

/// A stream with one queue, and its lanes.
private func lanes(
  _ kind: PromiseEvent.QueueKind = .serial, at event: Int? = nil, time: Double? = nil,
  columns: Int = 21, turns: Bool = false, glyphs: GlyphSet = .unicode,
  _ build: (inout EventStream) -> Void
) -> [String] {
  var stream = EventStream()
  stream.queue(1, "main", kind)
  build(&stream)
  var context = stream.context(at: event, glyphs: glyphs)
  context.view.countsTurns = turns
  if let time { context.now = Int64(time * 1_000_000) }
  let scene = TimeScene(context)
  let painter = TimePainter(scene: scene, axis: scene.axis(columns: columns))
  let count = max(1, scene.timeline.activity(of: 1).lanes.count)
  return (0..<count).map { place in
    painter.cells(.lane(1, place)).spans.map(\.text).joined().withoutTrailingBlanks
  }
}

/// A job from one time to another, on a thread.
private func job(
  _ number: Int, _ start: Double, _ end: Double, thread: ThreadID? = nil, _ name: String = "",
  in stream: inout EventStream
) {
  stream.at(start, thread: thread)
  stream.enqueue(JobID(number), nil, on: 1, name)
  stream.start(JobID(number), nil, on: 1)
  stream.at(end, thread: thread)
  stream.end(JobID(number), nil, on: 1)
}

@Test("Consecutive jobs are bars that touch, and what a lane waits for is hatched")
func bars() {
  let text = lanes {
    $0.enqueue(3, nil, on: 1)
    job(1, 0, 5, in: &$0)
    job(2, 5, 10, in: &$0)
    $0.at(14)
    $0.start(3, nil, on: 1)
    $0.at(20)
    $0.end(3, nil, on: 1)
  }
  #expect(text == ["▐ j1 ▌▐j2█▌▒▒▒▐ j3 █▌"])
}

@Test("Jobs that ran at the same time have a lane each, and those of a thread share one")
func lanesOfThreads() {
  let text = lanes(.concurrent(width: 2)) {
    $0.at(0, thread: 7)
    $0.start(1, nil, on: 1)
    $0.at(4, thread: 8)
    $0.start(2, nil, on: 1)
    $0.at(8, thread: 7)
    $0.end(1, nil, on: 1)
    $0.at(16, thread: 8)
    $0.end(2, nil, on: 1)
    job(3, 17, 20, thread: 7, in: &$0)
  }
  #expect(text == ["▐ j1 ███▌     j3 ▐██▌", "    ▐ j2 ███████▌   ┊"])
}

@Test("If a queue's jobs ran on many threads, they share as few lanes as they can")
func lanesOfPool() {
  let text = lanes(.concurrent(width: 8)) {
    for number in 1...6 {
      job(
        number, Double(number - 1) * 3, Double(number - 1) * 3 + 2, thread: ThreadID(number),
        in: &$0)
    }
    $0.at(20)
    $0.post(.note("end"))
  }
  #expect(text.count == 1)
  #expect(text[0].filter { $0 == "▐" }.count == 6)
}

@Test("The part ahead of the playhead is dotted, and a job without duration is a stroke")
func ahead() {
  let build: (inout EventStream) -> Void = {
    job(1, 0, 8, in: &$0)
    job(2, 12, 12, in: &$0)
    $0.at(20)
    $0.post(.note("end"))
  }
  #expect(lanes(at: 4, build) == ["▐ j1 ███▌   ▌ j2"])
  #expect(lanes(at: 3, build) == ["┊ j1 ┄┄┄▌   ▌ j2"])
}

@Test("Between two events a running bar grows with the time, and the playhead is there")
func betweenEvents() {
  let build: (inout EventStream) -> Void = {
    job(1, 0, 20, in: &$0)
  }
  #expect(lanes(at: 3, time: 0, build) == ["┊ j1 " + String(repeating: "┄", count: 15) + "▌"])
  #expect(lanes(at: 3, time: 8, build) == ["▐ j1 ███┊" + String(repeating: "┄", count: 11) + "▌"])
  #expect(lanes(at: 3, time: 19.9, build) == ["▐ j1 " + String(repeating: "█", count: 15) + "▌"])
}

@Test("A wait grows with the time, in the lane and in the row of what waits")
func waitBetweenEvents() {
  var stream = EventStream()
  stream.queue(1, "main")
  job(1, 0, 40, "parse", in: &stream)
  stream.replace(
    with: stream.events.prefix(3)
      + [
        PromiseEvent(
          sequence: 4, time: 20_000_000, thread: nil, queue: nil,
          kind: .jobEnqueued(job: 2, child: nil, queue: 1, label: "tap"))
      ]
      + [
        PromiseEvent(
          sequence: 5, time: 40_000_000, thread: nil, queue: nil,
          kind: .jobEnded(job: 1, child: nil, queue: 1, ending: .returned))
      ])
  var context = stream.context(at: 4)
  context.now = 30_000_000
  let rows = TimePane.content(context, width: 60, height: 8).plain
    .split(separator: "\n").map(String.init)
  let waits = rows.first { $0.contains("waits") } ?? ""
  #expect(waits.contains(" tap "))
  #expect(waits.filter { $0 == "▒" }.count > 2)
  #expect(waits.contains("·"))
}

@Test("However many jobs there are, a lane is drawn from the counts before each column")
func dense() {
  let text = lanes {
    for number in 1...4000 {
      let time = Double(number) / 200
      guard !(8...12).contains(time) else { continue }
      job(number, time, time + 0.004, in: &$0)
    }
  }
  #expect(text == [" ×1,599 █    ×1,600 ┊"])
}

@Test("Where events are missing, the lanes show a gap")
func gapInLane() {
  let text = lanes {
    $0.at(0)
    $0.start(1, nil, on: 1)
    $0.at(5)
    $0.post(.note("before"))
    $0.at(15)
    $0.post(.dropped(count: 7))
    $0.at(16)
    job(2, 16, 20, in: &$0)
  }
  #expect(text[0].contains("?"))
  #expect(text[0].hasSuffix("▌"))
}

@Test("A job that threw ends with the sign of a rejection, and a cancelled one with its own")
func outcomes() {
  var stream = EventStream()
  stream.queue(1, "net")
  for (number, outcome) in [(1, PromiseEvent.Outcome.rejected), (2, .cancelled), (3, .fulfilled)] {
    stream.root(PromiseID(number), "load \(number)", .async)
    stream.at(Double(number * 30))
    stream.start(JobID(number), PromiseID(number), on: 1)
    stream.at(Double(number * 30 + 20))
    stream.end(JobID(number), PromiseID(number), on: 1, outcome == .fulfilled ? .returned : .threw)
    stream.post(
      .settled(.init(promise: PromiseID(number), outcome: outcome, description: "Offline")))
  }
  let scene = TimeScene(stream.context())
  let spans = TimePainter(scene: scene, axis: scene.axis(columns: 120)).cells(.lane(1, 0)).spans
  let looks: [(sign: String, role: Role, bar: Role)] = [
    ("✗", .rejected, .barRejected), ("⊘", .cancelled, .barCancelled),
    ("✓", .fulfilled, .barFulfilled),
  ]
  for look in looks {
    #expect(spans.contains { $0.text.contains(look.sign) && $0.role == look.role })
    #expect(spans.contains { $0.text.contains("█") && $0.role == look.bar })
    // The name is on the bar, in its color.
    #expect(spans.contains { $0.text.contains("load") && $0.role.bar == look.bar })
  }
  #expect(spans.map(\.text).joined().contains("✗ Offline"))
}

@Test("By turns, jobs at the same instant are bars in order, each with its name")
func byTurns() {
  let names = ["a", "b", "c", "d", "e"]
  let text = lanes(columns: 60, turns: true) {
    $0.at(50)
    for (index, name) in names.enumerated() { job(index + 1, 50, 50, name, in: &$0) }
    $0.at(90)
    $0.post(.note("end"))
  }
  let places = names.compactMap { text[0].firstIndex(of: Character($0)) }
  #expect(places.count == 5)
  #expect(places == places.sorted())
}

@Test("A name that does not fit is shortened, and jobs without room for a name are counted")
func namesOfShortJobs() throws {
  let texts = lanes(columns: 30) {
    job(1, 0, 14, "a very long name of a job", in: &$0)
    for number in 2...4 { job(number, 20, 20, "step \(number)", in: &$0) }
    job(5, 21, 30, "end", in: &$0)
  }
  let text = try #require(texts.first)
  #expect(text == "▐a very long …▌ ×3 █▐ end ███▌")
}

@Test("What has no name in a lane is said in words at its end, and no number touches a name")
func namesLeftOut() throws {
  let texts = lanes(columns: 40) {
    for number in 1...4 {
      let time = Double(number - 1) * 5
      job(number, time, time + 2, "request \(number)", in: &$0)
    }
    $0.at(38)
    $0.post(.note("end"))
  }
  #expect(texts == ["▐█▌  ▐█▌  ▐█▌  ▐█▌ request 4 3 more jobs"])
}

@Test("If the lane has no room for that, its label says it and keeps the name of the queue")
func countInLabel() {
  var stream = EventStream()
  stream.queue(1, "net")
  job(1, 0, 40, "load", in: &stream)
  job(2, 40, 40, "parse", in: &stream)
  job(3, 40, 78, "save", in: &stream)
  for width in [40, 60, 78, 120] {
    let rows = TimePane.content(stream.context(), width: width, height: 6).lines.map(\.text)
    #expect(rows.contains { $0.hasPrefix("net +1 ") || $0.hasPrefix("net 1 more job ") }, "\(rows)")
  }
}

@Test("A job without a length keeps its sign beside the bar in whose last column it is")
func strokeAtEnd() {
  let text = lanes(columns: 30) {
    job(1, 0, 14, "load", in: &$0)
    job(2, 14, 14, "parse", in: &$0)
    job(3, 14, 29, "save", in: &$0)
  }
  #expect(text == ["▐ load ██████▌▌▐ save ███████▌"])
}

@Test(
  "In a lane with very many jobs, those close together are one bar, which shows where one failed")
func crowd() throws {
  var stream = EventStream()
  stream.queue(1, "main")
  for number in 1...60 {
    stream.root(PromiseID(number), "load", .async)
    stream.at(Double(number * 3))
    stream.start(JobID(number), PromiseID(number), on: 1)
    stream.at(Double(number * 3 + 1))
    stream.end(JobID(number), PromiseID(number), on: 1, number == 50 ? .threw : .returned)
  }
  let scene = TimeScene(stream.context())
  let axis = scene.axis(columns: 90)
  let spans = TimePainter(scene: scene, axis: axis).cells(.lane(1, 0)).spans
  let text = spans.map(\.text).joined()
  #expect(text.contains(" ×60 load █"))
  #expect(spans.filter { $0.text.contains("✗") }.map(\.role) == [.rejected])
}

@Test("Zoomed in, the part around the playhead is shown, and it moves by halves")
func zoomed() {
  let context = EventStream.dashboard.context()
  var starts: Set<Int64> = []
  for event in 1...EventStream.dashboard.events.count {
    var context = EventStream.dashboard.context(at: event)
    context.view.timeZoom = 3
    let scene = TimeScene(context)
    let axis = scene.axis(columns: 80)
    #expect((0..<80).contains(scene.playheadColumn(axis)))
    starts.insert(axis.lastTime(of: 0))
  }
  #expect(starts.count > 1 && starts.count <= 16)
  let whole = TimeScene(context).axis(columns: 80)
  #expect(!whole.isPart)
}

@Test("A column covers the events up to its end, and every event maps to its column")
func columnsAndPlaces() throws {
  for (zoom, turns) in [(0, false), (2, false), (0, true), (1, true)] {
    var context = EventStream.login.context(at: EventStream.loginRunning)
    (context.view.timeZoom, context.view.countsTurns) = (zoom, turns)
    let rows = TimeRows(context, width: 78, height: 12)
    for event in EventStream.login.events {
      let column = rows.axis.column(time: event.time, number: event.sequence)
      guard (0..<rows.axis.columns).contains(column) else { continue }
      let place = try #require(
        TimePane.place(atColumn: column + rows.labelRoom, context, width: 78, height: 12))
      #expect(place.event >= event.sequence)
      let last = EventStream.login.events[place.event - 1]
      #expect(place.time == last.time)
      #expect(rows.axis.column(time: last.time, number: place.event) == column)
    }
    #expect(TimePane.place(atColumn: 0, context, width: 78, height: 12) == nil)
    #expect(TimePane.place(atColumn: 500, context, width: 78, height: 12) == nil)
  }
}

@Test("A column without events stands for a time between two of them")
func placesBetweenEvents() throws {
  let context = EventStream.login.context(at: EventStream.loginRunning)
  let rows = TimeRows(context, width: 108, height: 12)
  let column = rows.axis.column(time: 150_000_000, number: 0)
  let place = try #require(
    TimePane.place(atColumn: column + rows.labelRoom, context, width: 108, height: 12))
  #expect(abs(place.time - 150_000_000) <= 2_000_000)
  #expect(place.time % 1_000_000 == 0)
  let events = EventStream.login.events
  #expect(events[place.event - 1].time <= place.time && place.time < events[place.event].time)
}

@Test("A click between two events stands there, and the bars grow up to it")
func clickBetweenEvents() throws {
  var driver = Driver()
  driver.type("G7z")
  let inside = try #require(driver.state.layout.frame(of: .time)?.inside)
  let run = try #require(driver.state.run)
  let rows = TimeRows(
    run.context(.unicode, .english, for: .time), width: inside.width, height: inside.height)
  let column = rows.axis.column(time: 150_000_000, number: 0)
  driver.send(
    .mouse(Mouse(.press, x: inside.x + rows.labelRoom + column, y: inside.y + 1)))
  let clock = try #require(driver.state.run?.clock)
  #expect(abs(clock - 150_000_000) <= 3_000_000)
  #expect(driver.state.run?.playing == false)
}

@Test("The a key switches between time and turns, unless all events are at one instant")
func axisKey() {
  var driver = Driver()
  driver.type("Ga")
  #expect(driver.state.run?.countsTurns == true)
  #expect(driver.screen.contains("7 Time by turns"))
  #expect(driver.screen.contains("turn "))
  driver.type("a")
  #expect(driver.state.run?.countsTurns == false)
  #expect(!driver.screen.contains("Time by turns"))
}

@Test("A click on the scrubber moves the playhead to that column")
func scrubberPositions() throws {
  var driver = Driver()
  driver.type("G")
  let row = Rect(x: 0, y: 10, width: 40, height: 1)
  for column in 0..<28 {
    let run = try #require(driver.state.run)
    let position = try #require(ScrubberView.position(atColumn: column, run, row: row))
    driver.type(":\(position)")
    driver.press(.enter)
    var canvas = Canvas(width: 40, height: 12)
    let moved = try #require(driver.state.run)
    ScrubberView.draw(moved, .unicode, row: row, on: &canvas)
    let drawn = (0..<40).first { canvas[$0, 10].text == "┊" } ?? -1
    #expect(abs(drawn - column) <= 1)
  }
}

@Test("Bookmarks are on the axis, and the lane of the selected promise is marked")
func bookmarksOnAxis() {
  var context = EventStream.login.context(at: EventStream.loginRunning, selection: 5)
  context.view.bookmarks = [1, 20]
  let content = TimePane.content(context, width: 78, height: 14)
  let rows = content.plain.split(separator: "\n").map(String.init)
  #expect(rows.first?.filter { $0 == "◆" }.count == 2)
  #expect(rows.contains { $0.hasPrefix("p5") && $0.contains(" → ") || $0.hasPrefix("p5 →") })
  #expect(content.anchor.flatMap { content.promises[$0] } == 5)
}

@Test("+ and - zoom when the time pane has focus, and otherwise change the speed")
func zoomKeys() {
  var driver = Driver()
  driver.type("G7++-")
  #expect(driver.state.run?.timeZoom == 1)
  #expect(driver.state.run?.speed == 0)
  #expect(driver.screen.contains("7 Time  ×2"))
  driver.type("--")
  #expect(driver.state.run?.timeZoom == 0)
  driver.type("1+")
  #expect(driver.state.run?.timeZoom == 0)
  #expect(driver.state.run?.speed == 1)
}
