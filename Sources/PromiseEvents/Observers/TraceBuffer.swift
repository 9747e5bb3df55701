import Synchronization

/// Takes the events of a program that is recorded, in bounded memory, and wakes who writes them.
///
/// While the writer is awake an event costs one relaxed load beside its being kept.
@usableFromInline
package final class TraceBuffer: PromiseObserver {
  private let events: RecordingObserver
  private let isWriterAsleep = Atomic<Bool>(false)
  private let ring: @Sendable () -> Void

  /// A buffer for `limit` events in `bytes` bytes that calls `ring` when its writer sleeps.
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

  /// Takes an event that need not be a value: `pack` writes what it says beside its stamp.
  @inline(__always)
  func receive(_ stamp: EventStamp, _ form: EventForm, _ pack: (inout EventPacker) -> Void) {
    events.receive(stamp, form, pack)
    if isWriterAsleep.load(ordering: .relaxed) { wake() }
  }

  @inline(never)
  private func wake() {
    if isWriterAsleep.exchange(false, ordering: .acquiringAndReleasing) { ring() }
  }

  /// The events since the last call, in order, with those told that had to be given up.
  package func take() -> EventBatches { events.takeBatches() }

  /// The writer is about to sleep: the next event wakes it. Answers what has come until then; the
  /// writer stays awake if there is something.
  ///
  /// Whoever receives an event leaves its desk before it looks whether the writer sleeps, and `take` goes
  /// to every desk after that is said: one of the two sees the other.
  package func fallAsleep() -> EventBatches {
    isWriterAsleep.store(true, ordering: .sequentiallyConsistent)
    let late = take()
    if !late.isEmpty { wakeUp() }
    return late
  }

  /// The writer is awake.
  package func wakeUp() { isWriterAsleep.store(false, ordering: .relaxed) }
}
