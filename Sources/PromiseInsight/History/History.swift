package import PromiseEvents
package import PromiseGraph

/// The events of a stream in order, up to a limit, and the state after any of them.
///
/// The events are packed in segments, some of which have a keyframe: the ``RunState`` before their first event.
/// The state at any event is computed from the nearest earlier keyframe and the events after it. When there are
/// too many keyframes, every other one is discarded; when there are too many events or bytes, the oldest
/// segment is discarded, and the state after it becomes the base, the new "start" of the playhead.
///
/// A position is the number of the event that the playhead stands on; ``base`` is before the first.
package struct History: Sendable {
  var segments: [Segment] = []
  @Box private var head: RunState
  let cache = SegmentCache()
  private var window = ReorderingWindow()
  private let limit: Int
  private let segmentSize: Int
  /// The cost of the events between one keyframe and the next, as ``Segment/cost`` counts.
  private var spacing: Int
  /// The number of the newest event that was applied. The head has it, too, but to read it there for each event takes
  /// a copy of the head.
  private var newest = 0
  /// The cost of the events since the last keyframe.
  private var sinceKeyframe = 0
  /// How many segments have a keyframe.
  private(set) var keyframeCount = 0
  /// The bytes of the complete segments.
  private var segmentBytes = 0

  /// The approximate limit in bytes. The open segment and the state itself are never discarded.
  package let byteLimit: Int
  /// The position "start": 0, or the number of the last event that was evicted.
  package private(set) var base = 0
  /// Events up to this number only describe what was alive at that point. They belong to the state before the
  /// first event, and missing numbers among them are not a loss.
  package let since: Int
  /// The number of events.
  package private(set) var count = 0
  /// How many events were refused because their number was already present or considered lost.
  package private(set) var refused = 0

  /// How many events were discarded to make room for newer ones.
  package private(set) var evicted = 0

  /// Creates a history of at most `limit` events, or a segment more, in about `byteLimit` bytes.
  package init(
    limit: Int = 1_000_000, byteLimit: Int = 352 << 20, lints: LintSettings = LintSettings(),
    since: Int = 0
  ) {
    self.init(
      limit: limit, byteLimit: byteLimit, segmentSize: min(1024, limit / 8), lints: lints,
      since: since)
  }

  /// Creates a history whose segments contain `segmentSize` events.
  init(
    limit: Int, byteLimit: Int = 352 << 20, segmentSize: Int, lints: LintSettings = LintSettings(),
    since: Int = 0
  ) {
    head = RunState(lints: lints, since: since, canForget: true)
    self.since = max(0, since)
    base = self.since
    self.limit = max(1, limit)
    self.byteLimit = max(1, byteLimit)
    self.segmentSize = max(1, segmentSize)
    spacing = self.segmentSize * 3 / 2
  }

  /// The number of the newest event.
  package var last: Int { max(newest, since) }
  /// Whether there are no events.
  package var isEmpty: Bool { count == 0 }
  /// Whether the events so far only describe what was alive at the beginning.
  package var isJoining: Bool { since > 0 && count == 0 }
  /// The time of the newest event.
  package var endTime: Int64 { head.graph.time }
  /// The events, in order.
  package var events: some Sequence<PromiseEvent> {
    segments.lazy.flatMap { [cache] in $0.events(cache) }
  }

  /// Returns the events after a position, in order.
  package func events(after position: Int) -> some Sequence<PromiseEvent> {
    let first = segmentIndex(of: position) ?? 0
    return segments[min(first, segments.count)...].lazy.flatMap { [cache] in
      $0.events(cache)[$0.index(after: position, cache)...]
    }
  }
}

// MARK: - Taking events in

extension History {
  /// Appends an event. An event that arrives before its predecessors is held back for a while.
  package mutating func append(_ event: PromiseEvent) {
    guard event.sequence > last else {
      guard isJoining, event.sequence > newest else { return refused += 1 }
      newest = event.sequence
      head.apply(event)
      return
    }
    if ReorderingWindow.follows(event, last), window.isEmpty {
      take(event)
    } else {
      refused += window.hold(event) ? 0 : 1
      while let next = window.next(after: last) { take(next) }
    }
  }

  /// Appends events.
  package mutating func append(contentsOf events: some Sequence<PromiseEvent>) {
    for event in events { append(event) }
  }

  /// Appends the events that are held back; numbers that have not arrived count as lost.
  package mutating func flush() {
    while let next = window.giveUp() { take(next) }
  }

  private mutating func take(_ event: PromiseEvent) {
    if segments.isEmpty || segments[segments.count - 1].cost >= segmentSize { openSegment() }
    newest = max(newest, event.sequence)
    let beginsTurn = head.apply(event)
    let index = segments.count - 1
    sinceKeyframe += segments[index].append(event, beginsTurn: beginsTurn)
    count += 1
    // Done at the last event before a keyframe, so that applying events to a keyframe gives the same states
    // again.
    if evicted > 0, segments[index].cost >= segmentSize, sinceKeyframe >= spacing {
      head.forget(upTo: middle)
    }
    while count > limit, segments.count > 1 { evict() }
  }

