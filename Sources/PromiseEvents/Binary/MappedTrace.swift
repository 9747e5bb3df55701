import CRecording
import PromiseSystem
import Synchronization

/// Writes the events of a program into a binary trace: a file that is mapped into memory.
///
/// Each thread appends its records to a chunk that belongs to it, with plain stores, and then
/// publishes the new length of the chunk. It takes no lock and makes no system call, except when a
/// chunk is full. What is written belongs to the system, so it survives any end of the process.
///
/// What threads may still be writing to when the recording ends is never unmapped.
@usableFromInline
package final class MappedTrace: @unchecked Sendable {
  /// Identifies the trace among those of the process; its lowest bits say what it contains. A pen of another
  /// trace does not match.
  package let number: UInt64
  let pid = getpid()
  private let lock: Mutex<Pages>
  /// The number of ticks after which a thread compares the counter with the system's clock.
  let comparisonInterval: UInt64

  /// Returns the event to write, or `nil`; not set if every event is written as it is.
  let selection: (@Sendable (PromiseEvent) -> PromiseEvent?)?
  /// Whether the texts of notes are written.
  let includesValues: Bool

  private static let count = Atomic<UInt64>(0)

  /// Accessed under the lock.
  private struct Pages {
    var file: MappedFile
    /// Chunks of threads that ended before they were full.
    var unused: [Chunk] = []
    /// The chunk that receives the names of files, and the addresses of those it has.
    var names: Chunk?
    var known: Set<UInt> = []
  }

  /// A chunk that no thread owns.
  struct Chunk: Sendable {
    nonisolated(unsafe) let header: UnsafeMutableRawPointer
    var size: Int
    var length: Int
    /// The stamp and the queue of its last record.
    var written: UInt64
    var queue: Int64
  }

  /// Creates a trace that is written to `file`. `selection` returns what to write of an event.
  package init(
    _ file: sending MappedFile, includesValues: Bool = true,
    selection: (@Sendable (PromiseEvent) -> PromiseEvent?)? = nil
  ) {
    self.selection = selection
    self.includesValues = includesValues
    cr_choose_clock()
    let selects = selection == nil ? 0 : UInt64(cr_selects_events)
    let leavesOut = includesValues ? 0 : UInt64(cr_leaves_out_values)
    number = Self.count.add(4, ordering: .relaxed).newValue | selects | leavesOut
    let (first, second) = file.begin { Self.comparison }
    let ticks = Double(second.ticks &- first.ticks)
    let perNanosecond = ticks / Double(max(1, second.nanoseconds &- first.nanoseconds))
    comparisonInterval = UInt64(min(max(perNanosecond, 0.001), 1000) * 5_000_000)
    lock = Mutex(Pages(file: file))
  }

  /// The counter and the system's clock at one instant.
  static var comparison: (ticks: UInt64, nanoseconds: Int64) {
    let nanoseconds = cr_nanoseconds()
    return (cr_ticks(), nanoseconds)
  }

  /// Marks the trace as complete. A process that was forked from the recorded one does not: the trace
  /// belongs to its parent.
  package func finish() {
    guard getpid() == pid else { return }
    lock.withLock { $0.file.finish(Self.comparison) }
  }
}

// MARK: - Chunks

extension MappedTrace {
  /// The room that a comparison of the clocks needs, in bytes.
  static var spare: Int { 64 }

  /// Returns a chunk with room for `room` bytes: what another thread has left, or a new one.
  func chunk(room: Int, replacing pen: Pen) -> Chunk? {
    let (isFirst, former) = (pen.pointee.end == nil, pen.pointee.start.map { UInt(bitPattern: $0) })
    return lock.withLock { pages in
      if isFirst,
        let place = pages.unused.lastIndex(where: { $0.size - $0.length >= room + 256 })
      {
        return pages.unused.remove(at: place)
      }
      guard let chunk = newChunk(BinaryFormat.Content.events, room: room, in: &pages) else {
        return nil
      }
      if let former { pages.file.release(former) }
      return chunk
    }
  }

  /// Returns a new chunk.
  private func newChunk(_ content: UInt32, room: Int, in pages: inout Pages) -> Chunk? {
    let needed = BinaryFormat.chunkHeaderSize + room + Self.spare
    let units = (needed + BinaryFormat.chunkSize - 1) / BinaryFormat.chunkSize
    guard let header = pages.file.take(units: units) else { return nil }
    let (ticks, nanoseconds) = Self.comparison
    header.storeBytes(of: UInt32(units), toByteOffset: BinaryFormat.Chunk.units, as: UInt32.self)
    header.storeBytes(
      of: UInt32(truncatingIfNeeded: ThreadNumber.current.rawValue),
      toByteOffset: BinaryFormat.Chunk.thread, as: UInt32.self)
    header.storeBytes(of: ticks, toByteOffset: BinaryFormat.Chunk.ticks, as: UInt64.self)
    header.storeBytes(
      of: nanoseconds, toByteOffset: BinaryFormat.Chunk.nanoseconds, as: Int64.self)
    cr_publish((header + BinaryFormat.Chunk.content).assumingMemoryBound(to: UInt32.self), content)
    return Chunk(
      header: header, size: units * BinaryFormat.chunkSize, length: 0, written: ticks, queue: 0)
  }

  /// Takes the chunk of a thread that ends.
  func takeBack(_ pen: Pen) {
    guard pen.pointee.trace == number, let start = pen.pointee.start, let next = pen.pointee.next
    else { return }
    let header = UnsafeMutableRawPointer(start) - BinaryFormat.chunkHeaderSize
    let units = header.load(fromByteOffset: BinaryFormat.Chunk.units, as: UInt32.self)
    let chunk = Chunk(
      header: header, size: Int(units) * BinaryFormat.chunkSize, length: next - start,
      written: max(pen.pointee.written, pen.pointee.stamp), queue: pen.pointee.queue)
    lock.withLock { $0.unused.append(chunk) }
  }

  /// Writes the name of a file, unless the trace has it.
  @inline(never)
  func writeName(_ site: CallSite) {
    lock.withLock { pages in
      guard site.isKnown, !pages.known.contains(site.file) else { return }
      let size = 16 + Int(site.fileLength)
      if pages.names.map({ $0.size - $0.length - BinaryFormat.chunkHeaderSize < size }) ?? true {
        let former = pages.names
        pages.names = newChunk(BinaryFormat.Content.names, room: size, in: &pages)
        if let former { pages.file.release(UInt(bitPattern: former.header)) }
      }
      guard let chunk = pages.names else { return }
      let place = chunk.header + BinaryFormat.chunkHeaderSize + chunk.length
      site.writeName(to: place)
      pages.names?.length += size
      pages.known.insert(site.file)
      cr_publish(
        chunk.header.assumingMemoryBound(to: UInt32.self), UInt32(chunk.length + size))
    }
  }
}

extension MappedTrace {
  /// The trace to which threads return their chunks when they end; it is never freed.
  static let current = Atomic<Unmanaged<MappedTrace>?>(nil)
}
