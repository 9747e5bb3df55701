import CRecording
import PromiseSystem

/// Reads a binary trace: the records of all threads, merged into events in their order.
///
/// The trace can still be growing. ``read(limit:)`` then returns the events that have arrived, and
/// can be called again later.
package struct BinaryTraceReader {
  /// How the recording ended.
  package enum Ending: Sendable {
    /// The program is still being recorded.
    case running
    /// The recording was ended.
    case finished
    /// The process ended without ending the recording: it was killed, crashed, or replaced itself.
    case cutShort
    /// The file could not grow.
    case full
  }

  /// The header of the trace.
  package let header: TraceHeader
  /// The first hundred damaged places, as sentences.
  package private(set) var complaints: [String] = []
  /// The number of damaged places.
  package private(set) var complaintCount = 0
  /// The number of events that were returned.
  package private(set) var count = 0

  /// How long to wait after a look at a growing trace until the next one, in nanoseconds. What the
  /// first one finds is returned after the second one: a thread that was interrupted has probably
  /// written by then what comes before it.
  package var patience: Int64 = 0
  /// For how long the file of a process that cannot be seen may not grow until the process counts as ended, in
  /// nanoseconds.
  package var quiet: Int64 = 2_000_000_000

  /// The number of events of unknown kinds from a newer version that were skipped, by kind.
  package private(set) var skipped: [String: Int] = [:]

  let bytes: any BinaryBytes
  let start: BinaryHeader
  let names: BinaryNames
  var clock = BinaryClock()
  /// The number of units in the file that were examined.
  var units = 0
  /// The number of units that were passed over, because they are holes of the file.
  var holes = 0
  /// Whether the complete file was examined.
  var isExamined = false
  /// Chunks that were not in use yet when they were examined.
  var unopened: [Int] = []
  /// The newest chunk with names of files. Older ones are complete and have been read.
  var nameChunk: NameChunk?
  /// The chunks of events that have more to read, ordered as a heap by their next stamps.
  var heap: [BinaryChunk] = []
  /// Chunks that were read to their end, and may grow.
  var idle: [BinaryChunk] = []
  /// The place of the newest chunk of each thread. A thread that has a newer one no longer writes into
  /// an older one.
  var newestChunks: [Int: Int] = [:]
  /// What the program gave back before it was read.
  var losses = LostEvents()
  /// The stamp up to which the trace has all events.
  var completeUntil = UInt64.max
  /// The parts of the file that will not be read again.
  var finished: [Range<Int>] = []
  /// The number of chunks in the heap with records that had arrived before the last look.
  var dueCount = 0
  /// The declarations of queues that were returned.
  private var declarations: Set<PromiseEvent.Kind> = []
  private var time = Int64.min
  /// When to look again at the earliest.
  private var nextLook: Int64 = 0
  /// When the newest events were found.
  private var lastArrival = cr_nanoseconds()

  /// Opens a trace. Throws an error if it is not a binary trace, or of a newer version.
  package init(_ bytes: any BinaryBytes) throws(TraceError) {
    self.bytes = bytes
    start = try BinaryHeader(bytes)
    header = start.header
    names = BinaryNames(minor: start.minor)
    for (ticks, nanoseconds) in start.comparisons {
      clock.add(ticks: ticks, nanoseconds: nanoseconds)
    }
  }

  /// The time of an event that happens now; later than every event if the trace is from another machine.
  package var now: Int64 {
    start.boot == ProcessMark.boot ? cr_nanoseconds() - start.epoch : .max
  }

  /// Returns the number that a job has in its program, which controls its gate by that. O(n) in the jobs.
  package func number(inProgram job: JobID) -> JobID {
    names.original(of: job.rawValue).map { JobID($0) } ?? job
  }

  /// Whether some records could not be read.
  package var isDamaged: Bool { complaintCount > 0 }

  /// How the recording has ended so far.
  package var ending: Ending {
    switch BinaryHeader.state(bytes) {
    case BinaryFormat.State.finished: .finished
    case BinaryFormat.State.full: .full
    default: isRunning ? .running : .cutShort
    }
  }

  /// Whether the process is running. One that cannot be seen from here counts as running while the file is locked, or
  /// grows if the trace is followed.
  private var isRunning: Bool {
    guard !start.isVisible else {
      return ProcessMark.isRunning(start.pid, startedAt: start.startOfProcess, boot: start.boot)
    }
    return bytes.isLocked || patience > 0 && cr_nanoseconds() - lastArrival < quiet
  }

  /// Returns the next events, at most `limit`; empty if there are none at the moment.
  ///
  /// - Parameter isComplete: Whether all records have arrived. Otherwise, an event that has just
  ///   arrived is returned by a later call, because a thread may still be writing an earlier one.
  package mutating func read(limit: Int = 8192, isComplete: Bool) -> [PromiseEvent] {
    if isComplete {
      // Also before what is left of the last look: what arrived since then may come before that.
      if heap.isEmpty || !isExamined { examine(isComplete: true) }
    } else if dueCount == 0, cr_nanoseconds() >= nextLook {
      examine(isComplete: false)
      nextLook = cr_nanoseconds() + patience
    }
    var events: [PromiseEvent] = []
    var size = 0
    while events.count < limit, size < Self.largestAnswer, !heap.isEmpty,
      isComplete || dueCount > 0
    {
      if losses.areMissing(before: heap[0].stamp) { events.append(gap()) }
      if let event = takeFirst(&size) { events.append(event) }
      if losses.isBehind { countLosses() }
    }
    if size > 0 { lastArrival = cr_nanoseconds() }
    if losses.missing > 0, heap.isEmpty, isComplete { events.append(gap()) }
    // Records that are not events can fill whole chunks.
    return events.isEmpty && size >= Self.largestAnswer
      ? read(limit: limit, isComplete: isComplete) : events
  }

  /// Returns the parts of the file that will not be read again, each of them once.
  package mutating func takeFinished() -> [Range<Int>] {
    defer { finished = [] }
    return start.isLimited ? [] : finished
  }

  /// The size of the records after which the returned list ends.
  private static var largestAnswer: Int { 16 << 20 }
}

