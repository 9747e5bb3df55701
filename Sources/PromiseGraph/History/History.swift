package import PromiseKitLite

/// The events of a stream in order, bounded, and the state after any of them.
///
/// The events lie in segments, some of which begin with a keyframe: the ``Graph`` before their first
/// event. The state at any event is the nearest keyframe before it and the events from there on. When
/// the keyframes become many, every other one is given up; when the events do, the oldest segment is,
/// and the state after it becomes the base, where the playhead's "start" is then.
///
/// A position is the number of the event that the playhead stands on; ``base`` is before the first.
package struct History: Sendable {
  var segments: [Segment] = []
  private var head = Graph()
  private var window = ReorderingWindow()
  private let limit: Int
  private let segmentSize: Int
  /// Only segments whose number it divides keep a keyframe.
  private var keyframeStride = 1
  /// How many segments keep a keyframe.
  private(set) var keyframeCount = 0

  /// The position "start": 0, or the number of the last event that was evicted.
  package private(set) var base = 0
  /// How many events there are.
  package private(set) var count = 0
  /// How many events were refused, because their number had come already or was given up for lost.
  package private(set) var refused = 0

  /// Keeps at most `limit` events, or a segment's more.
  package init(limit: Int = 1_000_000) {
    self.init(limit: limit, segmentSize: min(1024, limit / 8))
  }

  /// A history whose segments hold `segmentSize` events.
  init(limit: Int, segmentSize: Int) {
    self.limit = max(1, limit)
    self.segmentSize = max(1, segmentSize)
  }

  /// The number of the newest event.
  package var last: Int { head.sequence }
  /// There is no event.
  package var isEmpty: Bool { count == 0 }
  /// The time of the newest event.
  package var endTime: Int64 { head.time }
  /// The events that there are, in order.
  package var events: some Sequence<PromiseEvent> { segments.lazy.flatMap(\.events) }
}

// MARK: - Taking events in

extension History {
  /// Takes an event in. One whose predecessors have not come yet is held back for a while.
  package mutating func append(_ event: PromiseEvent) {
    guard event.sequence > last else {
      refused += 1
      return
    }
    if ReorderingWindow.follows(event, last), window.isEmpty {
      take(event)
    } else {
      refused += window.hold(event) ? 0 : 1
      while let next = window.next(after: last) { take(next) }
    }
  }

  /// Takes events in.
  package mutating func append(contentsOf events: some Sequence<PromiseEvent>) {
    for event in events { append(event) }
  }

  /// Takes in what is held back; the numbers that have not come count as lost from here on.
  package mutating func flush() {
    while let next = window.giveUp() { take(next) }
  }

  private mutating func take(_ event: PromiseEvent) {
    if segments.last.map({ $0.events.count >= segmentSize }) ?? true { openSegment() }
    let turn = head.turn
    head.apply(event)
    segments[segments.count - 1].append(event, beginsTurn: head.turn != turn)
    count += 1
    while count > limit, segments.count > 1 { evict() }
  }

  private mutating func openSegment() {
    if !segments.isEmpty { segments[segments.count - 1].complete() }
    let number = segments.last.map { $0.number + 1 } ?? 0
    let hasKeyframe = segments.isEmpty || number % keyframeStride == 0
    segments.append(Segment(number: number, before: head, hasKeyframe: hasKeyframe))
    keyframeCount += hasKeyframe ? 1 : 0
    if keyframeCount > Self.keyframeLimit { thinKeyframes() }
  }

  /// Gives up every other keyframe, but never the first.
  private mutating func thinKeyframes() {
    keyframeStride *= 2
    for index in segments.indices.dropFirst()
    where segments[index].number % keyframeStride != 0 {
      segments[index].keyframe = nil
    }
    keyframeCount = segments.count { $0.keyframe != nil }
  }

  /// Gives the oldest segment up.
  private mutating func evict() {
    let end = graph(at: segments[0].last)
    if segments[1].keyframe != nil { keyframeCount -= 1 }
    segments[1].keyframe = end
    base = segments[0].last
    count -= segments[0].events.count
    segments.removeFirst()
  }

  private static var keyframeLimit: Int { 256 }
}

// MARK: - Looking back

extension History {
  /// The event of that number. O(1) where no number is missing
  package subscript(_ sequence: Int) -> PromiseEvent? {
    guard let segment = segmentIndex(of: sequence).map({ segments[$0] }) else { return nil }
    let index = segment.index(after: sequence) - 1
    return index >= 0 && segment.events[index].sequence == sequence ? segment.events[index] : nil
  }

  /// The state when the events up to that number had happened. At most some thousand events are
  /// applied.
  package func graph(at sequence: Int) -> Graph {
    if sequence >= last { return head }
    guard let index = segmentIndex(of: sequence) else {
      return segments.first?.keyframe ?? Graph()
    }
    var start = index
    while start > 0, segments[start].keyframe == nil { start -= 1 }
    var graph = segments[start].keyframe ?? Graph()
    for segment in segments[start...index] {
      for event in segment.events {
        if event.sequence > sequence { return graph }
        graph.apply(event)
      }
    }
    return graph
  }

  /// The index of the segment that holds `sequence`, or would; none before the first event.
  func segmentIndex(of sequence: Int) -> Int? {
    let index = segments.partitionPoint { $0.first <= sequence } - 1
    return index >= 0 ? index : nil
  }
}
