package import PromiseEvents

/// Events that arrived before their predecessors.
///
/// Events of several threads arrive slightly out of order. An event waits here until the numbers before it have
/// arrived or are reported lost, or until so many events wait that the missing ones will not arrive.
package struct ReorderingWindow: Sendable {
  private var held: [Int: PromiseEvent] = [:]
  /// The numbers in ``held`` of gap events, which account for numbers before them.
  private var drops: [Int] = []
  /// The numbers in ``held`` that have waited long enough, in descending order.
  private var overdue: [Int] = []

  package init() {}

  /// Whether no event is waiting.
  package var isEmpty: Bool { held.isEmpty }

  /// Holds `event`; returns `false` if an event with its number is already held.
  package mutating func hold(_ event: PromiseEvent) -> Bool {
    guard held.updateValue(event, forKey: event.sequence) == nil else { return false }
    if case .dropped = event.kind { drops.append(event.sequence) }
    return true
  }

  /// Removes and returns the event that follows number `last`, if it is certain that nothing comes between.
  package mutating func next(after last: Int) -> PromiseEvent? {
    if held.count > Self.capacity {
      overdue = held.keys.sorted().prefix(Self.capacity / 2).reversed()
    }
    if let number = overdue.popLast() { return take(number) }
    if let event = take(last.saturatingPlus(1)) { return event }
    if let number = drops.min(), let event = held[number], Self.follows(event, last),
      !held.keys.contains(where: { $0 < number })
    {
      return take(number)
    }
    return nil
  }

  /// Removes and returns the first event that is held, whatever is missing before it.
  package mutating func giveUp() -> PromiseEvent? { held.keys.min().flatMap { take($0) } }

  /// Returns whether no event can come between number `last` and `event`.
  package static func follows(_ event: PromiseEvent, _ last: Int) -> Bool {
    let missing = event.sequence.saturatingMinus(last).saturatingMinus(1)
    if case .dropped(let count) = event.kind { return missing <= max(0, count) }
    return missing <= 0
  }

  private mutating func take(_ number: Int) -> PromiseEvent? {
    guard let event = held.removeValue(forKey: number) else { return nil }
    drops.removeAll { $0 == number }
    return event
  }

  private static var capacity: Int { 1024 }
}
