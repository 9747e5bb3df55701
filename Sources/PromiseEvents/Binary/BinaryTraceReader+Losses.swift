import PromiseSystem

/// The events that a program gave back to the file system before they were read.
struct LostEvents {
  /// Whether the trace was looked at. What was kept of chunks given back before that is read.
  var isOpen = false
  /// The chunks that were read to their end, and that the program can give back.
  var complete: [BinaryChunk] = []
  /// The number of events that were given back and kept, so that they are not missing.
  var kept = 0
  /// Whether a chunk turned out to be given back, so that what follows may depend on missing events.
  var isBehind = false
  /// The number of missing events that the reader has not reported yet.
  private(set) var missing = 0
  /// The number of events that the program has given back, of those that it had when the trace was
  /// opened and that were reported since, and of those that were read before.
  private var total = 0
  private var known = 0

  /// The stamp up to which events are missing among those that are there. What is missing is reported
  /// after that, because only what follows is complete.
  private var incompleteUntil: UInt64 = 0
  /// The promises that were created and not freed; `nil` if no events were missing when the trace was
  /// opened, or more are missing since.
  private var present: Set<PromiseID>?

  /// Notes how many events the trace has lost when it is opened, and up to which stamp what is shown of
  /// promises is incomplete.
  mutating func open(_ lost: Int, forgotten: UInt64) {
    isOpen = true
    (total, known, missing) = (lost, lost, max(0, lost - kept))
    incompleteUntil = forgotten
    present = lost > 0 ? [] : nil
  }

  /// Returns whether an event is about a promise whose creation was given back and not kept, since it has
  /// ended, or there are too many: what is left of such promises says nothing about them.
  mutating func includes(_ kind: PromiseEvent.Kind) -> Bool {
    guard present != nil else { return false }
    if case .created(let creation) = kind {
      present?.insert(creation.promise)
      return false
    }
    guard let promise = kind.mentioned.subject else { return false }
    if case .deallocated = kind { return present?.remove(promise) == nil }
    return present?.contains(promise) == false
  }

  /// Whether events are missing before one with this stamp, and that can be reported.
  func areMissing(before stamp: UInt64) -> Bool { missing > 0 && stamp > incompleteUntil }

  /// Leaves a chunk that was given back: those of its events that were read are not missing.
  mutating func leave(_ chunk: BinaryChunk) { if !chunk.isKept { known += chunk.count } }

  /// Returns whether chunks were given back since the last call.
  mutating func change(to lost: Int) -> Bool {
    defer { total = lost }
    return lost != total
  }

  /// Finds what is missing, after ``leave(_:)`` was called for all chunks that were given back.
  mutating func count() {
    guard total > known else { return }
    missing += total - known
    present = nil
    known = total
  }

  /// Returns the number of missing events, which are reported now.
  mutating func takeMissing() -> Int {
    defer { missing = 0 }
    return missing
  }
}

extension BinaryTraceReader {
  /// Looks at a trace for the first time. What was kept of chunks must match those that are there, so
  /// that is repeated if the program gives chunks back in the meantime.
  mutating func open(isComplete: Bool) {
    let before = self
    for attempt in 1...Self.mostAttempts {
      let version = BinaryHeader.version(bytes)
      let lost = BinaryHeader.lostCount(bytes)
      look(isComplete: isComplete)
      let isStable = version % 2 == 0 && BinaryHeader.version(bytes) == version
      // A program that was killed leaves the number odd.
      let isOver = if case .running = ending { false } else { true }
      if isStable || isOver || attempt == Self.mostAttempts {
        return losses.open(lost, forgotten: BinaryHeader.forgotten(bytes))
      }
      self = before
      if version % 2 != 0 { usleep(1000) }
    }
  }

  private static var mostAttempts: Int { 50 }

  /// Leaves the chunks that were given back since the last look, and counts the events that were not
  /// read.
  mutating func countLosses() {
    losses.isBehind = false
    guard losses.change(to: BinaryHeader.lostCount(bytes)) else { return }
    let waiting = keepPresent(heap)
    heap = []
    for chunk in waiting { push(chunk) }
    idle = keepPresent(idle)
    losses.complete = keepPresent(losses.complete)
    losses.count()
    dueCount = heap.count { $0.isDue }
  }

  private mutating func keepPresent(_ chunks: [BinaryChunk]) -> [BinaryChunk] {
    chunks.filter { chunk in
      guard chunk.isGone(bytes) else { return true }
      losses.leave(chunk)
      return false
    }
  }
}
