import CRecording
import PromiseSystem

/// The bytes of a binary trace, which can be growing.
package protocol BinaryBytes: Sendable {
  /// The number of bytes.
  var size: Int { get }
  /// Returns up to `count` bytes from `offset` on; fewer at the end.
  func read(at offset: Int, count: Int) -> [UInt8]
  /// Whether a program has locked them, which a recorded one does until it ends.
  var isLocked: Bool { get }
  /// Returns the place of the first bytes, from `offset` on, that are not in a hole of a file.
  func nextBytes(from offset: Int) -> Int
}

extension BinaryBytes {
  package func nextBytes(from offset: Int) -> Int { offset }
  package var isLocked: Bool { false }
}

extension [UInt8]: BinaryBytes {
  package var size: Int { count }

  package func read(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return Array(self[offset..<Swift.min(self.count, offset + count)])
  }
}

/// An open file.
package struct BinaryFile: BinaryBytes {
  private let descriptor: Int32

  /// Reads from a descriptor that stays open, and whose position does not matter.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  package var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }

  package var isLocked: Bool {
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return errno == EWOULDBLOCK }
    flock(descriptor, LOCK_UN)
    return false
  }

  package func nextBytes(from offset: Int) -> Int {
    max(offset, Int(cr_next_bytes(descriptor, Int64(offset))))
  }

  package func read(at offset: Int, count: Int) -> [UInt8] {
    guard count > 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
          off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
    }
  }
}

extension [UInt8] {
  /// Returns the number at `offset`; 0 if the bytes end before.
  func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ offset: Int, as _: Number.Type
  ) -> Number {
    guard offset >= 0, offset + MemoryLayout<Number>.size <= count else { return 0 }
    return Number(
      littleEndian: withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) })
  }
}

/// The header of a binary trace.
struct BinaryHeader {
  let header: TraceHeader
  let minor: UInt16
  let size: Int
  let chunkSize: Int
  /// Whether the program gives its oldest chunks back.
  let isLimited: Bool
  let pid: pid_t
  let startOfProcess: Int64
  let boot: String
  private let namespace: UInt64
  let epoch: Int64
  let comparisons: [(ticks: UInt64, nanoseconds: Int64)]
  /// The records of the version of the trace, if that is newer than this one.
  let newer: BinaryRecords?

  init(_ bytes: any BinaryBytes) throws(TraceError) {
    typealias Place = BinaryFormat.Header
    let part = bytes.read(at: 0, count: BinaryFormat.headerSize)
    guard !part.isEmpty else { throw .empty }
    guard part.starts(with: BinaryFormat.magic) else {
      throw .notATrace(reason: "it does not begin as a binary trace does")
    }
    let major = part.number(Place.major, as: UInt16.self)
    minor = part.number(Place.minor, as: UInt16.self)
    guard major > 0 else { throw .notATrace(reason: "its header is damaged") }
    guard major == BinaryFormat.major else { throw .newerVersion("\(major).\(minor)") }
    size = Int(part.number(Place.size, as: UInt32.self))
    chunkSize = Int(part.number(Place.chunkSize, as: UInt32.self))
    guard part.count == BinaryFormat.headerSize, size >= BinaryFormat.headerSize,
      chunkSize >= 4096, chunkSize <= BinaryFormat.Limit.chunk, size <= 1 << 20
    else { throw .notATrace(reason: "its header is damaged") }
    isLimited = part.number(Place.flags, as: UInt32.self) & UInt32(cr_flag_limited) != 0
    let end = Place.title + min(Place.titleRoom, Int(part.number(Place.titleSize, as: UInt32.self)))
    let title = String(decoding: part[Place.title..<end], as: UTF8.self)
    var header = TraceHeader(isVirtual: false, title: title.isEmpty ? nil : title)
    pid = pid_t(truncatingIfNeeded: part.number(Place.pid, as: Int64.self))
    header.pid = pid > 0 ? Int(pid) : nil
    startOfProcess = part.number(Place.startOfProcess, as: Int64.self)
    boot = String(decoding: part[Place.boot..<(Place.boot + 40)].prefix { $0 != 0 }, as: UTF8.self)
    namespace = part.number(Place.namespace, as: UInt64.self)
    epoch = Int64(
      Int(clamping: part.number(Place.epoch, as: Int64.self)).clamped(to: EventNumbers.times))
    let unix = Int(clamping: part.number(Place.unix, as: Int64.self)).clamped(
      to: EventNumbers.times)
    if unix != 0 {
      header.origin = TraceHeader.ClockOrigin(boot: boot, monotonic: epoch, unix: Int64(unix))
    }
    self.header = header
    let recordsEnd =
      Place.records
      + min(Place.recordsRoom, Int(part.number(Place.recordsSize, as: UInt32.self)))
    newer =
      minor > BinaryFormat.minor ? BinaryRecords(Array(part[Place.records..<recordsEnd])) : nil
    comparisons = [Place.clock, Place.clock + 16].compactMap { place in
      let ticks = part.number(place, as: UInt64.self)
      return ticks == 0 ? nil : (ticks, part.number(place + 8, as: Int64.self))
    }
  }

  /// Returns the stamp at which the file could not grow, so that what follows is incomplete; the highest one for none.
  func completeUntil(_ bytes: any BinaryBytes) -> UInt64 {
    // The place was part of the title before.
    guard minor > 4 else { return .max }
    let part = bytes.read(at: BinaryFormat.Header.completeUntil, count: 8)
    let stamp = part.number(0, as: UInt64.self)
    return stamp > 0 ? stamp : .max
  }

  /// Whether the process is, or was, one that this process can see: not on another machine, nor in a container.
  var isVisible: Bool {
    (boot.isEmpty || boot == ProcessMark.boot)
      && (namespace == 0 || namespace == ProcessMark.namespace)
  }

  /// Returns the state of the recording.
  static func state(_ bytes: any BinaryBytes) -> UInt32 {
    bytes.read(at: BinaryFormat.Header.state, count: 4).number(0, as: UInt32.self)
  }

  /// Returns a number that grows whenever chunks are given back, and is odd while that happens.
  static func version(_ bytes: any BinaryBytes) -> UInt32 {
    bytes.read(at: BinaryFormat.Header.version, count: 4).number(0, as: UInt32.self)
  }

  /// Returns the number of events in chunks that were given back.
  static func lostCount(_ bytes: any BinaryBytes) -> Int {
    Int(clamping: bytes.read(at: BinaryFormat.Header.lost, count: 8).number(0, as: UInt64.self))
      .clamped(to: EventNumbers.counts)
  }

  /// Returns the newest stamp of an event that was given back although its promise is shown; 0 for none.
  static func forgotten(_ bytes: any BinaryBytes) -> UInt64 {
    bytes.read(at: BinaryFormat.Header.forgotten, count: 8).number(0, as: UInt64.self)
  }

  /// Returns the number of units that belong to chunks.
  static func chunkCount(_ bytes: any BinaryBytes) -> Int {
    let count = bytes.read(at: BinaryFormat.Header.chunks, count: 8).number(0, as: UInt64.self)
    return Int(clamping: min(count, 1 << 40))
  }
}
