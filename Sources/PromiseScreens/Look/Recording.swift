package import PromiseEvents

/// A finished run: what was recorded of it, and how the recording ended.
package struct Recording: Hashable, Sendable {
  /// How the screens describe it.
  package var entry: RunDescriptor
  /// The header of its trace; of a demo, the one that it would have.
  package var header: TraceHeader
  /// The events, in order.
  package var events: [PromiseEvent]
  /// How the recording ended. A demo's run that was stopped is cut short.
  package var ending: TraceEnding
  /// Whether some of it could not be read.
  package var isDamaged: Bool

  /// Creates a recording from the parts of a trace.
  package init(
    entry: RunDescriptor, header: TraceHeader, events: [PromiseEvent],
    ending: TraceEnding = .unknown, isDamaged: Bool = false
  ) {
    self.entry = entry
    self.header = header
    self.events = events
    self.ending = ending
    self.isDamaged = isDamaged
  }

  /// Creates a recording of a run without a trace: of these events, those up to number `since` describe what existed
  /// before the others.
  package init(entry: RunDescriptor, isVirtual: Bool, events: [PromiseEvent], since: Int = 0) {
    var header = TraceHeader(isVirtual: isVirtual, title: entry.name)
    header.since = since > 0 ? since : nil
    self.init(entry: entry, header: header, events: events)
  }

  /// Whether the times are those of a simulation.
  package var isVirtual: Bool { header.isVirtual }

  /// The number of the event after which the recording starts; of the events before, only those that
  /// describe what existed then are included. 0 if it was recorded from the start.
  package var since: Int { header.since ?? 0 }

  /// Whether something may have happened that the events do not contain.
  package var isCutShort: Bool { ending.isIncomplete }
}
