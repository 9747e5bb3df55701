package import PromiseKitLite

extension [PromiseEvent] {
  /// The events, which are in order, with a gap wherever numbers are missing that no event tells of: lines
  /// were damaged or cut out. What is missing up to `since` is no loss. Whoever reads the events then counts
  /// gaps alone. O(n)
  package func tellingWhatIsMissing(since: Int) -> [PromiseEvent] {
    var numbers = NumberSequence(since: since)
    guard contains(where: { numbers.missing(before: $0) > 0 }) else { return self }
    numbers = NumberSequence(since: since)
    var told: [PromiseEvent] = []
    told.reserveCapacity(count + 1)
    for event in self {
      let count = numbers.missing(before: event)
      if count > 0 {
        told.append(
          PromiseEvent(
            sequence: event.firstNumber - 1, time: event.time, thread: nil, queue: nil,
            kind: .dropped(count: count)))
      }
      told.append(event)
    }
    return told
  }
}

/// The numbers of events that come in order.
private struct NumberSequence {
  /// The highest number that was there, or was told to be missing.
  private var last: Int

  init(since: Int) { last = max(0, since) }

  /// Takes the next event; how many numbers are missing before it.
  mutating func missing(before event: PromiseEvent) -> Int {
    defer { last = max(last, event.sequence) }
    return max(0, event.firstNumber.saturatingMinus(last).saturatingMinus(1))
  }
}

extension PromiseEvent {
  /// The number of the first of those that the event stands for: of a gap, the first that was lost.
  fileprivate var firstNumber: Int {
    guard case .dropped(let count) = kind else { return sequence }
    return sequence.saturatingMinus(max(0, count - 1))
  }
}
