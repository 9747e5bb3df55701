import PromiseKitLite

/// A run as lines of text: what `--plain` prints.
///
/// The same history gives the same bytes. Lines hold at most 100 characters, of which those that the
/// program did not bring are ASCII; foreign text is sanitised, so that there is no escape sequence.
package enum LinearReport {
  /// The report of the whole of `history`.
  package static func text(_ history: History, title: String) -> String {
    let graph = history.graph(at: history.last)
    let sections = [
      heading(graph, history, title: title),
      ["EVENTS"] + events(history),
      ["PROMISES"] + graph.promises.map { promise($0, in: graph) }.joined(separator: [""]),
      ["PRINTED"] + orNone(notes(graph)),
      ["WARNINGS"] + orNone(warnings(history, end: graph)),
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
