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

  /// What is probably a mistake and what was lost, in the order of the events, and then what is open
  /// at the end.
  static func warnings(_ history: History, end: Graph) -> [String] {
    var told: [(moment: Moment, text: String, fix: String?)] = end.warnings.map {
      ($0.moment, $0.sentence, $0.fix)
    }
    for event in history.events {
      if let fact = fact(event, end) { told.append((Moment(event), fact, nil)) }
    }
    told.sort { $0.moment.sequence < $1.moment.sequence }
    var lines: [String] = []
    for (moment, text, fix) in told {
      lines += folded("\(milliseconds(moment.time)) (event \(moment.sequence)): \(text)")
      if let fix { lines += folded(fix, after: "    fix: ", indent: 9) }
    }
    for warning in end.warningsAtEnd {
      lines += folded("at the end \(warning.sentence)")
      lines += folded(warning.fix, after: "    fix: ", indent: 9)
    }
    for id in end.openPromises {
      guard let node = end[id] else { continue }
      let waits = waitedOn(node, in: end)
      lines += folded(
        "at the end \(name(node.id, in: end)) is \(stateWords(node, in: end))"
          + (waits.isEmpty ? "" : "; it waits on \(waits)"))
    }
    return lines
  }

  /// What no lint tells of.
  private static func fact(_ event: PromiseEvent, _ graph: Graph) -> String? {
    switch event.kind {
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
