package import PromiseKitLite

/// A run that is over, and all that was recorded of it.
package struct Recording: Hashable, Sendable {
  /// How the screens name it.
  package var entry: DemoEntry
  /// The times are those of a simulation.
  package var isVirtual: Bool
  /// Of the events up to this number only those are there that tell what was alive then: the run begins
  /// after it. 0 where it is told from its beginning.
  package var since: Int
  /// The events, in order.
  package var events: [PromiseEvent]

  package init(entry: DemoEntry, isVirtual: Bool, events: [PromiseEvent], since: Int = 0) {
    self.since = since
    self.entry = entry
    self.isVirtual = isVirtual
    self.events = events
  }
}
