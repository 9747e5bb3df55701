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
    let digits = String(last).count
    // As wide as the identity of the last promise.
    let promises = (context.known ?? context.graph).promises
    let subject = max(3, promises.last?.id.description.count ?? 0)
    for row in rows {
      switch row {
      case .gap(let numbers): content.lines.append(gap(numbers, digits: digits, context))
      case .turn(let number):
        let text = "\(blanks(digits + 2))\(context.language.text("turn \(number)")) "
        let rest = context.glyphs.line(.laneHorizontal, width - displayWidth(text))
        content.lines.append(StyledLine([Span(text, .dim), Span(rest, .border)]))
      case .event(let event):
        let number = event.sequence
        content.events[content.lines.count] = number
        content.lines.append(
          line(
            event, number > context.playhead ? ahead : context.graph, width: width,
            digits: digits, subject: subject, context))
      }
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
    _ numbers: ClosedRange<Int>, digits: Int, _ context: PaneContext
  ) -> StyledLine {
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
    _ event: PromiseEvent, _ graph: Graph, width: Int, digits: Int, subject: Int,
    _ context: PaneContext
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
    line.add(padded(summary.subject, to: subject, ellipsis: ellipsis) + " ", role)
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

/// The events around the playhead, as many as there are rows, with a row for each gap and, if there is room, one above
/// each turn. That a settled promise is freed is not listed: the inspector has it.
struct EventWindow {
  enum Row: Hashable, Sendable {
    case event(PromiseEvent)
    /// These events are missing.
    case gap(ClosedRange<Int>)
    /// A turn begins.
    case turn(Int)

    /// The last event number of the row; 0 for the beginning of a turn.
    var last: Int {
      switch self {
      case .event(let event): event.sequence
      case .gap(let numbers): numbers.upperBound
      case .turn: 0
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
    let rows = Array(
      before.suffix(height - min(shownAhead, ahead.count)) + ahead.prefix(shownAhead))
    self.rows = height < Self.turnsFrom ? rows : Self.byTurns(rows, context, height: height)
  }

  /// The least height at which there is a row above each turn, and the most events that are passed over for a row.
  private static let turnsFrom = 8
  private static let mostPassed = 64

  /// Returns as many of the rows as fit with a row above each turn but the first.
  private static func byTurns(_ rows: [Row], _ context: PaneContext, height: Int) -> [Row] {
    guard let timeline = context.timeline else { return rows }
    var all: [Row] = []
    var turn: Int?
    for row in rows {
      if case .event(let event) = row {
        let number =
          timeline.forgottenTurns
          + timeline.turnStarts.partitionPoint { $0.sequence <= event.sequence }
        if let turn, turn != number { all.append(.turn(number)) }
        turn = number
      }
      all.append(row)
    }
    let here = all.lastIndex { (1...max(1, context.playhead)).contains($0.last) } ?? 0
    let first = min(max(0, here - height * 2 / 3), max(0, all.count - height))
    return Array(all[first...].prefix(height))
  }

  /// Returns whether an event has a row: not if it only frees a promise that has settled.
  private static func isListed(_ event: PromiseEvent, _ context: PaneContext) -> Bool {
    guard case .deallocated(_, let state, _) = event.kind else { return true }
    return state == .pending || event.sequence == context.playhead
  }

  /// Returns the event at the playhead and those before it.
  private static func before(_ context: PaneContext, most: Int) -> [Row] {
    let history = context.history
    var rows: [Row] = []
    var number =
      history[context.playhead] == nil
      ? history.previousPosition(before: context.playhead) : context.playhead
    var left = most + Self.mostPassed
    while rows.count < most, left > 0, number > history.base, let event = history[number] {
      left -= 1
      if isListed(event, context) { rows.append(.event(event)) }
      let previous = history.previousPosition(before: number)
      if let gap = gap(from: previous, to: event) { rows.append(.gap(gap)) }
      number = previous
    }
    return rows.reversed()
  }

  private static func ahead(_ context: PaneContext, most: Int) -> [Row] {
    var rows: [Row] = []
    var number = context.playhead
    var left = most + Self.mostPassed
    while rows.count < most, left > 0 {
      left -= 1
      let source =
        number < context.history.last ? context.history : context.prediction ?? context.history
      guard let next = source.nextPosition(after: number), let event = source[next] else { break }
      if let gap = gap(from: number, to: event) { rows.append(.gap(gap)) }
      if isListed(event, context) { rows.append(.event(event)) }
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
