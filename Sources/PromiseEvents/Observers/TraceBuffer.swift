import Synchronization

/// Keeps the events of a program that is being recorded, in bounded memory, and wakes the thread
/// that writes them.
///
/// While the writer is awake, an event costs one relaxed load in addition to storing it.
@usableFromInline
package final class TraceBuffer: PromiseObserver {
  private let events: RecordingObserver
  private let isWriterAsleep = Atomic<Bool>(false)
  private let ring: @Sendable () -> Void

  /// Creates a buffer for `limit` events in `bytes` bytes. It calls `ring` to wake a sleeping
  /// writer.
  package init(
    limit: Int = 1 << 20, bytes: Int = 64 << 20, ring: @escaping @Sendable () -> Void
  ) {
    events = RecordingObserver(limit: limit, bytes: bytes)
    self.ring = ring
  }

  @usableFromInline
  package func receive(_ event: PromiseEvent) {
    receive(event.stamp, EventForm(event.kind)) { event.kind.encode(into: &$0) }
  }

  /// Receives an event without a `PromiseEvent` value: `pack` writes its fields after its stamp.
  @inline(__always)
  func receive(_ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void) {
    events.receive(stamp, form, pack)
    if isWriterAsleep.load(ordering: .relaxed) { wake() }
  }

  @inline(never)
  private func wake() {
    if isWriterAsleep.exchange(false, ordering: .acquiringAndReleasing) { ring() }
  }

  /// Returns the events since the last call, in order, including `dropped` events for those that
  /// were lost.
  package func take() -> EventBatches { events.takeBatches() }

  /// Prepares for the writer to sleep: the next event wakes it. Returns the events that have
  /// arrived until now; if there are any, the writer stays awake.
  ///
  /// A thread that receives an event leaves its desk before it checks whether the writer is asleep,
  /// and `take` visits every desk after the writer is marked as asleep, so one of the two sees the
  /// other.
  package func fallAsleep() -> EventBatches {
    isWriterAsleep.store(true, ordering: .sequentiallyConsistent)
    let late = take()
    if !late.isEmpty { wakeUp() }
    return late
  }

  /// Marks the writer as awake.
  package func wakeUp() { isWriterAsleep.store(false, ordering: .relaxed) }
}