// MARK: - Damage

extension BinaryTraceReader {
  mutating func complain(_ sentence: String) {
    complaintCount += 1
    if complaints.count < Self.listLimit { complaints.append(sentence) }
  }

  mutating func complain(_ failure: BinaryFields.Failure, _ chunk: BinaryChunk) {
    if case .givenBack = failure {
      losses.leave(chunk)
      losses.isBehind = true
      return
    }
    let what =
      switch failure {
      case .endsEarly: "ends early"
      case .unknownCode(let code): "has an unknown code, \(code)"
      case .badNumber: "contains an invalid number"
      case .tooMany: "needs more than \(BinaryFormat.Limit.numbers) promises or jobs"
      case .fileEnds: "lies behind the end of the file"
      case .givenBack: "was given back"
      }
    complain("the record at byte \(chunk.place) \(what); the rest of its chunk is skipped")
  }

  private static var listLimit: Int { 100 }
}

// MARK: - Merging

extension BinaryTraceReader {
  /// Returns the event with the lowest stamp; `nil` if its record is not an event, or damaged.
  /// Adds the size of the record to `size`.
  private mutating func takeFirst(_ size: inout Int) -> PromiseEvent? {
    var chunk = heap[0]
    let wasDue = chunk.isDue
    var record: BinaryChunk.Record?
    var hasMore = false
    do throws(BinaryFields.Failure) {
      let next = try chunk.take(bytes, window: window, names, start.newer)
      record = next
      size += next.size
      hasMore = try chunk.advance(bytes, window: window, names)
      if !hasMore {
        chunk.release()
        if !chunk.isKept { idle.append(chunk) }
      }
    } catch {
      complain(error, chunk)
    }
    if wasDue, !hasMore || !chunk.isDue { dueCount -= 1 }
    if hasMore {
      heap[0] = chunk
      sink(0)
    } else {
      removeFirst()
    }
    return record.flatMap { event($0) }
  }

  /// The number of bytes of a chunk to read in one step: less if many chunks have more to read. Each of
  /// them takes at least one page of the disk.
  private var window: Int { min(max((64 << 20) / heap.count, 4096), 64 << 10) }

  private mutating func event(_ record: BinaryChunk.Record) -> PromiseEvent? {
    switch record.content {
    case .clock(let ticks, let nanoseconds):
      clock.reach(ticks: ticks, nanoseconds: nanoseconds)
      return nil
    case .thread: return nil
    case .unknown(let name):
      if skipped[name] != nil || skipped.count < Self.listLimit { skipped[name, default: 0] += 1 }
      return nil
    case .event(let kind):
      guard record.stamp <= completeUntil, !losses.includes(kind), !isRepeated(kind) else {
        return nil
      }
      count += 1
      reach(record.stamp)
      return PromiseEvent(
        sequence: count, time: time, thread: record.thread > 0 ? ThreadID(record.thread) : nil,
        queue: record.queue > 0 ? QueueID(record.queue) : nil, kind: kind)
    }
  }

  /// Returns whether the kind is a declaration that was returned before: threads that use a queue at the same time for the
  /// first time all declare it.
  private mutating func isRepeated(_ kind: PromiseEvent.Kind) -> Bool {
    if case .queueDeclared = kind { !declarations.insert(kind).inserted } else { false }
  }

  /// Notes that an event has a stamp; no event is earlier than the one before it.
  private mutating func reach(_ stamp: UInt64) {
    let now = Int(clock.nanoseconds(of: stamp) - start.epoch)
    time = max(time, Int64(now.clamped(to: EventNumbers.times)))
  }

  /// Returns the event that says how many events are missing here. They have had numbers, too.
  private mutating func gap() -> PromiseEvent {
    let missing = losses.takeMissing()
    count += missing
    if let next = heap.first { reach(next.stamp) }
    return PromiseEvent(
      sequence: count, time: time == .min ? 0 : time, thread: nil, queue: nil,
      kind: .dropped(count: missing))
  }

  mutating func push(_ chunk: BinaryChunk) {
    heap.append(chunk)
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    sink(0)
  }

  private mutating func sink(_ start: Int) {
    var place = start
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count {
        if heap[child] < heap[least] { least = child }
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
