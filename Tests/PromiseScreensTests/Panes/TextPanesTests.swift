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

@Test("The warnings are above the notes; without any, the pane says what was checked for")
func warnings() throws {
  #expect(
    WarningsPane.content(context(at: 2), width: 44, height: 13).plain.hasPrefix(
      "no warnings so far\nchecked for: unhandled rejection"))
  let content = WarningsPane.content(EventStream.dashboard.context(), width: 44, height: 13)
  try expectGolden("warnings-dashboard", content.plain)
}

@Test("For a program in JavaScript, the pane names only what is checked for there")
func warningsOfJavaScript() {
  var stream = EventStream()
  stream.post(
    .created(PromiseEvent.Creation(promise: 1, operation: .async, language: .javaScript)))
  let text = WarningsPane.content(stream.context(), width: 400, height: 13).plain
  #expect(text.contains("checked for: unhandled rejection"))
  #expect(!text.contains("main queue not drained"))
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
