import PromiseGraph
import PromiseKitLite
import Testing

@testable import PromiseScreens

/// A stream with one queue, and its lane.
private func lane(
  _ kind: PromiseEvent.QueueKind = .serial, at event: Int? = nil, columns: Int = 21, zoom: Int = 0,
  _ build: (inout EventStream) -> Void
) -> String {
  var stream = EventStream()
  stream.queue(1, "main", kind)
  build(&stream)
  var context = stream.context(at: event)
  context.zoom = zoom
  let scene = TimeScene(context)
  let painter = TimePainter(scene: scene, axis: scene.axis(columns: columns))
  return painter.lane(of: 1, named: false).map(\.text).joined()
}

/// A job from one time to another.
private func job(
  _ number: Int, _ start: Double, _ end: Double, in stream: inout EventStream
) {
  stream.at(start)
  stream.start(JobID(number), nil, on: 1)
  stream.at(end)
  stream.end(JobID(number), nil, on: 1)
}

@Test("Consecutive jobs are bars that touch, and waiting jobs are a low line")
func bars() {
  let text = lane {
    $0.enqueue(3, nil, on: 1)
    job(1, 0, 5, in: &$0)
    job(2, 5, 10, in: &$0)
    $0.at(14)
    $0.start(3, nil, on: 1)
    $0.at(20)
    $0.end(3, nil, on: 1)
  }
  #expect(text == "▐████▌▐███▌▄▄▄▐█████▌")
}

@Test("Overlapping jobs on a queue with several workers are one bar")
func overlapping() {
  let text = lane(.concurrent(width: 2)) {
    $0.at(0)
    $0.start(1, nil, on: 1)
    $0.at(4)
    $0.start(2, nil, on: 1)
    $0.at(8)
    $0.end(1, nil, on: 1)
    $0.at(16)
    $0.end(2, nil, on: 1)
    $0.at(20)
    $0.post(.note("end"))
  }
  #expect(text == "▐███████████████▌   ┊")
}

@Test("The part ahead of the playhead is dotted, and a job without duration is a stroke")
func ahead() {
  let text = lane(at: 3) {
    job(1, 0, 6, in: &$0)
    job(2, 10, 10, in: &$0)
    $0.at(20)
    $0.post(.note("end"))
  }
  #expect(text == "▐█████▌   ▌          ")
}

@Test("However many jobs there are, a lane is drawn from the counts before each column")
func dense() {
  let text = lane {
    for number in 1...4000 {
      let time = Double(number) / 200
      guard !(8...12).contains(time) else { continue }
      job(number, time, time + 0.004, in: &$0)
    }
  }
  let cells = Array(text)
  #expect(cells[0...7].allSatisfy { $0 != " " })
  #expect(cells[9...11].allSatisfy { $0 == " " })
  #expect(cells[13...20].allSatisfy { $0 != " " })
}

@Test("Where events are missing, the lanes show a gap")
func gapInLane() {
  let text = lane {
    $0.at(0)
    $0.start(1, nil, on: 1)
    $0.at(5)
    $0.post(.note("before"))
    $0.at(15)
    $0.post(.dropped(count: 7))
    $0.at(16)
    job(2, 16, 20, in: &$0)
  }
  #expect(text == "▐████▌?         ▐███▌")
}

@Test("Zoomed in, the part around the playhead is shown, and it moves by halves")
func zoomed() {
  let context = EventStream.dashboard.context()
  var starts: Set<Int> = []
  for event in 1...EventStream.dashboard.events.count {
    var context = EventStream.dashboard.context(at: event)
    context.zoom = 3
    let scene = TimeScene(context)
    let axis = scene.axis(columns: 80)
    #expect((0..<80).contains(scene.playheadColumn(axis)))
    starts.insert(axis.lastValue(of: 0))
  }
  #expect(starts.count > 1 && starts.count <= 16)
  let whole = TimeScene(context).axis(columns: 80)
  #expect(!whole.isPart)
}

@Test("A column covers the events up to its end, and every event maps to its column")
func columnsAndPositions() throws {
  for zoom in [0, 2] {
    var context = EventStream.login.context(at: EventStream.loginRunning)
    context.zoom = zoom
    let rows = TimeRows(context, width: 78, height: 12)
    for event in EventStream.login.events {
      let column = rows.axis.column(time: event.time, number: event.sequence)
      guard (0..<rows.axis.columns).contains(column) else { continue }
      let position = try #require(
        TimePane.position(atColumn: column + rows.labelRoom, context, width: 78, height: 12))
      #expect(position >= event.sequence)
      let time = EventStream.login.events[position - 1].time
      #expect(rows.axis.column(time: time, number: position) == column)
    }
    #expect(TimePane.position(atColumn: 0, context, width: 78, height: 12) == nil)
    #expect(TimePane.position(atColumn: 500, context, width: 78, height: 12) == nil)
  }
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
  context.bookmarks = [1, 20]
  let content = TimePane.content(context, width: 78, height: 14)
  let rows = content.plain.split(separator: "\n").map(String.init)
  #expect(rows.last?.filter { $0 == "◆" }.count == 2)
  #expect(rows.contains { $0.hasPrefix("p5 →") })
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
