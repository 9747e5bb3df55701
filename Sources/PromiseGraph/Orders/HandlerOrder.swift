package import PromiseEvents

/// The order in which a run's handlers started and its notes were printed, a line each.
///
/// A handler is named by its label; without one, by the operation of its promise, `then` or `map`, with the file
/// and line on request. Two orders are equal if their lines are.
package struct HandlerOrder: Sendable {
  /// `80 fetch on net` for a handler that started, `202   shown 3` (indented) for a note; the milliseconds only
  /// on request.
  package let lines: [String]
  /// The lines as values.
  package let steps: [Step]
  /// How many events were lost, according to the recorded gaps, where the order is unknown.
  package let lost: Int

  /// A handler that started, or a note.
  package struct Step: Hashable, Sendable {
    /// The number of the event.
    package var sequence: Int
    /// When, in nanoseconds.
    package var time: Int64
    /// The name of the handler, or the text of the note, on one line.
    package var name: String
    /// The label of the queue on which the handler started; `nil` for a note.
    package var queue: String?
    /// Whether it is a note, or a handler with a label.
    package var isNamed: Bool
    /// The place of a handler without a label, if that is known.
    package var place: HandlerPlace?

    /// Whether it is a note.
    package var isNote: Bool { queue == nil }

    /// `fetch on net`, or the text of the note.
    package var text: String { queue.map { "\(name) on \($0)" } ?? name }

    /// The text of a handler without its place, as in older golden orders: `map on net`.
    var textWithoutPlace: String {
      place.flatMap { place in queue.map { "\(place.operation) on \($0)" } } ?? text
    }

    /// The time as in golden orders.
    package var milliseconds: Int64 { time / 1_000_000 }

    /// Returns the step as a line.
    package func line(times: Bool) -> String { line(of: text, times: times) }

    /// Returns the line of a step that is written as `text`.
    func line(of text: String, times: Bool) -> String {
      (times ? "\(milliseconds)" : "") + (isNote ? "   " : times ? " " : "") + text
    }
  }

  /// Creates the order of a whole run, or of its known events.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - times: Whether the lines have times; virtual times are the same in every run.
  ///   - sites: Whether a handler without a label is named by its file and line, which change when lines are
  ///     added above it.
  ///   - graph: The graph after the events, if it is known.
  /// - Complexity: O(n)
  package init(
    _ events: [PromiseEvent], times: Bool = true, sites: Bool = false, in graph: Graph? = nil
  ) {
    let graph = graph ?? Graph(events)
    steps = events.compactMap { event in
      switch event.kind {
      case .jobStarted(_, let child?, let queue):
        event.step(graph.handlerName(of: child, sites: sites), on: graph.queueLabel(queue))
      case .note(let text): event.step(HandlerName(text: text, isLabel: true), on: nil)
      default: nil
      }
    }
    lost = events.reduce(0) { lost, event in
      if case .dropped(let count) = event.kind { lost.saturatingPlus(max(0, count)) } else { lost }
    }
    lines = steps.map { $0.line(times: times) }
  }
}

extension HandlerOrder: Hashable {
  package static func == (a: Self, b: Self) -> Bool { a.lines == b.lines }

  package func hash(into hasher: inout Hasher) { hasher.combine(lines) }
}

extension PromiseEvent {
  fileprivate func step(_ name: HandlerName, on queue: String?) -> HandlerOrder.Step {
    .init(
      sequence: sequence, time: time, name: sanitized(name.text), queue: queue.map(sanitized),
      isNamed: name.isLabel, place: name.place)
  }
}

/// The name of a handler, or the text of a note, in an order.
private struct HandlerName {
  var text: String
  var isLabel: Bool
  var place: HandlerPlace?
}

extension Graph {
  fileprivate func handlerName(of promise: PromiseID, sites: Bool) -> HandlerName {
    guard let node = self[promise], node.isDeclared else {
      return HandlerName(text: "\(promise)", isLabel: false)
    }
    let place = HandlerPlace(node.creation)
    let text = node.creation.label ?? (sites ? place?.description : nil) ?? node.creation.word
    return HandlerName(text: text, isLabel: node.creation.label != nil, place: place)
  }
}

extension [PromiseEvent] {
  /// Returns the events, which are in order, with a gap event wherever numbers are missing without one, because
  /// lines were damaged or cut out. Numbers missing up to `since` are not a loss. A reader of the result only has
  /// to count gap events. O(n)
  package func tellingWhatIsMissing(since: Int) -> [PromiseEvent] {
    var numbers = NumberSequence(since: since)
    guard contains(where: { numbers.missing(before: $0) > 0 }) else { return self }
    numbers = NumberSequence(since: since)
    var reported: [PromiseEvent] = []
    reported.reserveCapacity(count + 1)
    for event in self {
      let count = numbers.missing(before: event)
      if count > 0 {
        reported.append(
          PromiseEvent(
            sequence: event.firstNumber - 1, time: event.time, thread: nil, queue: nil,
            kind: .dropped(count: count)))
      }
      reported.append(event)
    }
    return reported
  }
}

/// The numbers of events, in order.
private struct NumberSequence {
  /// The highest number that was present or covered by a gap event.
  private var last: Int

  init(since: Int) { last = max(0, since) }

  /// Takes the next event and returns how many numbers are missing before it.
  mutating func missing(before event: PromiseEvent) -> Int {
    defer { last = max(last, event.sequence) }
    return max(0, event.firstNumber.saturatingMinus(last).saturatingMinus(1))
  }
}

extension PromiseEvent {
  /// The number of the event; for a gap event, of the first event that was lost.
  fileprivate var firstNumber: Int {
    guard case .dropped(let count) = kind else { return sequence }
    return sequence.saturatingMinus(max(0, count - 1))
  }
}
