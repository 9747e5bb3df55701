import PromiseKitLite
import Synchronization

/// The events of the segments that were read last, unpacked.
///
/// The copies of a history share it, which is why it has a lock.
final class SegmentCache: Sendable {
  private struct Entry {
    var packed: PackedEvents
    var events: [PromiseEvent]
  }

  /// The one that was read last is the last one.
  private let entries = Mutex<[Entry]>([])

  init() {}

  /// The events of `packed`.
  func events(of packed: PackedEvents) -> [PromiseEvent] {
    let known = entries.withLock { entries -> [PromiseEvent]? in
      guard let index = entries.lastIndex(where: { $0.packed === packed }) else { return nil }
      if index != entries.count - 1 { entries.append(entries.remove(at: index)) }
      return entries.last?.events
    }
    if let known { return known }
    let events = packed.events
    entries.withLock { entries in
      if entries.count >= Self.capacity { entries.removeFirst() }
      entries.append(Entry(packed: packed, events: events))
    }
    return events
  }

  private static var capacity: Int { 16 }
}
