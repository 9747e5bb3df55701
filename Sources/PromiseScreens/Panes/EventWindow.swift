import PromiseGraph
import PromiseKitLite

/// The events around the playhead, as many as there are rows, and a row for each place where some are
/// missing.
struct EventWindow {
  enum Row: Hashable, Sendable {
    case event(PromiseEvent)
    /// Of these numbers there is no event.
    case gap(ClosedRange<Int>)

    /// The last number that it stands for.
    var last: Int {
      switch self {
      case .event(let event): event.sequence
      case .gap(let numbers): numbers.upperBound
      }
    }
  }

  /// From the earliest to the latest.
  let rows: [Row]

  /// About two thirds of the rows lie behind the playhead, as far as there is enough ahead.
  init(_ context: PaneContext, height: Int) {
    let behind = height * 2 / 3
    let ahead = Self.ahead(context, most: height)
    let before = Self.before(context, most: height)
    let shownAhead = max(min(ahead.count, height - behind - 1), height - before.count)
    rows = before.suffix(height - min(shownAhead, ahead.count)) + ahead.prefix(shownAhead)
  }

  /// The event at the playhead and those before it.
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

  /// The numbers between an event and the next one; none where that one tells of them itself.
  private static func gap(from number: Int, to event: PromiseEvent) -> ClosedRange<Int>? {
    guard event.sequence > number + 1 else { return nil }
    if case .dropped(let count) = event.kind, count >= event.sequence - number - 1 { return nil }
    return number + 1...event.sequence - 1
  }
}
