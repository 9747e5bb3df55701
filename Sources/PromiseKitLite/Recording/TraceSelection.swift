extension PromiseTrace {
  /// Which events to write.
  ///
  /// ```swift
  /// try PromiseTrace.start(to: .file("errors.jsonl"), filter: .kinds([.created, .settled, .errorUnhandled]))
  /// ```
  ///
  /// The written events are numbered consecutively, so filtering leaves no gaps.
  public struct Filter: Sendable {
    let isWanted: @Sendable (PromiseEvent) -> Bool

    /// Creates a filter from a predicate, which one thread calls in the order of the events,
    /// shortly after they happened.
    ///
    /// ```swift
    /// let own = PromiseTrace.Filter { event in event.queue != nil }
    /// ```
    public init(where isWanted: @escaping @Sendable (PromiseEvent) -> Bool) {
      self.isWanted = isWanted
    }

    /// Returns a filter for events of these kinds.
    ///
    /// ```swift
    /// try PromiseTrace.start(to: .file("settled.jsonl"), filter: .kinds([.created, .settled]))
    /// ```
    public static func kinds(_ kinds: Set<PromiseEvent.Kind.Name>) -> Filter {
      Filter { kinds.contains($0.kind.name) }
    }

    /// Returns a filter for events that refer to a promise with one of these labels, and for the
    /// declarations of queues and threads.
    ///
    /// ```swift
    /// try PromiseTrace.start(to: .file("login.jsonl"), filter: .labels(["login", "fetch"]))
    /// ```
    public static func labels(_ labels: Set<String>) -> Filter {
      let labeled = LabeledPromises(labels: labels)
      return Filter { labeled.areNamed(by: $0.kind) }
    }
  }
}

/// Filters and redacts the events to write.
struct TraceSelection {
  private let filter: PromiseTrace.Filter?
  private let redact: (@Sendable (String) -> String)?
  /// The number of the last written event, if there is a filter.
  private var last: Int

  /// Creates a selection that starts after the event with the number `last`.
  init(filter: PromiseTrace.Filter?, redact: (@Sendable (String) -> String)?, after last: Int) {
    self.filter = filter
    self.redact = redact
    self.last = last
  }

  /// Returns the events to write. `events` follow those of the previous call.
  mutating func select(from events: [PromiseEvent]) -> [PromiseEvent] {
    guard filter != nil || redact != nil else { return events }
    var selected: [PromiseEvent] = []
    for var event in events {
      if let filter {
        let count: Int
        if case .dropped(let lost) = event.kind {
          count = max(1, lost)
        } else {
          guard filter.isWanted(event) else { continue }
          count = 1
        }
        last += count
        event.sequence = last
      }
      if let redact { event.kind = event.kind.redacted(redact) }
      selected.append(event)
    }
    return selected
  }
}
