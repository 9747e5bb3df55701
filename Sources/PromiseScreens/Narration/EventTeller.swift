package import PromiseGraph
package import PromiseKitLite

/// Tells events in sentences, and time and turn where they change.
package struct EventTeller {
  private var place: Place?

  private struct Place: Hashable {
    var time: Int64
    var turn: Int
    var queue: QueueID?
  }

  /// A teller that begins with the time and the turn.
  package init() {}

  /// The lines of one event; `graph` stands at it.
  package mutating func lines(_ event: PromiseEvent, in graph: Graph) -> [String] {
    let here = Place(time: event.time, turn: graph.turn, queue: event.queue)
    defer { place = here }
    let narration = Narration(event, in: graph)
    let rule = narration.rule.map { " " + sentence($0) } ?? ""
    var lines: [String] = []
    if here != place { lines.append(heading(here, in: graph)) }
    lines.append(sentence("\(event.sequence), \(narration.sentence)") + rule)
    return lines
  }

  /// `At 80.0 milliseconds, turn 3, on net.`
  private func heading(_ here: Place, in graph: Graph) -> String {
    var parts: [String] = []
    if here.time != place?.time { parts.append("at \(milliseconds(here.time)) milliseconds") }
    if here.turn != place?.turn { parts.append("turn \(here.turn)") }
    if here.queue != place?.queue {
      parts.append(here.queue.map { "on \(graph.plainName(of: $0))" } ?? "outside any queue")
    }
    return sentence(parts.joined(separator: ", "))
  }

  /// A whole run in sentences: what `title` stands for, and then every event.
  package static func text(of history: History, title: String) -> String {
    var lines = [sentence(title)]
    var teller = EventTeller()
    var graph = history.graph(at: history.base)
    for event in history.events {
      graph.apply(event)
      lines += teller.lines(event, in: graph)
    }
    lines.append("That is the end: \(history.count) events.")
    return lines.map { $0 + "\n" }.joined()
  }
}
