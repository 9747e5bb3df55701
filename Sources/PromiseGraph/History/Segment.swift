import PromiseEvents
import Synchronization

/// A run of consecutive events, and what is known of it without reading them.
///
/// Once it is complete its events are packed; whoever reads them gives the ``SegmentCache`` that keeps
/// some of them unpacked.
struct Segment: Sendable {
  /// Its place among all segments, evicted ones included.
  let number: Int
  /// In a place of its own, since it is large and most have none.
  private var keyframeBox = MaybeBox<RunState?>()
  /// The number of the turn, and the greatest time, before its first event.
  let turnBefore: Int
  let timeBefore: Int64

  /// How many events it has, and the numbers of its first and its last one.
  private(set) var count = 0
  private(set) var first = 0
  private(set) var last = 0
  /// How much there is to apply: an event counts as one, and as one for each promise that it lists.
  private(set) var cost = 0
  /// The numbers of the events that begin a turn.
  private(set) var turnStarts: [Int] = []
  /// Some event settles a promise.
  private(set) var settles = false
  /// The promises that its events name, in ascending order, once the segment is complete.
  private var mentioned: [PromiseID]?
  private var storage = Storage.open([])

  private enum Storage {
    case open([PromiseEvent])
    case packed(PackedEvents)
  }

  /// An empty segment, before whose first event stands `state`.
  init(number: Int, before state: RunState, hasKeyframe: Bool) {
    self.number = number
    turnBefore = state.graph.turn
    timeBefore = state.graph.isNew ? .min : state.graph.time
    if hasKeyframe { keyframe = state }
  }

  /// The state before its first event; only some segments keep it.
  var keyframe: RunState? {
    get { keyframeBox[orElse: nil] }
    set {
      keyframeBox = MaybeBox()
      if let newValue { keyframeBox[orElse: nil] = newValue }
    }
  }

  /// It keeps the state before its first event.
  var hasKeyframe: Bool { keyframeBox.isFull }

  /// Its events in order.
  func events(_ cache: SegmentCache) -> [PromiseEvent] {
    switch storage {
    case .open(let events): events
    case .packed(let packed): cache.events(of: packed)
    }
  }

  /// About how many bytes it takes, without its keyframe.
  var byteCount: Int {
    let lists = 8 * (turnStarts.count + (mentioned?.count ?? 0))
    return switch storage {
    case .open(let events): lists + events.capacity * MemoryLayout<PromiseEvent>.stride
    case .packed(let packed): lists + packed.byteCount + MemoryLayout<Segment>.stride
    }
  }

  /// Adds the next event; tells how much there is to apply.
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

  /// Nothing more will be appended.
  mutating func complete() {
    guard case .open(let events) = storage else { return }
    var all: Set<PromiseID> = []
    for event in events { event.kind.forEachPromise { all.insert($0) } }
    mentioned = all.sorted()
    storage = .packed(PackedEvents(events))
  }

  /// Whether some event may name `promise`; no false "no".
  func mayMention(_ promise: PromiseID) -> Bool {
    guard let mentioned else { return true }
    let index = mentioned.partitionPoint(where: { $0 < promise })
    return index < mentioned.count && mentioned[index] == promise
  }

  /// The index of the first event whose number is greater than `sequence`. O(1) where no number is
  /// missing
  func index(after sequence: Int, _ cache: SegmentCache) -> Int {
    guard count > 0, sequence >= first else { return 0 }
    if sequence >= last { return count }
    if isDense { return sequence - first + 1 }
    return events(cache).partitionPoint(where: { $0.sequence <= sequence })
  }

  /// The number of the event at `index`.
  func sequence(at index: Int, _ cache: SegmentCache) -> Int {
    isDense ? first + index : events(cache)[index].sequence
  }

  /// How many turns begin up to `sequence`.
  func turns(upTo sequence: Int) -> Int { turnStarts.partitionPoint(where: { $0 <= sequence }) }

  /// No number is missing.
  private var isDense: Bool { last.saturatingMinus(first) == count - 1 }
}

extension PromiseEvent.Kind {
  /// How many promises it lists: what has no bound.
  fileprivate var listCount: Int {
    if case .created(let creation) = self { return creation.parents.count }
    if case .deallocated(_, _, let waiting) = self { return waiting.count }
    return 0
  }
}

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
