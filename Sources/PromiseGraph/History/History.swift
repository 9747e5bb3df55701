package import PromiseEvents

/// The events of a stream in order, bounded, and the state after any of them.
///
/// The events lie in segments, packed, some of which begin with a keyframe: the ``RunState`` before their
/// first event. The state at any event is the nearest keyframe before it and the events from there on.
/// When the keyframes become many, every other one is given up; when the events do, or all takes too
/// many bytes, the oldest segment is, and the state after it becomes the base, where the playhead's "start"
/// is then.
///
/// A position is the number of the event that the playhead stands on; ``base`` is before the first.
package struct History: Sendable {
  var segments: [Segment] = []
  private var head: RunState
  let cache = SegmentCache()
  private var window = ReorderingWindow()
  private let limit: Int
  private let segmentSize: Int
  /// How much there is to apply between one keyframe and the next, as ``Segment/cost`` counts.
  private var spacing: Int
  /// What there is to apply since the last keyframe.
  private var sinceKeyframe = 0
  /// How many segments keep a keyframe.
  private(set) var keyframeCount = 0
  /// The bytes of the segments that are complete.
  private var segmentBytes = 0

  /// About how many bytes it may take. What is open, and the state itself, are not given up, however much
  /// they take.
  package let byteLimit: Int
  /// The position "start": 0, or the number of the last event that was evicted.
  package private(set) var base = 0
  /// Of the events up to this number only those come that tell what was alive then: they belong to the
  /// state before the first event, and numbers that are missing among them are no loss.
  package let since: Int
  /// How many events there are.
  package private(set) var count = 0
  /// How many events were refused, because their number had come already or was given up for lost.
  package private(set) var refused = 0

  /// How many events were given up to make room for newer ones.
  package private(set) var evicted = 0

  /// Keeps at most `limit` events, or a segment's more, in about `byteLimit` bytes.
  package init(
    limit: Int = 1_000_000, byteLimit: Int = 352 << 20, lints: LintSettings = LintSettings(),
    since: Int = 0
  ) {
    self.init(
      limit: limit, byteLimit: byteLimit, segmentSize: min(1024, limit / 8), lints: lints,
      since: since)
  }

  /// A history whose segments hold `segmentSize` events.
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
  package var last: Int { max(head.graph.sequence, since) }
  /// There is no event.
  package var isEmpty: Bool { count == 0 }
  /// What was alive at the beginning is still being told: no event has come after it.
  package var isJoining: Bool { since > 0 && count == 0 }
  /// The time of the newest event.
  package var endTime: Int64 { head.graph.time }
  /// The events that there are, in order.
  package var events: some Sequence<PromiseEvent> {
    segments.lazy.flatMap { [cache] in $0.events(cache) }
  }

  /// The events after a position, in order.
  package func events(after position: Int) -> some Sequence<PromiseEvent> {
    let first = segmentIndex(of: position) ?? 0
    return segments[min(first, segments.count)...].lazy.flatMap { [cache] in
      $0.events(cache)[$0.index(after: position, cache)...]
    }
  }
}

// MARK: - Taking events in

extension History {
  /// Takes an event in. One whose predecessors have not come yet is held back for a while.
  package mutating func append(_ event: PromiseEvent) {
    guard event.sequence > last else {
      if isJoining, event.sequence > head.graph.sequence { head.apply(event) } else { refused += 1 }
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
    if segments.isEmpty || segments[segments.count - 1].cost >= segmentSize { openSegment() }
    let turn = head.graph.turn
    head.apply(event)
    let index = segments.count - 1
    sinceKeyframe += segments[index].append(event, beginsTurn: head.graph.turn != turn)
    count += 1
    // At the last event before a keyframe: whoever applies events to one comes to the states that were seen.
    if evicted > 0, segments[index].cost >= segmentSize, sinceKeyframe >= spacing {
      head.forget(upTo: middle)
    }
    while count > limit, segments.count > 1 { evict() }
  }

  /// About the middle of what can be gone back to. What was over there need not be seen at the newest event:
  /// the older half of the keyframes has it, and keeps it until they are given up.
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

  /// Lets the keyframes lie farther apart; gives up about every other one, but never the first, and none
  /// that would leave more to apply than a jump may take, nor one at which something was forgotten.
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

  /// Gives the oldest segments up: those before the next keyframe, so that no event has to be applied; or,
  /// where there is none or it is far, one alone.
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

  /// So many segments are given up at once.
  private static var mostEvicted: Int { 16 }

  private static var keyframeLimit: Int { 128 }
  /// What there may be to apply between two keyframes, for a jump to be quick.
  private static var spacingLimit: Int { 6144 }
}

// MARK: - What it takes

extension History {
  /// About how many bytes it takes: the packed events, those that are not packed yet, the newest state,
  /// and what the keyframes do not share with it.
  package var bytes: Int {
    segmentBytes + (segments.last?.byteCount ?? 0) + head.byteCount + keyframeBytes
  }

  /// A keyframe takes what was copied after it: the first one that is kept, what was copied since then. What
  /// the newest state has forgotten is still in the ones before it.
  private var keyframeBytes: Int { head.bytes(since: segments.first?.keyframe) }
}

// MARK: - Looking back

extension History {
  /// The event of that number. O(1) where no number is missing
  package subscript(_ sequence: Int) -> PromiseEvent? {
    guard let segment = segmentIndex(of: sequence).map({ segments[$0] }) else { return nil }
    let index = segment.index(after: sequence, cache) - 1
    guard index >= 0 else { return nil }
    let event = segment.events(cache)[index]
    return event.sequence == sequence ? event : nil
  }

  /// The graph when the events up to that number had happened: of ``state(at:)``.
  package func graph(at sequence: Int) -> Graph { state(at: sequence).graph }

  /// The state when the events up to that number had happened. At most some thousand events are
  /// applied.
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

  /// The index of the segment that holds `sequence`, or would; none before the first event.
  func segmentIndex(of sequence: Int) -> Int? {
    let index = segments.partitionPoint { $0.first <= sequence } - 1
    return index >= 0 ? index : nil
  }
}
