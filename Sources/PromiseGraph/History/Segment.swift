import PromiseKitLite

/// A run of consecutive events, and what is known of it without reading them.
struct Segment: Sendable {
  /// Its place among all segments, evicted ones included.
  let number: Int
  /// The state before its first event; only some segments keep it.
  var keyframe: Graph?
  /// The number of the turn, and the greatest time, before its first event.
  let turnBefore: Int
  let timeBefore: Int64

  /// Its events in order.
  private(set) var events: [PromiseEvent] = []
  /// The numbers of the events that begin a turn.
  private(set) var turnStarts: [Int] = []
  /// Some event settles a promise.
  private(set) var settles = false
  /// The promises that its events name, in ascending order, once the segment is complete.
  private var mentioned: [PromiseID]?

  /// An empty segment, before whose first event stands `graph`.
  init(number: Int, before graph: Graph, hasKeyframe: Bool) {
    self.number = number
    keyframe = hasKeyframe ? graph : nil
    turnBefore = graph.turn
    timeBefore = graph.isNew ? .min : graph.time
  }

  /// The numbers of its first and last event.
  var first: Int { events.first?.sequence ?? 0 }
  var last: Int { events.last?.sequence ?? 0 }

  /// Adds the next event.
  mutating func append(_ event: PromiseEvent, beginsTurn: Bool) {
    events.append(event)
    if beginsTurn { turnStarts.append(event.sequence) }
    if event.kind.isSettlement { settles = true }
  }

  /// Nothing more will be appended.
  mutating func complete() {
    var all: Set<PromiseID> = []
    for event in events { event.kind.forEachPromise { all.insert($0) } }
    mentioned = all.sorted()
  }

  /// Whether some event may name `promise`; no false "no".
  func mayMention(_ promise: PromiseID) -> Bool {
    guard let mentioned else { return true }
    let index = mentioned.partitionPoint(where: { $0 < promise })
    return index < mentioned.count && mentioned[index] == promise
  }

  /// The index of the first event whose number is greater than `sequence`. O(1) where no number is
  /// missing
  func index(after sequence: Int) -> Int {
    guard sequence >= first else { return 0 }
    let guess = sequence.saturatingMinus(first)
    if guess < events.count, events[guess].sequence == sequence { return guess + 1 }
    return events.partitionPoint(where: { $0.sequence <= sequence })
  }

  /// How many turns begin up to `sequence`.
  func turns(upTo sequence: Int) -> Int { turnStarts.partitionPoint(where: { $0 <= sequence }) }
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
