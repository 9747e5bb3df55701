internal import CRecording
import PromiseSystem

/// The file of a binary trace: its header, and the memory of its chunks.
package struct MappedFile {
  private let header: UnsafeMutableRawPointer
  private let descriptor: TraceDescriptor
  /// The mapped parts of the file with chunks that are in use; new chunks are taken from the last one.
  private var extents: [Extent] = []
  /// The size of the file in bytes.
  private var size: Int
  private var chunks = 0
  private var isFull = false
  /// Called once if the file cannot grow, with the reason.
  private let reportFull: @Sendable (Int32) -> Void

  /// A mapped part of the file.
  private struct Extent {
    let start: UnsafeMutableRawPointer
    let size: Int
    var taken = 0
    /// The number of its chunks that are in use.
    var users = 0

    func contains(_ address: UInt) -> Bool {
      address >= UInt(bitPattern: start) && address - UInt(bitPattern: start) < UInt(size)
    }
  }

  /// Maps an empty file, which was opened for reading and writing.
  ///
  /// - Parameters:
  ///   - descriptor: The file.
  ///   - title: The title of the recording.
  ///   - includesValues: Whether the trace contains the text of values.
  ///   - clock: Returns the time of an event that happens now, in nanoseconds.
  ///   - reportFull: Receives the system's error number if the file cannot grow.
  /// - Returns: `nil` if the file cannot be mapped; `errno` has the reason.
  package init?(
    _ descriptor: TraceDescriptor, title: String?, includesValues: Bool, clock: () -> Int64,
    reportFull: @escaping @Sendable (Int32) -> Void
  ) {
    let size = BinaryFormat.headerSize
    guard descriptor.grow(from: 0, to: size) == 0, let header = descriptor.map(0, size) else {
      return nil
    }
    self.header = header
    self.descriptor = descriptor
    self.size = size
    self.reportFull = reportFull
    // The due times of timers, which are on `clock`, must match the times of events.
    let origin = TraceHeader.ClockOrigin(of: clock)
    put(origin.monotonic, at: BinaryFormat.Header.epoch)
    put(origin.unix, at: BinaryFormat.Header.unix)
    fillHeader(title: title, includesValues: includesValues, boot: origin.boot)
  }

  private func fillHeader(title: String?, includesValues: Bool, boot: String) {
    typealias Place = BinaryFormat.Header
    put(BinaryFormat.major, at: Place.major)
    put(BinaryFormat.minor, at: Place.minor)
    put(UInt32(BinaryFormat.headerSize), at: Place.size)
    put(UInt32(BinaryFormat.chunkSize), at: Place.chunkSize)
    put(UInt32(includesValues ? 1 : 0), at: Place.flags)
    put(Int64(getpid()), at: Place.pid)
    put(ProcessMark.startOfThisProcess, at: Place.startOfProcess)
    let title = Array((title ?? "").utf8.prefix(Place.titleRoom))
    put(UInt32(title.count), at: Place.titleSize)
    (header + Place.title).copyMemory(from: title, byteCount: title.count)
    let boot = Array(boot.utf8.prefix(40))
    (header + Place.boot).copyMemory(from: boot, byteCount: boot.count)
    let records = Array(BinaryRecords.text.utf8.prefix(Place.recordsRoom))
    put(UInt32(records.count), at: Place.recordsSize)
    (header + Place.records).copyMemory(from: records, byteCount: records.count)
    // A file without these bytes is no trace yet.
    let magic = BinaryFormat.magic.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    cr_publish_long(header.assumingMemoryBound(to: UInt64.self), magic)
  }

  private func put<Value: BitwiseCopyable>(_ value: Value, at place: Int) {
    header.storeBytes(of: value, toByteOffset: place, as: Value.self)
  }

  /// Notes two comparisons of the clock, a fraction of a millisecond apart, and returns them.
  func begin(
    _ comparison: () -> (ticks: UInt64, nanoseconds: Int64)
  ) -> (first: (ticks: UInt64, nanoseconds: Int64), second: (ticks: UInt64, nanoseconds: Int64)) {
    let first = comparison()
    var second = comparison()
    while second.nanoseconds - first.nanoseconds < 100_000 { second = comparison() }
    put(first.ticks, at: BinaryFormat.Header.clock)
    put(first.nanoseconds, at: BinaryFormat.Header.clock + 8)
    put(second.ticks, at: BinaryFormat.Header.clock + 16)
    put(second.nanoseconds, at: BinaryFormat.Header.clock + 24)
    return (first, second)
  }

  /// Marks the trace as complete, notes a last comparison of the clock, and cuts off what no chunk
  /// uses. There are no chunks after that.
  mutating func finish(_ comparison: (ticks: UInt64, nanoseconds: Int64)) {
    put(comparison.ticks, at: BinaryFormat.Header.clock + 16)
    put(comparison.nanoseconds, at: BinaryFormat.Header.clock + 24)
    if !isFull {
      publish(BinaryFormat.State.finished)
      descriptor.cut(at: BinaryFormat.headerSize + chunks * BinaryFormat.chunkSize)
    }
    isFull = true
    // The mapping would keep the file locked until the process ends.
    descriptor.unlock()
    descriptor.close()
  }

  /// Unmaps the part of the file with a chunk that is no longer in use, once no chunk of that part is.
  /// `chunk` is any address in the chunk.
  mutating func release(_ chunk: UInt) {
    guard let place = extents.firstIndex(where: { $0.contains(chunk) }) else { return }
    extents[place].users -= 1
    // The last part has chunks to take.
    guard extents[place].users == 0, place < extents.count - 1 else { return }
    munmap(extents[place].start, extents[place].size)
    extents.remove(at: place)
  }

  private func publish(_ state: UInt32) {
    cr_publish((header + BinaryFormat.Header.state).assumingMemoryBound(to: UInt32.self), state)
  }

  /// Returns the memory of the next chunk, which contains zeros; `nil` if the file cannot grow.
  mutating func take(units: Int) -> UnsafeMutableRawPointer? {
    guard !isFull else { return nil }
    let needed = units * BinaryFormat.chunkSize
    if extents.last.map({ $0.size - $0.taken < needed }) ?? true {
      guard grow(by: needed) else { return nil }
    }
    guard let last = extents.indices.last else { return nil }
    let chunk = extents[last].start + extents[last].taken
    extents[last].taken += needed
    extents[last].users += 1
    prepare(chunk, needed)
    chunks += units
    cr_publish_long(
      (header + BinaryFormat.Header.chunks).assumingMemoryBound(to: UInt64.self), UInt64(chunks))
    return chunk
  }

  /// Makes the system provide the pages of a chunk now, rather than one after the other when they
  /// are first written.
  private func prepare(_ chunk: UnsafeMutableRawPointer, _ size: Int) {
    #if os(Linux)
      madvise(chunk, size, 23)  // MADV_POPULATE_WRITE
    #endif
  }

  /// Maps a new extent. The unused rest of the previous one becomes an unused chunk.
  private mutating func grow(by needed: Int) -> Bool {
    if let last = extents.last { chunks += (last.size - last.taken) / BinaryFormat.chunkSize }
    // The file doubles, so that there are few extents.
    let wanted = min(max(size, Self.smallestExtent), Self.largestExtent)
    let step = BinaryFormat.chunkSize
    // Where there is no room for more, one chunk may still fit.
    for amount in wanted > needed ? [wanted, needed] : [needed] {
      let rounded = (amount + step - 1) / step * step
      let status = descriptor.grow(from: size, to: size + rounded)
      if status == 0, let start = descriptor.map(size, rounded) {
        if let last = extents.last, last.users == 0 {
          munmap(last.start, last.size)
          extents.removeLast()
        }
        extents.append(Extent(start: start, size: rounded))
        size += rounded
        return true
      }
      if amount == needed { end(status == 0 ? ENOMEM : status) }
    }
    return false
  }

  private mutating func end(_ status: Int32) {
    isFull = true
    publish(BinaryFormat.State.full)
    reportFull(status)
  }

  private static var smallestExtent: Int { 4 * BinaryFormat.chunkSize }
  private static var largestExtent: Int { 16 << 20 }
}
