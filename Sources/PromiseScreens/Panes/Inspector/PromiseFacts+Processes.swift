import PromiseEvents
import PromiseGraph
import PromiseInsight

extension PromiseFacts {
  /// The process of the promise, if there are several, and the requests between processes that it has to do with.
  var processes: [StyledLine] {
    var lines: [StyledLine] = []
    if graph.hasProcesses, let process = graph.process(of: node.id) {
      let details = graph.details(of: process, language)
      let name = graph.name(of: process)
      let whole = ([name] + details).joined(separator: "  ")
      lines.append(fact(language.text("process"), [whole, name]))
    }
    let handlings = graph.handlings(of: node.id)
    if !handlings.isEmpty {
      lines.append(
        fact(
          language.text("handled by"), handlings.prefix(4).map(elsewhere).joined(separator: "  ")))
      if graph.receiverCount(of: node.id) > 1 {
        lines.append(
          fact(
            language.text("received"),
            language.text("by \(graph.receiverCount(of: node.id)) processes"), .warning))
      }
    } else if graph.hasProcesses, graph.isUnreceived(node.id) {
      lines.append(
        fact(language.text("request"), language.text("not received by a process shown here")))
    }
    if let request = graph.request(handledBy: node.id) {
      lines.append(fact(language.text("request of"), elsewhere(request)))
    } else if graph.hasProcesses, graph.isFromOutside(node.id) {
      lines.append(fact(language.text("request"), language.text("from outside")))
    }
    return lines
  }

  /// Returns `p3 ✓ (in store)`.
  private func elsewhere(_ id: PromiseID) -> String {
    guard graph.hasProcesses, let process = graph.process(of: id) else { return mention(id) }
    return language.text("\(mention(id)) (in \(graph.name(of: process)))")
  }
}
