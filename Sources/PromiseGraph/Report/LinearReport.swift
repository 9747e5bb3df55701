import PromiseEvents

/// A run as lines of text: what `--plain` prints.
///
/// The same history gives the same bytes. Lines hold at most 100 characters, of which those that the
/// program did not bring are ASCII; foreign text is sanitised, so that there is no escape sequence.
package enum LinearReport {
  /// The report of the whole of `history`.
  package static func text(_ history: History, title: String) -> String {
    let end = history.state(at: history.last)
    let graph = end.graph
    let sections = [
      heading(graph, history, title: title),
      ["EVENTS"] + events(history),
      ["PROMISES"] + graph.promises.map { promise($0, in: graph) }.joined(separator: [""]),
      ["PRINTED"] + orNone(notes(graph)),
      ["WARNINGS"] + orNone(warnings(history, end)),
    ]
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  /// The most characters of a line.
  package static var width: Int { 100 }

  private static func heading(_ graph: Graph, _ history: History, title: String) -> [String] {
    let counts = graph.counts
    let states: [(Int, String)] = [
      (counts.fulfilled, "fulfilled"), (counts.rejected, "rejected"),
      (counts.cancelled, "cancelled"), (counts.running, "running"), (counts.queued, "queued"),
      (counts.lockedIn, "locked in"), (counts.pending, "pending"),
      (counts.lost, "freed while pending"), (counts.forwarded, "passed on"),
      (counts.unknown, "unknown"),
    ]
    let parts = states.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let end = milliseconds(graph.time)
    return [
      sanitized(title).cut(to: width),
      "\(plural(history.count, "event")) in \(end) ms, \(plural(graph.turn, "turn"))",
    ] + folded(([plural(counts.total, "promise")] + parts).joined(separator: ", "))
  }

  private static func notes(_ graph: Graph) -> [String] {
    var table = TextTable([
      .init(title: "no", limit: 9, isNumber: true), .init(title: "ms", limit: 14, isNumber: true),
      .init(title: "queue", limit: 12), .init(title: "text", limit: width),
    ])
    for note in graph.notes {
      let queue = note.moment.queue.map(graph.queueLabel) ?? "--"
      table.add([
        "\(note.moment.sequence)", milliseconds(note.moment.time), queue, "printed: \(note.text)",
      ])
    }
    return graph.notes.isEmpty ? [] : table.lines(indent: 0)
  }

  private static func orNone(_ lines: [String]) -> [String] { lines.isEmpty ? ["none"] : lines }
}

extension LinearReport {
  /// The events that matter, a line each.
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
      guard event.kind.isTold else { continue }
      let summary = EventSummary(event, in: graph)
      table.add([
        "\(event.sequence)", milliseconds(event.time),
        event.queue.map(graph.queueLabel) ?? "--", event.thread?.description ?? "--",
        event.kind.promises.first.map { graph.title(of: $0) } ?? "--", summary.verb,
        summary.detail,
      ])
    }
    return table.lines(indent: 0)
  }

  /// What is probably a mistake and what was lost, in the order of the events, and then what is open
  /// at the end.
  static func warnings(_ history: History, _ state: RunState) -> [String] {
    let end = state.graph
    var told = state.warnings.map { ($0.moment, words($0, at: milliseconds($0.moment.time))) }
    for event in history.events {
      if case .dropped(let count) = event.kind, count > 0 {
        let text = "\(count) events before this one were lost"
        told.append(
          (
            Moment(event),
            folded("\(milliseconds(event.time)) (event \(event.sequence)): \(text)")
          ))
      }
    }
    told.sort { $0.0.sequence < $1.0.sequence }
    var lines = told.flatMap { $0.1 }
    for warning in state.warningsAtEnd { lines += words(warning, at: "at the end") }
    for id in end.openPromises {
      guard let node = end[id] else { continue }
      let waits = waitedOn(node, in: end)
      lines += folded(
        "at the end \(end.title(of: node.id)) is \(stateWords(node, in: end))"
          + (waits.isEmpty ? "" : "; it waits on \(waits)"))
    }
    return lines
  }

  /// A warning: when, how bad and which, the events that show it; what is wrong; what to do about it.
  private static func words(_ warning: Warning, at time: String) -> [String] {
    let events = warning.events.map { "\($0)" }.joined(separator: ", ")
    let head =
      "\(time) \(warning.severity) \(warning.lint) (event\(warning.events.count == 1 ? "" : "s") \(events))"
      + (warning.site.map { " at \($0)" } ?? "")
    return folded(head) + folded(warning.sentence, after: "    ", indent: 4)
      + folded(warning.fix, after: "    fix: ", indent: 9)
  }

}

extension PromiseEvent.Kind {
  /// It matters to a reader of the report: declarations, and the end of what is settled, do not.
  fileprivate var isTold: Bool {
    if case .deallocated(_, .settled, _) = self { return false }
    return ![.queueDeclared, .threadNamed, .sourceText].contains(name)
  }
}
