package import PromiseEvents
import PromiseGraph

extension History {
  /// Returns the end of the next turn, or of this one if it is not reached yet.
  package func nextTurn(after position: Int) -> Int? {
    guard let next = nextPosition(after: position) else { return nil }
    return turnStart(after: next).map(previousPosition) ?? last
  }

  /// Returns the end of the turn before this one, or the start.
  package func previousTurn(before position: Int) -> Int? {
    guard position > base else { return nil }
    return turnStart(upTo: position).map(previousPosition) ?? base
  }

  /// Returns the number of the turn at a position; 0 before the first.
  package func turn(at position: Int) -> Int {
    guard let index = segmentIndex(of: position) else { return segments.first?.turnBefore ?? 0 }
    return segments[index].turnBefore + segments[index].turns(upTo: position)
  }

  /// Returns the next event that names `promise`.
  package func nextEvent(of promise: PromiseID, after position: Int) -> Int? {
    nextEvent(after: position) {
      $0.mayMention(promise)
    } where: {
      $0.mentions(promise)
    }
  }

  /// Returns the previous event that names `promise`.
  package func previousEvent(of promise: PromiseID, before position: Int) -> Int? {
    previousEvent(before: position) {
      $0.mayMention(promise)
    } where: {
      $0.mentions(promise)
    }
  }

  /// Returns the next event that settles a promise.
  package func nextSettlement(after position: Int) -> Int? {
    nextEvent(after: position, in: \.settles, where: \.isSettlement)
  }

  /// Returns the previous event that settles a promise.
  package func previousSettlement(before position: Int) -> Int? {
    previousEvent(before: position, in: \.settles, where: \.isSettlement)
  }

  /// Returns the last event up to which no event is later than `time`; the start if the first one is.
  package func position(atTime time: Int64) -> Int {
    let index = segments.partitionPoint { $0.timeBefore <= time } - 1
    guard index >= 0 else { return base }
    return segments[index].events(cache).prefix { $0.time <= time }.last?.sequence
      ?? previousPosition(before: segments[index].first)
  }
}

// MARK: - Steps

extension History {
  /// Returns the first event after a position.
  package func nextPosition(after position: Int) -> Int? {
    let first = segmentIndex(of: position) ?? 0
    for segment in segments[min(first, segments.count)...] {
      let index = segment.index(after: position, cache)
      if index < segment.count { return segment.sequence(at: index, cache) }
    }
    return nil
  }

  /// Returns the last event before a position, or the start.
  package func previousPosition(before position: Int) -> Int {
    guard let index = segmentIndex(of: position.saturatingMinus(1)) else { return base }
    let segment = segments[index]
    return segment.sequence(
      at: segment.index(after: position.saturatingMinus(1), cache) - 1, cache)
  }

  private func turnStart(after position: Int) -> Int? {
    let first = segmentIndex(of: position) ?? 0
    for segment in segments[min(first, segments.count)...] {
      let index = segment.turns(upTo: position)
      if index < segment.turnStarts.count { return segment.turnStarts[index] }
    }
    return nil
  }

  private func turnStart(upTo position: Int) -> Int? {
    guard let last = segmentIndex(of: position) else { return nil }
    for segment in segments[...last].reversed() {
      let index = segment.turns(upTo: position) - 1
      if index >= 0 { return segment.turnStarts[index] }
    }
    return nil
  }

  private func nextEvent(
    after position: Int, in mayContain: (Segment) -> Bool,
    where isMatch: (PromiseEvent.Kind) -> Bool
  ) -> Int? {
    let first = segmentIndex(of: position) ?? 0
    for segment in segments[min(first, segments.count)...] where mayContain(segment) {
      let events = segment.events(cache)[segment.index(after: position, cache)...]
      if let event = events.first(where: { isMatch($0.kind) }) { return event.sequence }
    }
    return nil
  }

  private func previousEvent(
    before position: Int, in mayContain: (Segment) -> Bool,
    where isMatch: (PromiseEvent.Kind) -> Bool
  ) -> Int? {
    guard let last = segmentIndex(of: position.saturatingMinus(1)) else { return nil }
    for segment in segments[...last].reversed() where mayContain(segment) {
      let events = segment.events(cache)[
        ..<segment.index(after: position.saturatingMinus(1), cache)]
      if let event = events.last(where: { isMatch($0.kind) }) { return event.sequence }
    }
    return nil
  }
}
