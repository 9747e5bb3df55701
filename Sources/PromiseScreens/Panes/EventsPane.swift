import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The events pane: the events around the playhead; those ahead are dim.
package enum EventsPane: Pane {
  package static func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    let history = context.history
    let last = max(history.last, context.prediction?.last ?? 0)
    var content = PaneContent(
      title: context.language.text("Events"),
      status: context.language.text("\(context.playhead) of \(last)"))
    guard last > 0, height > 0 else {
      content.lines = [StyledLine(context.language.text("no event yet"), .dim)]
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
    // The number and the time stay in place when the rest is scrolled sideways.
    content.frozenColumns = min(width / 2, 1 + String(last).count + 9)
    content.width = content.lines.map(\.width).max() ?? 0
    return content
  }

  /// Returns a graph that knows the names of events ahead.
  private static func graphAhead(_ context: PaneContext, at end: Int) -> Graph {
    let source =
      end > context.history.last ? context.prediction ?? context.history : context.history
    return source.graph(at: end)
  }

  /// Returns a row for a gap in the numbers.
  private static func gap(
    _ row: EventWindow.Row, digits: Int, _ context: PaneContext
  ) -> StyledLine {
    guard case .gap(let numbers) = row else { return StyledLine() }
    let role: Role = numbers.lowerBound > context.playhead ? .future : .warning
    let label = aligned(String(context.glyphs[.unknown]), to: digits)
    return StyledLine([
      Span(" " + label, role),
      Span(
        "  " + context.language.text("\(context.language.plural(numbers.count, "event")) lost"),
        role),
    ])
  }

  private static func line(
    _ event: PromiseEvent, _ graph: Graph, width: Int, digits: Int, _ context: PaneContext
  ) -> StyledLine {
    let number = event.sequence
    let isHere = number == context.playhead
    let role: Role = number > context.playhead ? .future : isHere ? .currentLine : .body
    let label = aligned("\(number)", to: digits)
    let mark = isHere ? context.glyphs[.playhead] : " "
    var line = StyledLine(String(mark) + label, role)
    let ellipsis = context.glyphs[.ellipsis]
    let summary = EventSummary(event, in: graph, language: context.language)
    line.add(" " + aligned(milliseconds(event.time), to: 7) + " ", role)
    if width >= 60 {
      let queue = event.queue.map(graph.queueLabel) ?? "--"
      line.add(padded(queue, to: 6, ellipsis: ellipsis) + " ", role)
      line.add(padded(event.thread?.description ?? "--", to: 3, ellipsis: ellipsis) + " ", role)
    }
    line.add(padded(summary.subject, to: 3, ellipsis: ellipsis) + " ", role)
    line.add(padded(summary.verb, to: 11, ellipsis: ellipsis), verbRole(event, role))
    line.add(" " + summary.detail, role)
    return line
  }

  /// Returns the role of the verb; a settlement has the color of its state.
  private static func verbRole(_ event: PromiseEvent, _ role: Role) -> Role {
    guard role == .body, case .settled(let settlement) = event.kind else { return role }
    return switch settlement.outcome {
    case .fulfilled: .fulfilled
    case .rejected: .rejected
    case .cancelled: .cancelled
    }
  }
}

/// The events around the playhead, as many as there are rows, with a row for each gap.
struct EventWindow {
  enum Row: Hashable, Sendable {
    case event(PromiseEvent)
    /// These events are missing.
    case gap(ClosedRange<Int>)

    /// The last event number of the row.
    var last: Int {
      switch self {
      case .event(let event): event.sequence
      case .gap(let numbers): numbers.upperBound
      }
    }
  }

  /// The rows, from the earliest to the latest.
  let rows: [Row]

  /// Creates a window; about two thirds of its rows are before the playhead if there are enough ahead.
  init(_ context: PaneContext, height: Int) {
    let behind = height * 2 / 3
    let ahead = Self.ahead(context, most: height)
    let before = Self.before(context, most: height)
    let shownAhead = max(min(ahead.count, height - behind - 1), height - before.count)
    rows = before.suffix(height - min(shownAhead, ahead.count)) + ahead.prefix(shownAhead)
  }

  /// Returns the event at the playhead and those before it.
  private static func before(_ context: PaneContext, most: Int) -> [Row] {
    let history = context.history
    var rows: [Row] = []
    var number =
      history[context.playhead] == nil
      ? history.previousPosition(before: context.playhead) : context.playhead
    while rows.count < most, number > history.base, let event = history[number] {
      rows.append(.event(event))
      let previous = history.previousPosition(before: number)
      if let gap = gap(from: previous, to: event) { rows.append(.gap(gap)) }
      number = previous
    }
    return rows.reversed()
  }

  private static func ahead(_ context: PaneContext, most: Int) -> [Row] {
    var rows: [Row] = []
    var number = context.playhead
    while rows.count < most {
      let source =
        number < context.history.last ? context.history : context.prediction ?? context.history
      guard let next = source.nextPosition(after: number), let event = source[next] else { break }
      if let gap = gap(from: number, to: event) { rows.append(.gap(gap)) }
      rows.append(.event(event))
      number = next
    }
    return rows
  }

  /// Returns the missing numbers before an event; `nil` if the event itself reports them.
  private static func gap(from number: Int, to event: PromiseEvent) -> ClosedRange<Int>? {
    guard event.sequence > number + 1 else { return nil }
    if case .dropped(let count) = event.kind, count >= event.sequence - number - 1 { return nil }
    return number + 1...event.sequence - 1
  }
}
