import PromiseKitLite

/// A run of consecutive events, and what is known of it without reading them.
///
/// Once it is complete its events are packed; whoever reads them gives the ``SegmentCache`` that keeps
/// some of them unpacked.
struct Segment: Sendable {
  /// Its place among all segments, evicted ones included.
  let number: Int
  /// In a place of its own, since it is large and most have none.
  private var keyframeBox = MaybeBox<Graph?>()
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

  /// An empty segment, before whose first event stands `graph`.
  init(number: Int, before graph: Graph, hasKeyframe: Bool) {
    self.number = number
    turnBefore = graph.turn
    timeBefore = graph.isNew ? .min : graph.time
    if hasKeyframe { keyframe = graph }
  }

  /// The state before its first event; only some segments keep it.
  var keyframe: Graph? {
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
    switch self {
    case .created(let creation): creation.parents.count
    case .deallocated(_, _, let waiting): waiting.count
    default: 0
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that does not satisfy `isBefore`, which holds for the elements
  /// up to one of them and for none after it. O(log count)
  func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var low = startIndex
    var high = endIndex
    while low < high {
      let middle = low + (high - low) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
