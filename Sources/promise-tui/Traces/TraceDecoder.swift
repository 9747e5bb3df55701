import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// A trace while it is read: bytes in, events out. This is the only place that knows the formats.
///
/// The trace is a file, which may still grow, or what arrives through a pipe. A file is read by its offsets, so that the
/// position of its descriptor does not change.
struct TraceDecoder {
  /// What an examination of the trace brought.
  enum Step {
    /// Events, after which there may be more.
    case events([PromiseEvent])
    /// There is nothing new at the moment.
    case nothing
    /// Everything was read.
    case ended
  }

  private enum Format {
    /// The first bytes have not arrived.
    case unknown
    case lines(TraceReader)
    case binary(BinaryTraceReader)
  }

  /// Whether a binary trace is read for as long as its program is running, rather than up to what it contains now.
  var follows = true
  /// Whether the process has replaced itself by another program, and no longer records into this file.
  var isReplaced = false
  /// How long an event of a trace that is followed waits for an earlier one of another thread, in nanoseconds: less than a
  /// pause between two examinations.
  var patience: Int64 = 40_000_000
  /// How long the first bytes of a binary trace may be missing of which nothing else says that its program is running, in
  /// nanoseconds.
  var startPatience: Int64 = 2_000_000_000
  /// The longest binary trace that is read from a pipe, in bytes.
  var mostPiped = 256 << 20
  /// The number of events.
  private(set) var count = 0
  /// The number of bytes that were read of lines.
  private(set) var position = 0

  private let descriptor: Int32
  /// Whether it is a file, rather than a pipe or a part of a file.
  private let isFile: Bool
  private var format = Format.unknown
  /// What has arrived through a pipe before the format is known, and of a binary trace, everything.
  private var piped: [UInt8] = []
  private let beginning = EventWaiter.now
  /// Of a trace that is not followed, what happens after this time is not read, once it is known: a program can record
  /// faster than this reads.
  private var latest: Int64?
  private var hasSeenLatest = false

  /// Creates a decoder of what can be read from a descriptor.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    var about = stat()
    isFile =
      fstat(descriptor, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
      && lseek(descriptor, 0, SEEK_CUR) == 0
  }

  /// The header, once it has arrived.
  var header: TraceHeader? {
    switch format {
    case .unknown: nil
    case .lines(let reader): reader.header
    case .binary(let reader): reader.header
    }
  }

  /// How the recording has ended so far. Lines do not say whether their program is running.
  var ending: TraceEnding {
    switch format {
    case .unknown: .unknown
    case .lines(let reader): reader.isCutShort ? .cutShort : .unknown
    case .binary(let reader):
      hasSeenLatest ? .running : isReplaced ? .killed : TraceEnding(reader.ending)
    }
  }

  /// What could not be read, as sentences: the first few, and how many more there are.
  var problems: [String] {
    switch format {
    case .unknown: []
    case .lines(let reader): reader.complaints
    case .binary(let reader): reader.sentences
    }
  }

  /// Whether something could not be read. An incomplete last line does not count: a killed program leaves one.
  var isDamaged: Bool {
    switch format {
    case .unknown: false
    case .lines(let reader): reader.isDamaged
    case .binary(let reader): reader.isDamaged
    }
  }

  /// What a reader of the trace should know: the problems, and whether the recording is incomplete.
  var complaints: [String] { problems + ending.remarks }

  /// Whether the trace is in JSON Lines; `false` while nothing is known about it.
  var isLines: Bool {
    if case .lines = format { true } else { false }
  }

  /// Whether the events are in their order, as those of a binary trace are.
  var isInOrder: Bool {
    if case .binary = format { true } else { false }
  }

  /// Reads what has arrived, at most about `limit` events.
  ///
  /// - Parameter hasEnded: Whether the program has ended, if the trace does not say so.
  mutating func read(
    limit: Int = 1024, hasEnded: Bool
  ) throws(CommandError) -> Step {
    switch format {
    case .unknown: return try begin(limit, hasEnded)
    case .lines(var reader):
      // One copy of the reader at a time, so that its buffers are not copied.
      format = .unknown
      defer { format = .lines(reader) }
      return try read(&reader, hasEnded)
    case .binary(var reader):
      format = .unknown
      defer { format = .binary(reader) }
      return read(&reader, limit)
    }
  }

  /// Returns the parts of the file that will not be read again, each of them once.
  mutating func takeFinished() -> [Range<Int>] {
    guard case .binary(var reader) = format else { return [] }
    format = .unknown
    defer { format = .binary(reader) }
    return reader.takeFinished()
  }

  /// Returns the number that a job has in its program.
  func number(inProgram job: JobID) -> JobID {
    if case .binary(let reader) = format { reader.number(inProgram: job) } else { job }
  }

  private static var portion: Int { 1 << 17 }
}

// MARK: - The format

extension TraceDecoder {
  /// The first bytes of each format.
  private static var signs: [[UInt8]] { [BinaryFormat.magic, Array("{\"promise-trace\":".utf8)] }

