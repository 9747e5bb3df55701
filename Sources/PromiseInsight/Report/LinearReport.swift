import PromiseEvents
import PromiseGraph

/// A run as lines of text, as `--plain` prints it.
///
/// The same history gives the same bytes. Lines have at most 100 characters. Apart from text of the recorded
/// program they are ASCII; that text is sanitized, so there are no escape sequences.
package enum LinearReport {
  /// Returns the report of all of `history`.
  package static func text(_ history: History, title: String) -> String {
    let end = history.state(at: history.last)
    let graph = end.graph
    let culprits = end.culprits(isOver: true)
    let sections =
      [
        heading(graph, history, title: title)
      ] + told(history, culprits, end.lints.settings.worth) + [
        ["PENDING"] + orNone(pending(graph).flatMap { folded($0) }),
        ["EVENTS"] + events(history),
        ["PROMISES"] + graph.promises.map { promise($0, in: graph) }.joined(separator: [""]),
        ["PRINTED"] + orNone(notes(graph)),
      ]
    return joined(sections)
  }

  /// Returns what is said of a run under a heading, what touches `symptom` first.
  package static func text(_ history: History, heading: [String], symptom: Symptom) -> String {
    let end = history.state(at: history.last)
    let culprits = end.culprits(isOver: true, symptom: symptom)
    return joined(
      [heading.flatMap { folded($0) }] + told(history, culprits, end.lints.settings.worth))
  }

  private static func told(
    _ history: History, _ culprits: CulpritList, _ limit: Int
  ) -> [[String]] {
    [
      ["WARNINGS"] + orNone(warnings(history, culprits.serious)),
      ["WORTH A LOOK"] + orNone(looks(culprits, limit)),
    ]
  }

  private static func joined(_ sections: [[String]]) -> String {
    sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The maximum length of a line.
  package static var width: Int { 100 }

  private static func heading(_ graph: Graph, _ history: History, title: String) -> [String] {
    let counts = graph.counts
    let states: [(Int, String)] = [
      (counts.fulfilled, "fulfilled"), (counts.rejected, "rejected"),
      (counts.cancelled, "cancelled"), (counts.running, "running"), (counts.queued, "queued"),
      (counts.lockedIn, "locked in"), (counts.pending, "pending"),
      (counts.lost, "freed while pending"), (counts.forwarded, "forwarded"),
      (counts.unknown, "unknown"),
    ]
    let parts = states.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let end = milliseconds(graph.time)
    return [
      sanitized(title).cut(to: width),
      "\(plural(history.count, "event")) in \(end) ms, \(plural(graph.turn, "turn"))",
    ] + folded(([plural(counts.total, "promise")] + parts).joined(separator: ", "))
      + running(graph).flatMap { folded("ended in \($0)") }
  }

  private static func notes(_ graph: Graph) -> [String] {
    var table = TextTable([
      .init(title: "no", limit: 9, isNumber: true), .init(title: "ms", limit: 14, isNumber: true),
      .init(title: "queue", limit: 12), .init(title: "text", limit: width),
    ])
    for note in graph.notes {
      let queue = note.moment.queue.map(graph.queueName) ?? "--"
      table.add([
        "\(note.moment.sequence)", milliseconds(note.moment.time), queue, "printed: \(note.text)",
      ])
    }
    return graph.notes.isEmpty ? [] : table.lines(indent: 0)
  }

  private static func orNone(_ lines: [String]) -> [String] { lines.isEmpty ? ["none"] : lines }
}

extension LinearReport {
  /// Returns the events that matter to a reader, a line each.
  static func events(_ history: History) -> [String] {
    var table = TextTable([
      .init(title: "no", limit: 8, isNumber: true), .init(title: "ms", limit: 12, isNumber: true),
      .init(title: "queue", limit: 12), .init(title: "thread", limit: 6),
      .init(title: "promise", limit: 22), .init(title: "event", limit: 11),
      .init(title: "what", limit: 60),
    ])
    var graph = history.graph(at: history.base)
    for event in history.events {
      graph.apply(event)
      guard event.kind.isReported else { continue }
      let summary = EventSummary(event, in: graph)
      table.add([
        "\(event.sequence)", milliseconds(event.time),
        event.queue.map(graph.queueName) ?? "--", event.thread?.description ?? "--",
        event.kind.mentioned.subject.map { graph.title(of: $0) } ?? "--", summary.verb,
        summary.detail,
      ])
    }
    return table.lines(indent: 0)
  }

  /// Returns the warnings, ranked, each with what followed from it; then the gaps.
  static func warnings(_ history: History, _ culprits: CulpritList.SubSequence) -> [String] {
    var lines = culprits.flatMap(text)
    for event in history.events {
      if case .dropped(let count) = event.kind, count > 0 {
        let text = "\(count) events before this one were lost"
        lines += folded("\(milliseconds(event.time)) (event \(event.sequence)): \(text)")
      }
    }
    return lines
  }

  /// Returns what is worth a look, at most `limit` things, and how many more there are.
  private static func looks(_ culprits: CulpritList, _ limit: Int) -> [String] {
    let rest = culprits.looks.count + culprits.unlisted - limit
    return culprits.looks.prefix(limit).flatMap(text)
      + (rest > 0 ? ["and \(rest) more: -W worth=\(limit + rest) shows them"] : [])
  }

  /// Returns a warning as a compiler prints it: its place, its severity, what is wrong, its lint; when it happened,
  /// and the events that show it; what followed; how to fix it.
  private static func text(_ culprit: Culprit) -> [String] {
    let warning = culprit.warning
    let events = warning.events.map { "\($0)" }.joined(separator: ", ")
    let time = milliseconds(warning.moment.time)
    return folded(culprit.line)
      + folded(
        "at \(time) ms (event\(warning.events.count == 1 ? "" : "s") \(events))", after: "    ",
        indent: 4)
      + (culprit.touchSentence.map { folded($0, after: "    ", indent: 4) } ?? [])
      + culprit.consequences.flatMap {
        folded("\($0.sentence(in: .english)) [\($0.warning.lint)]", after: "    so: ", indent: 8)
      } + folded(warning.fix, after: "    fix: ", indent: 9)
  }
}

extension PromiseEvent.Kind {
  /// Whether it matters to a reader: declarations and the release of settled promises do not.
  fileprivate var isReported: Bool {
    if case .deallocated(_, .settled, _) = self { return false }
    return ![.queueDeclared, .threadNamed, .sourceText].contains(name)
  }
}
