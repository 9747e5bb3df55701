import PromiseEvents

extension RunAlignment {
  typealias TimeChange = RunChanges.TimeChange

  /// The pairs that took longer, or less long, from `threshold` on, the greatest difference first: the time
  /// in a queue, at work, of a timer, or until somebody resolved it. What a promise waited for is told
  /// there, so that one delay is told once. O(n log n)
  func timeChanges(_ threshold: TimeThreshold) -> [TimeChange] {
    var result: [TimeChange] = []
    for (one, other) in pairs {
      if let most = timeChange(one, other, threshold) { result.append(most) }
    }
    return result.sorted {
      $0.difference.magnitude != $1.difference.magnitude
        ? $0.difference.magnitude > $1.difference.magnitude : $0.before < $1.before
    }
  }

  /// What took longest by more, or by less, of what a pair was busy with.
  func timeChange(
    _ one: Int, _ other: Int, _ threshold: TimeThreshold, onlyQueued: Bool = false
  ) -> TimeChange? {
    var most: TimeChange?
    for phase in TimeChange.Phase.allCases where !onlyQueued || phase == .queued {
      guard let length = before.promises[one].length(of: phase),
        let now = after.promises[other].length(of: phase), threshold.tells(length, now)
      else { continue }
      let change = TimeChange(
        before: one, after: other, phase: phase, lengthBefore: length, lengthAfter: now)
      if change.difference.magnitude > most?.difference.magnitude ?? 0 { most = change }
    }
    return most
  }

  /// By how many nanoseconds the run after is longer.
  package var longer: Int64 {
    after.end.saturatingMinus(after.start).saturatingMinus(before.end.saturatingMinus(before.start))
  }
}

extension ComparedPromise {
  /// How many nanoseconds it was busy with that; none where it never was, or not to the end.
  fileprivate func length(of phase: RunChanges.TimeChange.Phase) -> Int64? {
    switch phase {
    case .queued: Self.length(enqueued, started)
    case .ran: Self.length(started, ended)
    case .timer: Self.length(timerSet, timerFired)
    case .open:
      parent == nil && timerSet == nil && enqueued == nil && from == nil && adopted == nil
        && !operation.isFanIn ? Self.length(made, settled) : nil
    }
  }

  private static func length(_ start: Moment?, _ end: Moment?) -> Int64? {
    guard let start, let end else { return nil }
    return max(0, end.time.saturatingMinus(start.time))
  }
}

/// From which difference on two lengths of time count as different.
package struct TimeThreshold: Hashable, Sendable {
  /// At least so many nanoseconds, and at least this part of the length before.
  package var length: Int64
  package var share: Double

  package init(length: Int64, share: Double) {
    (self.length, self.share) = (length, share)
  }

  /// What is told of real programs, whose lengths are never twice the same; in virtual time every
  /// difference is.
  package static let real = TimeThreshold(length: 10_000_000, share: 0.1)
  package static let virtual = TimeThreshold(length: 1, share: 0)

  /// Whether these lengths count as different.
  func tells(_ before: Int64, _ after: Int64) -> Bool {
    let difference = after.saturatingMinus(before).magnitude
    return difference >= length.magnitude && Double(difference) >= share * Double(max(0, before))
  }
}
