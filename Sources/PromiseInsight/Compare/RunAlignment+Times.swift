import PromiseEvents
import PromiseGraph

extension RunAlignment {
  typealias TimeChange = RunChanges.TimeChange

  /// Returns the pairs whose times differ by at least `threshold`, the greatest difference first: the time in a
  /// queue, running, of a timer, or until it was resolved. The time that a promise waited for another one is
  /// not included, so that each delay is listed once. O(n log n)
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

  /// Returns the phase of a pair whose length differs most.
  func timeChange(
    _ one: Int, _ other: Int, _ threshold: TimeThreshold, onlyQueued: Bool = false
  ) -> TimeChange? {
    var most: TimeChange?
    for phase in TimeChange.Phase.allCases where !onlyQueued || phase == .queued {
      guard let length = before.promises[one].length(of: phase),
        let now = after.promises[other].length(of: phase), threshold.reports(length, now)
      else { continue }
      let change = TimeChange(
        before: one, after: other, phase: phase, lengthBefore: length, lengthAfter: now)
      if change.difference.magnitude > most?.difference.magnitude ?? 0 { most = change }
    }
    return most
  }

  /// How many nanoseconds longer the run after is.
  package var longer: Int64 {
    after.end.saturatingMinus(after.start).saturatingMinus(before.end.saturatingMinus(before.start))
  }
}

extension ComparedPromise {
  /// Returns the nanoseconds of a phase; `nil` if it had no such phase, or the phase did not end.
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

/// The difference from which two durations count as different.
package struct TimeThreshold: Hashable, Sendable {
  /// The least difference in nanoseconds, and as a share of the duration before.
  package var length: Int64
  package var share: Double

  package init(length: Int64, share: Double) {
    (self.length, self.share) = (length, share)
  }

  /// The threshold for real programs, whose durations always vary a little. In virtual time every difference
  /// counts.
  package static let real = TimeThreshold(length: 10_000_000, share: 0.1)
  package static let virtual = TimeThreshold(length: 1, share: 0)

  /// Returns whether two durations count as different.
  func reports(_ before: Int64, _ after: Int64) -> Bool {
    let difference = after.saturatingMinus(before).magnitude
    return difference >= length.magnitude && Double(difference) >= share * Double(max(0, before))
  }
}
