import PromiseKitLite

extension [PromiseEvent] {
  /// The events, which are in order, with a gap wherever numbers are missing that no event tells of: lines
  /// were damaged or cut out. What is missing up to `since` is no loss.
  func tellingWhatIsMissing(since: Int) -> [PromiseEvent] {
    var told: [PromiseEvent] = []
    told.reserveCapacity(count)
    var next = since + 1
    for event in self {
      var first = event.sequence
      if case .dropped(let count) = event.kind { first -= Swift.max(0, count - 1) }
      if first > next {
        told.append(
          PromiseEvent(
            sequence: first - 1, time: event.time, thread: nil, queue: nil,
            kind: .dropped(count: first - next)))
      }
      told.append(event)
      next = Swift.max(next, event.sequence + 1)
    }
    return told
  }
}
