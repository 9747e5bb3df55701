import Foundation
import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite

@testable import PromiseScreens

extension TruthChecker {
  /// Judges the panes, their titles and the header at the given events, and at a time before the next one.
  mutating func checkPanes(at numbers: some Sequence<Int>, named name: String) {
    let descriptor = RunDescriptor(name: name, teaches: "")
    var state = State(
      size: Size(width: 200, height: 50), glyphs: .ascii, theme: .monochrome, keys: .standard,
      demos: [descriptor])
    _ = update(
      &state, .recorded(Recording(entry: descriptor, isVirtual: true, events: record.events)))
    state.run?.stop()
    for number in numbers where number > 0 {
      checkPanes(&state, at: number, time: record.time(number))
      let next = record.event(number + 1)?.time ?? record.time(number)
      if next > record.time(number) + 1_000_000 {
        checkPanes(&state, at: number, time: (record.time(number) + next) / 2)
      }
    }
  }

  private mutating func checkPanes(_ state: inout State, at number: Int, time: Int64) {
    state.run?.move(to: number, time: time)
    guard let run = state.run else { return }
    let scene = EventScene(record, at: number, now: time)
    let context = run.context(.ascii)
    for pane in [PaneKind.chain, .queues, .source, .events, .time, .inspect] {
      let content = pane.content(context, width: 180, height: 45)
      judge(
        content.status.isEmpty ? content.title : "\(content.title): \(content.status)", .titles,
        scene)
    }
    checkQueueRows(context, scene)
    checkHeader(state, scene)
    for id in context.graph.promises.map(\.id) {
      var context = context
      context.selection = id
      checkInspector(context, id, scene)
      guard let node = context.graph[id] else { continue }
      for text in ChainFacts(context, width: 180).value(node) {
        judge(text, .chain, scene, SentenceContext(subject: id))
      }
    }
  }

  private mutating func checkQueueRows(_ context: PaneContext, _ scene: EventScene) {
    for line in QueuesPane.content(context, width: 180, height: 45).lines {
      let words = line.text.split(separator: " ").joined(separator: " ")
      guard !words.isEmpty else { continue }
      judge(words, .queueRows, scene)
    }
  }

  private mutating func checkInspector(
    _ pane: PaneContext, _ promise: PromiseID, _ scene: EventScene
  ) {
    let forms = SentenceForms.why(settled: scene.settlement(promise) != nil)
    let context = SentenceContext(subject: promise)
    for line in InspectorPane.content(pane, width: 180, height: 60).lines.dropFirst() {
      let text = line.text.withoutTrailingBlanks
      let name = text.prefix(11)
      // The tables of handlers and inputs, and the columns of the pane, are pictures.
      guard !text.isEmpty else { continue }
      if text.hasPrefix("handler ") || text.hasPrefix("inputs") { break }
      let isQuestion = text.hasSuffix("?")
      if isQuestion || text.hasPrefix("  ") {
        let sentence = text.trimmingCharacters(in: .whitespaces)
        judge(sentence, forms, scene, tagged: context)
      } else {
        let rest = text.dropFirst(11)
        judge(
          "\(name.trimmingCharacters(in: .whitespaces)): \(rest.trimmingCharacters(in: .whitespaces))",
          .inspector, scene, context)
      }
    }
  }

  /// Every word of the header is one that the events give.
  private mutating func checkHeader(_ state: State, _ scene: EventScene) {
    var canvas = Canvas(width: 200, height: 1)
    HeaderView.draw(state, on: &canvas)
    let words = canvas.text.split(whereSeparator: { $0 == " " || $0 == "\n" }).joined(
      separator: " ")
    judge(words, .header, scene)
  }
}

extension SentenceForms {
  /// The header of a recorded run that is paused or has ended.
  static let header = SentenceForms(
    "header",
    [
      SentenceForm("{text} <what:PAUSED x1|ENDED> {text3}") { match, scene in
        let words = match.text("text3")
        try match.require(
          words.contains("event \(scene.number)/\(scene.record.last)"), "the event is another")
        try match.require(
          words.contains(
            "\(milliseconds(scene.now)) / \(milliseconds(scene.record.time(scene.record.last))) ms"),
          "the time is another")
        try match.require(
          (match.text("what") == "ENDED") == (scene.number == scene.record.last),
          "it has another state")
      }
    ])
}
