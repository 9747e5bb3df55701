package import PromiseKitLite

/// A run that is over, and all that was recorded of it.
package struct Recording: Hashable, Sendable {
  /// How the screens name it.
  package var entry: DemoEntry
  /// The times are those of a simulation.
  package var isVirtual: Bool
  /// The events, in order.
  package var events: [PromiseEvent]

  package init(entry: DemoEntry, isVirtual: Bool, events: [PromiseEvent]) {
    self.entry = entry
    self.isVirtual = isVirtual
    self.events = events
  }
}
