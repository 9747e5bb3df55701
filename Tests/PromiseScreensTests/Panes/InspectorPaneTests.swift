import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

private func inspector(
  _ stream: EventStream, _ promise: PromiseID?, at event: Int? = nil, width: Int = 44,
  height: Int = 21
) -> PaneContent {
  InspectorPane.content(
    stream.context(at: event, selection: promise), width: width, height: height)
}

@Test("The inspector describes a running link: what, where, when, and its handlers")
func inspectRunning() throws {
  let content = inspector(.login, 3, at: EventStream.loginRunning)
  #expect(content.title == "Inspect p3")
  #expect(content.status == "running")
  try expectGolden("inspect-running", content.plain)
}

@Test("A low inspector shows the most important lines first")
func inspectLow() {
  let content = inspector(.login, 3, at: EventStream.loginRunning, width: 31, height: 3)
  #expect(
    content.lines.prefix(3).map(\.text).joined(separator: "\n") == """
      ▸ .then submit  on work  T4
      now        running 2 ms
      made 0.0 queued 202.0 ran 204.0
      """)
  #expect(content.isSound(width: 31))
}

@Test("An adopted promise names its adopter and its creator")
func inspectAdopted() throws {
  try expectGolden("inspect-adopted", inspector(.login, 5).plain)
}

@Test("A rejected fan-in shows its inputs, where the error arose, and that no handler took it")
func inspectFanIn() throws {
  try expectGolden("inspect-all", inspector(.dashboard, 4).plain)
  try expectGolden("inspect-race", inspector(.dashboard, 7).plain)
}

@Test("Each handler has its attach, enqueue, and run number, its queue, and its state")
func inspectHandlers() throws {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.queue(2, "work")
  stream.root(1, "order")
  stream.link(2, on: 1, .then, queue: 1)
  stream.link(3, on: 1, .then, queue: 2)
  stream.link(4, on: 1, .catch, queue: 1)
  stream.link(5, on: 1, .done, queue: 1)
  stream.link(6, on: 1, .map, queue: 1)
  stream.fulfill(1, "7")
  stream.enqueue(1, 2, on: 1)
  stream.enqueue(2, 3, on: 2)
  stream.skip(4, after: 1, .valuePassesErrorHandler)
  stream.fulfill(4, from: 1)
  stream.enqueue(3, 5, on: 1)
  stream.start(2, 3, on: 2)
  stream.start(1, 2, on: 1)
  stream.end(1, 2, on: 1)
  let content = inspector(stream, 1)
  let first = content.lines.firstIndex { $0.text.hasPrefix("handler") } ?? 0
  #expect(
    content.lines[first...].map(\.text).joined(separator: "\n") == """
      handler  attach enqueue run queue  state
      ✓ p2          1       1   2 main   ran
      ▸ p3          2       2   1 work   running
      · p4          3      --  -- main   passed
      ▣ p5          4       3  -- main   queued
      ○ p6          5      --  -- main   waits
      """)
}

@Test("The pane shows what a pending promise waits for")
func inspectWaits() {
  #expect(
    inspector(.login, 6, at: EventStream.loginRunning).plain.contains("timer in 59 ms, at 265.0"))
  #expect(inspector(.login, 4, at: EventStream.loginRunning).plain.contains("waits for  p3 ▸"))
  #expect(
    inspector(.dashboard, 4, at: EventStream.raceOver).plain.contains("waits for  p1 ▸  p3 ▸"))
}

@Test("The spans of a promise are listed by trace, in both languages")
func inspectSpans() throws {
  var stream = EventStream()
  stream.root(1, "order")
  let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  let contexts = ["00f067aa0ba902b7", "b7ad6b7169203331"].compactMap {
    PromiseEvent.TraceContext(traceparent: "00-\(trace)-\($0)-01")
  }
  stream.post(.spanLinked(promise: 1, context: contexts[0], role: .received))
  stream.post(.spanLinked(promise: 1, context: contexts[1], role: .covering))
  stream.post(.spanLinked(promise: 1, context: contexts[1], role: .sent))
  let lines = """
    from span  00f067aa0ba902b7
    is span    b7ad6b7169203331
    sends span b7ad6b7169203331
    in trace   4bf92f3577b34da6a3ce929d0e0e4736
    """
  #expect(inspector(stream, 1).plain.contains(lines))
  #expect(!inspector(stream, 1, at: 1).plain.contains("span"))
  var context = stream.context(selection: 1)
  context.language = .chinese
  let chinese = InspectorPane.content(context, width: 44, height: 21).plain
  #expect(chinese.contains("来自跨度") && chinese.contains("所属追踪"))
}

@Test("Without a promise, or before it exists, the inspector says so")
func inspectNothing() {
  #expect(inspector(.login, nil).plain == "no promise yet")
  #expect(inspector(.login, 6, at: 3).plain == "p6 does not exist yet")
}

@Test("The inspector never draws beyond its width", arguments: [0, 5, 20, 31, 44, 100])
func inspectWidths(width: Int) {
  for promise in 1...9 {
    _ = inspector(.dashboard, PromiseID(promise), width: width, height: width)
  }
}

@Test("A promise is not said to wait between its cause and its own settlement")
func nothingToWaitFor() {
  let stream = EventStream.login
  for event in stream.events {
    let context = stream.context(at: event.sequence)
    for node in context.graph.promises where node.state == .pending {
      let text = inspector(stream, node.id, at: event.sequence, width: 60).plain
      for parent in node.creation.parents where context.graph[parent]?.isFinal == true {
        #expect(!text.contains("waits for  \(parent)"))
        #expect(
          !text.contains("code that calls its resolver"), "\(node.id) at event \(event.sequence)")
      }
      if node.timer.flatMap({ context.graph.timer($0) })?.fired != nil {
        #expect(!text.contains("waits for"))
      }
    }
  }
}