  /// Returns whether these first bytes are those of a binary trace.
  static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: BinaryFormat.magic) }

  /// Returns whether a file begins like a trace, or is empty and may become one.
  static func mayBeTrace(_ descriptor: Int32) -> Bool {
    let start = BinaryFile(descriptor: descriptor).read(at: 0, count: 64)
    return start.isEmpty || signs.contains { start.starts(with: $0) }
  }

  /// Returns whether these are only some of the first bytes of a binary trace.
  private static func endsEarly(_ bytes: [UInt8]) -> Bool {
    !bytes.isEmpty && bytes.count < BinaryFormat.magic.count
      && BinaryFormat.magic.starts(with: bytes)
  }

  private mutating func begin(_ limit: Int, _ hasEnded: Bool) throws(CommandError) -> Step {
    guard isFile else { return try beginPipe(limit) }
    let file = BinaryFile(descriptor: descriptor)
    let start = file.read(at: 0, count: BinaryFormat.magic.count)
    if start.first == 0 {
      // The first bytes of a binary trace are written last, when the rest of its header is there.
      guard hasEnded, EventWaiter.now - beginning > startPatience else { return .nothing }
      throw .binary(.notATrace(reason: "it begins with zeros"))
    }
    if start.isEmpty || Self.endsEarly(start), !hasEnded { return .nothing }
    guard !Self.endsEarly(start) else { throw .early(start.count) }
    format =
      start == BinaryFormat.magic ? .binary(try reader(of: file)) : .lines(TraceReader())
    return try read(limit: limit, hasEnded: hasEnded)
  }

  private mutating func beginPipe(_ limit: Int) throws(CommandError) -> Step {
    let bytes = nextBytes()
    piped += bytes
    if Self.endsEarly(piped) {
      if bytes.isEmpty { throw .early(piped.count) }
      return .nothing
    }
    guard piped.starts(with: BinaryFormat.magic) else {
      format = .lines(TraceReader())
      return try read(limit: limit, hasEnded: bytes.isEmpty)
    }
    guard piped.count <= mostPiped else { throw .tooLong(mostPiped) }
    // The records of several threads have to be merged.
    guard bytes.isEmpty else { return .nothing }
    follows = false
    format = .binary(try reader(of: piped))
    piped = []
    return try read(limit: limit, hasEnded: true)
  }

  private func reader(
    of bytes: any BinaryBytes
  ) throws(CommandError) -> BinaryTraceReader {
    do throws(TraceError) {
      var reader = try BinaryTraceReader(bytes)
      if follows { reader.patience = patience }
      return reader
    } catch {
      throw .binary(error)
    }
  }

  private static func events(
    _ read: () throws(TraceError) -> [PromiseEvent]
  ) throws(CommandError) -> Step {
    do throws(TraceError) {
      return .events(try read())
    } catch {
      throw CommandError(error)
    }
  }

  /// Returns the next bytes of lines; empty if there are none.
  private mutating func nextLines() -> [UInt8] {
    guard piped.isEmpty else {
      defer { piped = [] }
      return piped
    }
    return nextBytes()
  }

  private func nextBytes() -> [UInt8] {
    if isFile { return BinaryFile(descriptor: descriptor).read(at: position, count: Self.portion) }
    var buffer = [UInt8](repeating: 0, count: Self.portion)
    while true {
      let count = readBytes(descriptor, into: &buffer)
      if count >= 0 { return Array(buffer[..<count]) }
      guard errno == EAGAIN else { return [] }
      // Another process has made the descriptor non-blocking.
      _ = waitToRead([descriptor])
    }
  }
}

// MARK: - Events

extension TraceDecoder {
  private mutating func read(
    _ reader: inout TraceReader, _ hasEnded: Bool
  ) throws(CommandError) -> Step {
    let bytes = nextLines()
    position += bytes.count
    let step: Step
    if !bytes.isEmpty {
      step = try Self.events { () throws(TraceError) in try reader.read(bytes) }
    } else {
      guard hasEnded || !isFile else { return .nothing }
      step = try Self.events { () throws(TraceError) in try reader.finish() }
    }
    guard case .events(let events) = step else { return step }
    count += events.count
    // The end is reported after the last events.
    return bytes.isEmpty && events.isEmpty ? .ended : .events(events)
  }

  private mutating func read(_ reader: inout BinaryTraceReader, _ limit: Int) -> Step {
    // Asked first, so that what it wrote before its end is read.
    let isRunning = !isReplaced && reader.ending == .running
    guard !hasSeenLatest else { return .ended }
    if !follows, latest == nil { latest = isRunning ? reader.now : .max }
    var events = reader.read(limit: limit, isComplete: !isRunning || !follows)
    if let latest, !follows, let place = events.firstIndex(where: { $0.time > latest }) {
      hasSeenLatest = true
      events.removeSubrange(place...)
    }
    count += events.count
    guard events.isEmpty else { return .events(events) }
    guard follows else {
      // It may have ended in the meantime.
      return isRunning && reader.ending != .running ? .nothing : .ended
    }
    return isRunning ? .nothing : .ended
  }
}
