package import PromiseEvents
package import PromiseExploration
package import PromiseSimulation

/// The question whether two handlers run the other way round in another schedule.
package struct OrderRequest: Hashable, Sendable {
  /// The one whose handler ran first in the run that is open, and the other one.
  package var first: PromiseKey
  package var second: PromiseKey

  package init(first: PromiseKey, second: PromiseKey) {
    self.first = first
    self.second = second
  }
}

/// What the schedules of a demo say to an ``OrderRequest``.
package enum OrderAnswer: Hashable, Sendable {
  /// In this one the second runs first, with the event numbered `event`; there the two promises have
  /// other names, maybe.
  case found(ScheduleToken, event: Int, first: PromiseID, second: PromiseID)
  /// In none of so many.
  case never(schedules: Int, isExhaustive: Bool)
}

/// The question at which lengths of one timer or job something else comes out of a demo's run.
package struct CriticalRequest: Hashable, Sendable {
  /// The choices of the run.
  package var schedule: Schedule?
  /// What else is changed by hand.
  package var others: [Override]
  /// Whose length is asked about.
  package var promise: PromiseKey
  /// Which one of its lengths, and how long that is as the program is written.
  package var length: Adjustable.Length

  package init(
    schedule: Schedule?, others: [Override], promise: PromiseKey, length: Adjustable.Length
  ) {
    self.schedule = schedule
    self.others = others
    self.promise = promise
    self.length = length
  }

  /// What is changed by hand where the length is another one.
  package func changes(_ nanoseconds: Int64) -> [Override] {
    others + [Override(promise, length.change(to: nanoseconds))]
  }
}
