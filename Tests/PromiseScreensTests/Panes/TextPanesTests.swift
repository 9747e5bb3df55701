import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

private func context(
  at event: Int? = nil, selection: PromiseID? = nil, predicts: Bool = false
) -> PaneContext {
  var stream = EventStream()
  stream.replace(with: EventStream.loginWithSource)
  return stream.context(at: event, selection: selection, predicts: predicts)
}

private let running = EventStream.loginRunning + 1

@Test("The source marks the running line, and the promises that each line created")
func sourceLines() {
  let content = SourcePane.content(context(at: running, selection: 3), width: 45, height: 3)
  #expect(content.title == "Source Login.swift")
  #expect(content.status == "line 14 running")
  #expect(content.anchor == 4)
  #expect(
    (2...4).compactMap { content.line(at: $0)?.text }.joined(separator: "\n") == """
      12   session                                 
      13     .then(on: net)  { fetch(token: $… ✓ p2
      14▸    .then(on: work) { items in submi… ▸ p3
      """)
}

@Test("Before a promise exists, the source of the demo is shown from its first line")
func sourceAtTheStart() {
  let content = SourcePane.content(context(at: 1), width: 45, height: 3)
  #expect(content.lines.first?.text.hasPrefix("10 func checkout") == true)
  #expect(content.anchor == nil)
}

@Test("The pane says if the source was not recorded")
func sourceMissing() {
  let content = SourcePane.content(EventStream.login.context(selection: 3), width: 45, height: 3)
  #expect(content.plain == "source not recorded")
  var context = EventStream.login.context(selection: 3)
  context.program.looksForSources = true
  #expect(
    SourcePane.content(context, width: 45, height: 3).lines.map(\.text) == [
      "Demos/Login.swift was not found, neither in", "the trace nor below this folder.",
      "Use --source-path Demos=FOLDER to say where", "it is.",
    ])
  #expect(content.title == "Source Login.swift")
}

@Test("The events around the playhead are listed; events ahead are dim, also predicted ones")
func eventsWindow() throws {
  for predicts in [false, true] {
    let content = EventsPane.content(
      context(at: running, predicts: predicts), width: 76, height: 13)
    #expect(content.lines.count == 13)
    #expect(content.status == "36 of 49")
    let here = content.lines.firstIndex { $0.text.first == Glyph.playhead.unicode } ?? 0
    #expect(here == 8)
    #expect(content.lines[(here + 1)...].allSatisfy { $0.spans.allSatisfy { $0.role == .future } })
    try expectGolden("events-76", content.plain)
  }
}

@Test("At the start and at the end, the events pane is full")
func eventsEdges() {
  #expect(EventsPane.content(context(at: 0), width: 45, height: 5).lines.count == 5)
  let end = EventsPane.content(context(), width: 45, height: 5)
  #expect(end.lines.count == 5)
  #expect(end.lines.last?.text.first == Glyph.playhead.unicode)
  #expect(EventsPane.content(EventStream().context(), width: 45, height: 5).plain == "no event yet")
}

@Test(
  "A turn has a row above its events, identities are whole, and a settled promise that is freed has no row"
)
func eventsByTurn() throws {
  var stream = EventStream()
  stream.queue(1, "main")
  for number in 1...1200 { stream.root(PromiseID(number), "load", .async) }
  for number in 1198...1200 {
    stream.enqueue(JobID(number), PromiseID(number), on: 1)
    stream.start(JobID(number), PromiseID(number), on: 1)
    stream.post(.settled(.init(promise: PromiseID(number), outcome: .fulfilled, description: "1")))
    stream.end(JobID(number), PromiseID(number), on: 1)
    stream.post(
      .deallocated(
        promise: PromiseID(number), state: number == 1200 ? .pending : .settled, waiting: []))
  }
  stream.post(.note("end"))
  var context = stream.context()
  context.timeline = Timeline(context.history)
  let rows = EventsPane.content(context, width: 60, height: 16).lines.map(\.text)
  #expect(rows.count == 16)
  #expect(rows.last?.contains("note") == true)
  #expect(rows.count { $0.contains(" turn ") && $0.hasSuffix("──") } == 3, "\(rows)")
  #expect(rows.contains { $0.contains(" p1199 ") } && !rows.joined().contains("p1…"))
  #expect(rows.count { $0.contains("freed") } == 1)
}

@Test("A lost event is shown as a gap")
func eventsGap() {
  var stream = EventStream()
  stream.replace(
    with: [1, 2, 5].map {
      PromiseEvent(sequence: $0, time: 0, thread: nil, queue: nil, kind: .note("x"))
    })
  var history = History()
  history.append(contentsOf: stream.events)
  history.flush()
  let content = EventsPane.content(
    PaneContext(
      graph: history.graph(at: 5), history: history, playhead: 5, prediction: nil, selection: nil,
      glyphs: .unicode), width: 60, height: 5)
  #expect(content.lines.count == 4)
  #expect(content.lines[2].text.contains("2 events lost"))
}

@Test("The warnings are above the notes; without any, the pane says so in a line")
func warnings() throws {
  #expect(
    WarningsPane.content(context(at: 2), width: 44, height: 13).plain == "no warnings so far")
  let content = WarningsPane.content(EventStream.dashboard.context(), width: 44, height: 13)
  try expectGolden("warnings-dashboard", content.plain)
}

@Test("Alike warnings are one entry with a count, and what followed from one is below it")
func foldedWarnings() throws {
  var stream = EventStream()
  stream.post(.queueDeclared(queue: 1, label: "main", kind: .serial, assumed: false))
  for promise in 1...3 {
    stream.root(PromiseID(promise), "request \(promise)")
    stream.post(.deallocated(promise: PromiseID(promise), state: .pending, waiting: []))
  }
  for job in 1...2 {
    stream.post(.jobEnqueued(job: JobID(job), child: nil, queue: 1, label: "job \(job)"))
  }
  stream.post(.jobStarted(job: 1, child: nil, queue: 1))
  stream.at(150)
  stream.post(.jobEnded(job: 1, child: nil, queue: 1, ending: .returned))
  stream.post(.jobStarted(job: 2, child: nil, queue: 1))
  let context = stream.context()
  #expect(context.lints.warningCount == 5)
  #expect(context.culprits.map(\.warning.lint) == ["freed-while-pending", "slow-handler"])
  let content = WarningsPane.content(context, width: 60, height: 13)
  try expectGolden("warnings-folded", content.plain)
  #expect(Set(content.warnings.values) == [0, 1])
}
