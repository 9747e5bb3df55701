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

  private let bytes: any BinaryBytes
  private let start: BinaryHeader
  private let names = BinaryNames()
  private var clock = BinaryClock()
  /// The number of units in the file that were examined.
  private var units = 0
  /// Chunks that were not in use yet when they were examined.
  private var unopened: [Int] = []
  private var nameChunks: [NameChunk] = []
  /// The chunks of events that have more to read, ordered as a heap by their next stamps.
  private var heap: [BinaryChunk] = []
  /// Chunks that were read to their end, and may grow.
  private var idle: [BinaryChunk] = []
  /// The highest stamp that had arrived at the previous examination.
  private var horizon: UInt64 = 0
  private var newest: UInt64 = 0
  private var time = Int64.min

  /// Chunks with the names of files, and how much of each was read.
  private struct NameChunk {
    var offset: Int
    var size: Int
    var read: Int
  }

  /// Opens a trace. Throws an error if it is not a binary trace, or of a newer version.
  package init(_ bytes: any BinaryBytes) throws(TraceError) {
    self.bytes = bytes
    start = try BinaryHeader(bytes)
    header = start.header
    for (ticks, nanoseconds) in start.comparisons {
      clock.add(ticks: ticks, nanoseconds: nanoseconds)
    }
  }

  /// Whether some records could not be read.
  package var isDamaged: Bool { complaintCount > 0 }

  /// How the recording has ended so far.
  package var ending: Ending {
    switch BinaryHeader.state(bytes) {
    case BinaryFormat.State.finished: .finished
    case BinaryFormat.State.full: .full
    default:
      ProcessMark.isRunning(start.pid, startedAt: start.startOfProcess, boot: start.boot)
        ? .running : .cutShort
    }
  }

  /// Returns the next events, at most `limit`; empty if there are none at the moment.
  ///
  /// - Parameter isComplete: Whether no more records arrive. Otherwise, the newest events are
  ///   returned by a later call, because a thread may still be writing an earlier one.
  package mutating func read(limit: Int = 8192, isComplete: Bool) -> [PromiseEvent] {
    if heap.isEmpty || !isComplete { examine() }
    var events: [PromiseEvent] = []
    while events.count < limit, let first = heap.first, isComplete || first.stamp <= horizon {
      if let event = takeFirst() { events.append(event) }
    }
    if !isComplete, heap.isEmpty || events.count < limit { horizon = newest }
    return events
  }
}

// MARK: - What has arrived

extension BinaryTraceReader {
  /// Looks for new chunks, and for new records in known ones.
  private mutating func examine() {
    let available = min(BinaryHeader.chunkCount(bytes), (bytes.size - start.size) / start.chunkSize)
    let before = unopened
    unopened = []
    for unit in before { open(unit) }
    while units < available { units += open(units) }
    let waiting = idle
    idle = []
    for chunk in waiting { resume(chunk) }
    readNames()
  }

  /// Examines the chunk at a place. Returns the number of units that it has.
  @discardableResult
  private mutating func open(_ unit: Int) -> Int {
    let offset = start.size + unit * start.chunkSize
    let part = bytes.read(at: offset, count: BinaryFormat.chunkHeaderSize)
    guard part.count == BinaryFormat.chunkHeaderSize else { return 1 }
    let units = Int(part.number(BinaryFormat.Chunk.units, as: UInt32.self))
    switch part.number(BinaryFormat.Chunk.content, as: UInt32.self) {
    case BinaryFormat.Content.nothing:
      unopened.append(unit)
      return 1
    case BinaryFormat.Content.events:
      let ticks = part.number(BinaryFormat.Chunk.ticks, as: UInt64.self)
      let nanoseconds = part.number(BinaryFormat.Chunk.nanoseconds, as: Int64.self)
      clock.add(ticks: ticks, nanoseconds: nanoseconds)
      resume(
        BinaryChunk(
          offset: offset, size: max(1, units) * start.chunkSize, stamp: ticks,
          thread: Int(part.number(BinaryFormat.Chunk.thread, as: UInt32.self))))
    case BinaryFormat.Content.names:
      nameChunks.append(NameChunk(offset: offset, size: max(1, units) * start.chunkSize, read: 0))
    default: complain("the chunk at byte \(offset) is of an unknown kind")
    }
    return min(max(1, units), 1 << 16)
  }

  /// Puts a chunk into the heap if it has a record.
  private mutating func resume(_ chunk: BinaryChunk) {
    var chunk = chunk
    chunk.update(bytes)
    newest = max(newest, chunk.newest)
    do throws(BinaryFields.Failure) {
      if try chunk.advance(bytes) { push(chunk) } else { idle.append(chunk) }
    } catch {
      complain(error, chunk)
    }
  }

  private mutating func readNames() {
    for place in nameChunks.indices {
      let chunk = nameChunks[place]
      let size = Int(
        bytes.read(at: chunk.offset, count: 4).number(BinaryFormat.Chunk.length, as: UInt32.self))
      let end = min(size, chunk.size - BinaryFormat.chunkHeaderSize)
      guard end > chunk.read else { continue }
      let part = bytes.read(
        at: chunk.offset + BinaryFormat.chunkHeaderSize + chunk.read, count: end - chunk.read)
      var offset = 0
      while offset + 16 <= part.count {
        let address = part.number(offset, as: UInt64.self)
        let length = Int(part.number(offset + 8, as: UInt16.self))
        guard offset + 16 + length <= part.count else { break }
        let name = part[(offset + 16)..<(offset + 16 + length)]
        names.add(file: String(decoding: name, as: UTF8.self), at: address)
        offset += 16 + length
      }
      nameChunks[place].read += offset
    }
  }

  private mutating func complain(_ sentence: String) {
    complaintCount += 1
    if complaints.count < 100 { complaints.append(sentence) }
  }

  private mutating func complain(_ failure: BinaryFields.Failure, _ chunk: BinaryChunk) {
    let what =
      switch failure {
      case .endsEarly: "ends early"
      case .unknownCode(let code): "has an unknown code, \(code)"
      case .badNumber: "contains an invalid number"
      }
    complain("the record at byte \(chunk.place) \(what); the rest of its chunk is skipped")
  }
}

// MARK: - Merging

extension BinaryTraceReader {
  /// Returns the event with the lowest stamp; `nil` if its record is not an event, or damaged.
  private mutating func takeFirst() -> PromiseEvent? {
    var chunk = heap[0]
    do throws(BinaryFields.Failure) {
      let record = try chunk.take(names)
      newest = max(newest, chunk.newest)
      if try chunk.advance(bytes) {
        heap[0] = chunk
        sink(0)
      } else {
        removeFirst()
        chunk.release()
        idle.append(chunk)
      }
      return event(record)
    } catch {
      removeFirst()
      complain(error, chunk)
      return nil
    }
  }

  private mutating func event(_ record: BinaryChunk.Record) -> PromiseEvent? {
    switch record.content {
    case .clock(let nanoseconds):
      clock.add(ticks: record.stamp, nanoseconds: nanoseconds)
      return nil
    case .thread: return nil
    case .event(let kind):
      count += 1
      time = max(time, clock.nanoseconds(of: record.stamp) &- start.epoch)
      return PromiseEvent(
        sequence: count, time: time, thread: ThreadID(record.thread),
        queue: record.queue > 0 ? QueueID(record.queue) : nil, kind: kind)
    }
  }

  private mutating func push(_ chunk: BinaryChunk) {
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
