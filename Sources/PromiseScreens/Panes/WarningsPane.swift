import PromiseKitLite
import PromiseGraph

/// The notes: what the program said up to the playhead, and what a reader of a chain is warned of.
package enum WarningsPane: Pane {
  /// One note, and where it belongs.
  private struct Entry {
    var sequence: Int
    var time: Int64
    var text: String
    var role: Role
  }

  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let entries = (said(context.graph) + warnings(context)).sorted { $0.sequence < $1.sequence }
    var content = PaneContent(title: "Warnings", status: "\(entries.count)")
    for entry in entries {
      let time = milliseconds(entry.time)
      let label = String(repeating: " ", count: max(0, 7 - time.count)) + time + " "
      for (index, text) in wrapped(sanitized(entry.text), to: width - label.count).enumerated() {
        let left = index == 0 ? label : String(repeating: " ", count: label.count)
        content.lines.append(StyledLine([Span(left, .dim), Span(text, entry.role)]))
      }
    }
    if context.graph.dropped > 0 {
      content.lines.append(StyledLine("\(context.graph.dropped) events were lost", .warning))
    }
    if content.lines.isEmpty {
      content.lines = [StyledLine("nothing said, nothing to warn of", .dim)]
    } else {
      content.anchor = content.lines.count - 1
    }
    return content
  }

  private static func said(_ graph: Graph) -> [Entry] {
    graph.notes.map {
      Entry(sequence: $0.moment.sequence, time: $0.moment.time, text: $0.text, role: .body)
    }
  }

  private static func warnings(_ context: PaneContext) -> [Entry] {
    var entries: [Entry] = []
    func add(_ moment: Moment, _ glyph: Glyph, _ text: String) {
      entries.append(
        Entry(
          sequence: moment.sequence, time: moment.time, text: "\(context.glyphs[glyph]) \(text)",
          role: .warning))
    }
    for node in context.graph.promises {
      if let moment = node.unhandled {
        let origin = node.settlement?.origin.flatMap { $0 == node.id ? nil : " from \($0)" } ?? ""
        add(
          moment, .unhandled,
          "\(node.id) unhandled: \(node.settlement?.description ?? "")\(origin)")
      }
      if case .lost = node.state, let moment = node.freed {
        add(moment, .lost, "\(node.id) \(node.name) freed while pending")
      }
      for moment in node.ignoredResolutions {
        add(moment, .unknown, "\(node.id) resolved again: ignored")
      }
      for input in node.inputs where input.ignored {
        guard let moment = input.settled else { continue }
        add(moment, .passed, "\(input.promise) settled after \(node.id) had: ignored")
      }
    }
    return entries
  }
}
