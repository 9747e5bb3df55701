import PromiseEvents
import PromiseGraph
import Synchronization

/// A segment of consecutive events, with a summary that can be used without reading them.
///
/// Once the segment is complete, its events are packed. Reading them needs a ``SegmentCache``, which keeps some
/// of them unpacked.
struct Segment: Sendable {
  /// Its index among all segments, including evicted ones.
  let number: Int
  /// In a separate box, because it is large and most segments have none.
  private var keyframeBox = MaybeBox<RunState?>()
  /// The number of the turn and the greatest time before its first event.
  let turnBefore: Int
  let timeBefore: Int64

  /// The number of its events, and the numbers of the first and the last one.
  private(set) var count = 0
  private(set) var first = 0
  private(set) var last = 0
  /// The cost of applying it: one for each event, and one for each promise that an event lists.
  private(set) var cost = 0
  /// The numbers of the events that begin a turn.
  private(set) var turnStarts: [Int] = []
  /// Whether any event settles a promise.
  private(set) var settles = false
  /// The promises that its events name, in ascending order, once the segment is complete.
  private var mentioned: [PromiseID]?
  private var storage = Storage.open([])

  private enum Storage {
    case open([PromiseEvent])
    case packed(PackedEvents)
  }

  /// Creates an empty segment that begins after `state`.
  init(number: Int, before state: RunState, hasKeyframe: Bool) {
    self.number = number
    turnBefore = state.graph.turn
    timeBefore = state.graph.isNew ? .min : state.graph.time
    if hasKeyframe { keyframe = state }
  }

  /// The state before its first event; `nil` if the segment has no keyframe.
  var keyframe: RunState? {
    get { keyframeBox[orElse: nil] }
    set {
      keyframeBox = MaybeBox()
      if let newValue { keyframeBox[orElse: nil] = newValue }
    }
  }

  /// Whether it has a keyframe.
  var hasKeyframe: Bool { keyframeBox.isFull }

  /// Returns its events in order.
  func events(_ cache: SegmentCache) -> [PromiseEvent] {
    switch storage {
    case .open(let events): events
    case .packed(let packed): cache.events(of: packed)
    }
  }

  /// The approximate number of bytes, without its keyframe.
  var byteCount: Int {
    let lists = 8 * (turnStarts.count + (mentioned?.count ?? 0))
    return switch storage {
    case .open(let events): lists + events.capacity * MemoryLayout<PromiseEvent>.stride
    case .packed(let packed): lists + packed.byteCount + MemoryLayout<Segment>.stride
    }
  }

  /// Adds the next event and returns the cost of applying it.
  mutating func append(_ event: PromiseEvent, beginsTurn: Bool) -> Int {
    guard case .open(var events) = storage else { return 0 }
    storage = .open([])
    events.append(event)
    storage = .open(events)
    if count == 0 { first = event.sequence }
    last = event.sequence
    count += 1
    let work = 1 + event.kind.listCount
    cost += work
    if beginsTurn { turnStarts.append(event.sequence) }
    if event.kind.isSettlement { settles = true }
    return work
  }

  /// Completes the segment: nothing more will be appended.
  mutating func complete() {
    guard case .open(let events) = storage else { return }
    var all: Set<PromiseID> = []
    for event in events { event.kind.forEachPromise { all.insert($0) } }
    mentioned = all.sorted()
    storage = .packed(PackedEvents(events))
  }

  /// Returns whether any event may name `promise`; `false` is certain.
  func mayMention(_ promise: PromiseID) -> Bool {
    guard let mentioned else { return true }
    let index = mentioned.partitionPoint(where: { $0 < promise })
    return index < mentioned.count && mentioned[index] == promise
  }

  /// Returns the index of the first event whose number is greater than `sequence`. O(1) if no number is missing
  func index(after sequence: Int, _ cache: SegmentCache) -> Int {
    guard count > 0, sequence >= first else { return 0 }
    if sequence >= last { return count }
    if isDense { return sequence - first + 1 }
    return events(cache).partitionPoint(where: { $0.sequence <= sequence })
  }

  /// Returns the number of the event at `index`.
  func sequence(at index: Int, _ cache: SegmentCache) -> Int {
    isDense ? first + index : events(cache)[index].sequence
  }

  /// Returns how many turns begin up to `sequence`.
  func turns(upTo sequence: Int) -> Int { turnStarts.partitionPoint(where: { $0 <= sequence }) }

  /// Whether no number is missing.
  private var isDense: Bool { last.saturatingMinus(first) == count - 1 }
}

extension PromiseEvent.Kind {
  /// How many promises it lists, which is unbounded.
  fileprivate var listCount: Int {
    if case .created(let creation) = self { return creation.parents.count }
    if case .deallocated(_, _, let waiting) = self { return waiting.count }
    return 0
  }
}

/// The unpacked events of the segments that were read most recently.
///
/// It has a lock because copies of a history share it.
final class SegmentCache: Sendable {
  private struct Entry {
    var packed: PackedEvents
    var events: [PromiseEvent]
  }

  /// The entries, the most recently read one last.
  private let entries = Mutex<[Entry]>([])

  init() {}

  /// Returns the events of `packed`.
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
