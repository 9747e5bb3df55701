package import PromiseKitLite

/// The lengths at which something else comes out of a run.
package struct CriticalValues: Hashable, Sendable {
  /// A length at which something changes.
  package struct Point: Hashable, Sendable {
    /// The length in nanoseconds.
    package var value: Int64
    /// What comes out just below it, at it, and just above it; there is nothing below the least length.
    package var below: RunFacts?
    package var at: RunFacts
    package var above: RunFacts
  }

  /// The lengths, rising.
  package var points: [Point] = []
  /// What has been looked at, in nanoseconds.
  package var lowest: Int64
  /// None where nothing changes any more, however long it takes.
  package var highest: Int64?
  /// There may be more beyond what was looked at: it took too many runs, or too long.
  package var isCutOff = false
  /// How many runs it took.
  package var runs = 0

  /// Values of which none is known yet.
  package init(lowest: Int64, highest: Int64? = nil) {
    self.lowest = lowest
    self.highest = highest
  }

  /// What comes out at a length between two points, or at one. None where it was not looked at.
  package func facts(at value: Int64, otherwise start: RunFacts) -> RunFacts {
    guard let next = points.first(where: { $0.value >= value }) else {
      return points.last?.above ?? start
    }
    return next.value == value ? next.at : next.below ?? start
  }
}

/// What is told of a run as a function of one length.
package struct LengthRun: Sendable {
  package let facts: RunFacts
  /// When everything happens, and when each timer would fire.
  let times: [Int64]

  /// A run of these events. O(events)
  package init(_ events: [PromiseEvent]) {
    facts = RunFacts(events)
    times = events.flatMap { event in
      if case .timerScheduled(_, _, let due) = event.kind {
        [event.time, due]
      } else {
        [event.time]
      }
    }
  }
}
