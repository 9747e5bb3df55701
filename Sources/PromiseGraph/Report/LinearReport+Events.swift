import PromiseKitLite

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
        event.kind.promises.first.map { name($0, in: graph) } ?? "--", summary.verb,
        summary.detail,
      ])
    }
    return table.lines(indent: 0)
  }

  /// Everything that the events themselves say went wrong, in their order, and then what is open at
  /// the end.
  static func warnings(_ history: History, end: Graph) -> [String] {
    var lines: [String] = []
    for event in history.events {
      guard let fact = fact(event, end) else { continue }
      lines += folded("\(milliseconds(event.time)) (event \(event.sequence)): \(fact)")
    }
    for node in end.promises where !node.isFinal {
      let waits = waitedOn(node, in: end)
      lines += folded(
        "at the end \(name(node.id, in: end)) is \(stateWords(node, in: end))"
          + (waits.isEmpty ? "" : "; it waits on \(waits)"))
    }
    return lines
  }

  private static func fact(_ event: PromiseEvent, _ graph: Graph) -> String? {
    switch event.kind {
    case .errorUnhandled(let promise, let origin, let error):
      "nobody handled the error of \(name(promise, in: graph)): \(error)"
        + (origin == promise ? "" : ", which arose in \(name(origin, in: graph))")
    case .deallocated(let promise, .pending, let waiting):
      "\(name(promise, in: graph)) was freed while pending"
        + (waiting.isEmpty
          ? "" : "; for ever wait \(waiting.map(\.description).joined(separator: " "))")
    case .resolutionIgnored(let promise, let site, let attempt):
      "\(name(promise, in: graph)) was \(attempt?.rawValue ?? "resolved") once more, which changes nothing"
        + (site.map { ", at \($0)" } ?? "")
    case .inputIgnored(let fanIn, _, let input, let outcome):
      "\(name(input, in: graph)) was \(outcome.rawValue) when"
        + " \(name(fanIn, in: graph)) had settled already"
    case .dropped(let count) where count > 0: "\(count) events before this one were lost"
    default: nil
    }
  }

  /// `p3 .then submit`
  static func name(_ id: PromiseID, in graph: Graph) -> String {
    graph[id].map { $0.isDeclared ? "\(id) \($0.title)" : "\(id)" } ?? "\(id)"
  }
}

extension PromiseEvent.Kind {
  /// It matters to a reader of the report: declarations, and the end of what is settled, do not.
  fileprivate var isTold: Bool {
    switch self {
    case .queueDeclared, .threadNamed, .sourceText, .deallocated(_, .settled, _): false
    default: true
    }
  }
}
