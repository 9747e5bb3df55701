package import PromiseEvents
package import PromiseExploration
package import PromiseSimulation

/// The question whether two handlers run in the other order in some schedule.
package struct OrderRequest: Hashable, Sendable {
  /// The promise whose handler ran first in the open run, and the other one.
  package var first: PromiseKey
  package var second: PromiseKey

  package init(first: PromiseKey, second: PromiseKey) {
    self.first = first
    self.second = second
  }
}

/// The answer to an ``OrderRequest``.
package enum OrderAnswer: Hashable, Sendable {
  /// In this schedule the second handler runs first, at the event numbered `event`; the two promises may
  /// have other ids there.
  case found(ScheduleToken, event: Int, first: PromiseID, second: PromiseID)
  /// The order is the same in all schedules tried.
  case never(schedules: Int, isExhaustive: Bool)
}

/// The question at which lengths of a timer or job the outcome of a demo's run changes.
package struct CriticalRequest: Hashable, Sendable {
  /// The schedule of the run.
  package var schedule: Schedule?
  /// The other changes made by hand.
  package var others: [Override]
  /// The promise that the length belongs to.
  package var promise: PromiseKey
  /// Which of its lengths, with its original value.
  package var length: Adjustable.Length

  package init(
    schedule: Schedule?, others: [Override], promise: PromiseKey, length: Adjustable.Length
  ) {
    self.schedule = schedule
    self.others = others
    self.promise = promise
    self.length = length
  }

  /// Returns the changes with another length.
  package func changes(_ nanoseconds: Int64) -> [Override] {
    others + [Override(promise, length.change(to: nanoseconds))]
  }
}
