import PromiseGraph
import PromiseKitLite

/// The events: a window of the stream around the playhead; what lies ahead is dim.
package enum EventsPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let history = context.history
    let last = max(history.last, context.prediction?.last ?? 0)
    var content = PaneContent(title: "Events", status: "\(context.playhead) of \(last)")
    guard last > 0, height > 0 else {
      content.lines = [StyledLine("no event yet", .dim)]
      return content
    }
    let rows = EventWindow(context, height: height).rows
    let end = rows.last?.last ?? context.playhead
    let ahead =
      end > context.playhead ? context.known ?? graphAhead(context, at: end) : context.graph
    for row in rows {
      guard case .event(let event) = row else {
        content.lines.append(gap(row, digits: String(last).count, context))
        continue
      }
      let number = event.sequence
      content.events[content.lines.count] = number
      content.lines.append(
        line(
          event, number > context.playhead ? ahead : context.graph, width: width,
          digits: String(last).count, context))
    }
    // The number and the time stay where the rest is scrolled sideways.
    content.frozenColumns = min(width / 2, 1 + String(last).count + 9)
    content.width = content.lines.map(\.width).max() ?? 0
    return content
  }

  /// A graph that knows the names of what is still to come.
  private static func graphAhead(_ context: PaneContext, at end: Int) -> Graph {
    let source =
      end > context.history.last ? context.prediction ?? context.history : context.history
    return source.graph(at: end)
  }

  /// A row for all the numbers that are missing in one place.
  private static func gap(
    _ row: EventWindow.Row, digits: Int, _ context: PaneContext
  ) -> StyledLine {
    guard case .gap(let numbers) = row else { return StyledLine() }
    let role: Role = numbers.lowerBound > context.playhead ? .future : .warning
    let label = String(repeating: " ", count: max(0, digits - 1)) + String(context.glyphs[.unknown])
    let noun = numbers.count == 1 ? "event" : "events"
    return StyledLine([
      Span(" " + label, role), Span("  \(grouped(numbers.count)) \(noun) lost", role),
    ])
  }

  private static func line(
    _ event: PromiseEvent, _ graph: Graph, width: Int, digits: Int, _ context: PaneContext
  ) -> StyledLine {
    let number = event.sequence
    let isHere = number == context.playhead
    let role: Role = number > context.playhead ? .future : isHere ? .currentLine : .body
    let label = String(repeating: " ", count: max(0, digits - String(number).count)) + "\(number)"
    var line = StyledLine((isHere ? ">" : " ") + label, role)
    let ellipsis = context.glyphs[.ellipsis]
    let summary = EventSummary(event, in: graph)
    let time = milliseconds(event.time)
    line.add(String(repeating: " ", count: max(1, 8 - time.count)) + time + " ", role)
    if width >= 60 {
      let queue = event.queue.map { graph.queue($0)?.label ?? $0.description } ?? "--"
      line.add(padded(queue, to: 6, ellipsis: ellipsis) + " ", role)
      line.add(padded(event.thread?.description ?? "--", to: 3, ellipsis: ellipsis) + " ", role)
    }
    line.add(padded(summary.subject, to: 3, ellipsis: ellipsis) + " ", role)
    line.add(padded(summary.verb, to: 11, ellipsis: ellipsis), verbRole(event, role))
    line.add(" " + summary.detail, role)
    return line
  }

  /// A settlement has the colour of its state.
  private static func verbRole(_ event: PromiseEvent, _ role: Role) -> Role {
    guard role == .body, case .settled(let settlement) = event.kind else { return role }
    return switch settlement.outcome {
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    }
  }
}
