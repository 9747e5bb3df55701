import PromiseEvents

/// Events that came before their predecessors.
///
/// Events of several threads arrive a little out of order. An event waits here until the numbers
/// before it have come, or are told to be lost, or until so many wait that the missing ones will not
/// come any more.
struct ReorderingWindow: Sendable {
  private var held: [Int: PromiseEvent] = [:]
  /// The numbers in ``held`` of the events that tell of a loss: they account for numbers before them.
  private var drops: [Int] = []
  /// The numbers in ``held`` that have waited long enough, the first of them last.
  private var overdue: [Int] = []

  /// Nothing waits.
  var isEmpty: Bool { held.isEmpty }

  /// Keeps `event`; false where one of that number is held already.
  mutating func hold(_ event: PromiseEvent) -> Bool {
    guard held.updateValue(event, forKey: event.sequence) == nil else { return false }
    if case .dropped = event.kind { drops.append(event.sequence) }
    return true
  }

  /// The event that comes after number `last`, if it is certain that nothing comes between.
  mutating func next(after last: Int) -> PromiseEvent? {
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

  /// The first event that is held, whatever is missing before it.
  mutating func giveUp() -> PromiseEvent? { held.keys.min().flatMap { take($0) } }

  /// No event can come between number `last` and `event`.
  static func follows(_ event: PromiseEvent, _ last: Int) -> Bool {
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
