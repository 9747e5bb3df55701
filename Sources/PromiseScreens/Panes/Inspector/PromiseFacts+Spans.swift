import PromiseEvents
import PromiseGraph
import PromiseInsight

extension PromiseFacts {
  /// The spans of distributed traces that the promise has to do with, each trace once after its spans.
  var spans: [StyledLine] {
    let links = graph.spans(of: node.id)
    var traces: [String] = []
    for link in links where !traces.contains(link.context.traceID) {
      traces.append(link.context.traceID)
    }
    let lines = traces.map { trace in
      links.filter { $0.context.traceID == trace }.map {
        fact(name(of: $0.role), $0.context.spanID)
      } + [fact(language.text("in trace"), trace)]
    }
    return lines.flatMap(\.self)
  }

  private func name(of role: PromiseEvent.SpanRole) -> String {
    switch role {
    case .covering: language.text("is span")
    case .sent: language.text("sends span")
    case .received: language.text("from span")
    }
  }
}