  /// About the middle of the events that the playhead can go back to. What had ended there can be forgotten in
  /// the newest state: the older half of the keyframes still has it, until they are discarded.
  private var middle: Int {
    let segment = segments[segments.count / 2]
    return segment.count > 0 ? segment.first : base
  }

  private mutating func openSegment() {
    if !segments.isEmpty {
      segments[segments.count - 1].complete()
      segmentBytes += segments[segments.count - 1].byteCount
    }
    let number = segments.last.map { $0.number + 1 } ?? 0
    let hasKeyframe = segments.isEmpty || sinceKeyframe >= spacing
    if hasKeyframe {
      sinceKeyframe = 0
      keyframeCount += 1
    }
    segments.append(Segment(number: number, before: head, hasKeyframe: hasKeyframe))
    if keyframeCount > Self.keyframeLimit { thinKeyframes() }
    while bytes > byteLimit, segments.count > 1 { evict() }
  }

  /// Spaces the keyframes farther apart by discarding about every other one, but never the first, none at which
  /// something was forgotten, and none if a jump would then have to apply too many events.
  private mutating func thinKeyframes() {
    guard spacing < Self.spacingLimit else { return }
    spacing = min(2 * spacing, Self.spacingLimit)
    guard evicted == 0 else { return }
    var distance = 0
    for index in segments.indices.dropFirst() {
      distance += segments[index - 1].cost
      guard segments[index].hasKeyframe else { continue }
      if distance < spacing, segments[index - 1].cost < spacing {
        segments[index].keyframe = nil
      } else {
        distance = 0
      }
    }
    keyframeCount = segments.count { $0.hasKeyframe }
  }

  /// Discards the oldest segments: those before the next keyframe, so that no event has to be applied; or a
  /// single one if there is no keyframe or it is far away.
  private mutating func evict() {
    var end = segments.indices.dropFirst().prefix(Self.mostEvicted).first {
      segments[$0].hasKeyframe
    }
    if end == nil {
      segments[1].keyframe = state(at: segments[0].last)
      keyframeCount += 1
      end = 1
    }
    guard let end else { return }
    base = segments[end - 1].last
    for segment in segments[..<end] {
      count -= segment.count
      evicted += segment.count
      segmentBytes -= segment.byteCount
    }
    keyframeCount -= 1
    segments.removeFirst(end)
  }

  /// The most segments that are discarded at a time.
  private static var mostEvicted: Int { 16 }

  private static var keyframeLimit: Int { 128 }
  /// The greatest cost between two keyframes that keeps jumps quick.
  private static var spacingLimit: Int { 6144 }
}

// MARK: - What it takes

extension History {
  /// The approximate number of bytes: the packed events, those that are not packed yet, the newest state, and
  /// what the keyframes do not share with it.
  package var bytes: Int {
    segmentBytes + (segments.last?.byteCount ?? 0) + head.byteCount + keyframeBytes
  }

  /// The bytes that were copied since the first keyframe, plus what the newest state has forgotten and earlier
  /// keyframes still have.
  private var keyframeBytes: Int { head.bytes(since: segments.first?.keyframe) }
}

// MARK: - Looking back

extension History {
  /// The event with a number. O(1) if no number is missing
  package subscript(_ sequence: Int) -> PromiseEvent? {
    guard let segment = segmentIndex(of: sequence).map({ segments[$0] }) else { return nil }
    let index = segment.index(after: sequence, cache) - 1
    guard index >= 0 else { return nil }
    let event = segment.events(cache)[index]
    return event.sequence == sequence ? event : nil
  }

  /// Returns the graph after the events up to a number, from ``state(at:)``.
  package func graph(at sequence: Int) -> Graph { state(at: sequence).graph }

  /// Returns the state after the events up to a number. At most some thousand events are applied.
  package func state(at sequence: Int) -> RunState {
    if sequence >= last { return head }
    guard let index = segmentIndex(of: sequence) else {
      return segments.first?.keyframe ?? head
    }
    if sequence == segments[index].last, index + 1 < segments.count,
      let keyframe = segments[index + 1].keyframe
    {
      return keyframe
    }
    var start = index
    while start > 0, !segments[start].hasKeyframe { start -= 1 }
    var state = segments[start].keyframe ?? RunState(lints: head.lints.settings)
    for segment in segments[start...index] {
      for event in segment.events(cache) {
        if event.sequence > sequence { return state }
        state.apply(event)
      }
    }
    return state
  }

  /// Returns the index of the segment that contains `sequence`, or would; `nil` before the first event.
  func segmentIndex(of sequence: Int) -> Int? {
    let index = segments.partitionPoint { $0.first <= sequence } - 1
    return index >= 0 ? index : nil
  }
}
