package import PromiseExploration
package import PromiseGraph
package import PromiseKitLite
import PromiseSimulation

/// The question whether two handlers run the other way round in another schedule.
package struct OrderRequest: Hashable, Sendable {
  /// The one whose handler ran first in the run that is open, and the other one.
  package var first: HandlerKey
  package var second: HandlerKey

  package init(first: HandlerKey, second: HandlerKey) {
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
