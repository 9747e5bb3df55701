/// A chunk of a binary trace as it is read: the records of one thread at a time, in order.
struct BinaryChunk: Comparable {
  /// A record of the chunk.
  struct Record {
    enum Content {
      case event(PromiseEvent.Kind)
      case clock(ticks: UInt64, nanoseconds: Int64)
      case thread
      /// A record of a newer version.
      case unknown(String)
    }

    var stamp: UInt64
    /// 0 if it is not known.
    var thread: Int
    var queue: Int
    /// The size in bytes.
    var size: Int
    var content: Content
  }

  /// Its place in the file, and its size.
  let offset: Int
  let size: Int
  /// What it contains, as long as the program has not given it back; `nil` if it never does.
  private let content: UInt32?
  /// The number of its events that were read.
  private(set) var count = 0
  /// Whether the number of its records was read.
  private var isExamined = false
  /// The number of bytes of complete records, and how many of them were read.
  private var length = 0
  private var used = 0
  /// The number of bytes of records that had arrived before the last look at the file.
  private var dueLength = 0
  /// The bytes from `windowStart` on that were read from the file, or none.
  private var window: [UInt8] = []
  private var windowStart = 0
  /// The stamp of the last record as written, to which the next one is relative.
  private var written: UInt64
  /// The thread whose records follow.
  private(set) var thread: Int
  private var queue = 0
  /// The stamp of the next record, which is at least that of the last one.
  private(set) var stamp: UInt64 = 0
  /// The code of the next record, and the size of its code and stamp.
  private var code: UInt8 = 0
  private var headSize = 0

  init(offset: Int, size: Int, stamp: UInt64, thread: Int, content: UInt32? = nil) {
    self.offset = offset
    self.size = size
    self.thread = thread
    self.content = content
    written = stamp
  }

  /// The place in the file of the next record.
  var place: Int { offset + BinaryFormat.chunkHeaderSize + used }

  /// Whether it has what was kept of chunks that were given back. It is read as it was when the trace
  /// was opened: what is added later was in chunks that the reader has seen.
  var isKept: Bool { content == BinaryFormat.Content.kept }

  /// Returns whether the program has given the chunk back.
  func isGone(_ bytes: any BinaryBytes) -> Bool {
    guard let content else { return false }
    let part = bytes.read(at: offset + BinaryFormat.Chunk.content, count: 4)
    return part.count == 4 && part.number(0, as: UInt32.self) != content
  }

  /// Whether the next record had arrived before the last look at the file.
  var isDue: Bool { used < dueLength }

  static func < (one: BinaryChunk, other: BinaryChunk) -> Bool {
    (one.stamp, one.offset) < (other.stamp, other.offset)
  }

  static func == (one: BinaryChunk, other: BinaryChunk) -> Bool { one.offset == other.offset }

  /// Frees the memory of the records that were read.
  mutating func release() {
    window = []
    windowStart = 0
  }
}

// MARK: - Bytes

extension BinaryChunk {
  /// The size of the part that is read to learn the stamp of a chunk's first record.
  static let smallestWindow = 64
  /// The greatest size of a record's code and stamp.
  private static let largestHead = 11

  private var windowEnd: Int { windowStart + window.count }

  /// Reads how many records there are now. Those that were known are due.
  mutating func look(_ bytes: any BinaryBytes) {
    dueLength = length
    guard !isKept || !isExamined else { return }
    isExamined = true
    let part = bytes.read(at: offset, count: 4)
    guard part.count == 4 else { return }
    let published = Int(part.number(BinaryFormat.Chunk.length, as: UInt32.self))
    length = max(length, min(published, size - BinaryFormat.chunkHeaderSize))
  }

  /// Reads the bytes of the next records from the file: `count` bytes, or as many as there are.
  private mutating func load(
    _ bytes: any BinaryBytes, count: Int
  ) throws(BinaryFields.Failure) {
    let wanted = min(count, length - used)
    window = bytes.read(at: place, count: wanted)
    windowStart = used
    // Asked afterwards: the program marks the chunk before it takes the bytes away.
    if isGone(bytes) { throw .givenBack }
    if window.count < wanted { length = used + window.count }
    guard !window.isEmpty else { throw .fileEnds }
  }
}

// MARK: - Kept records

extension BinaryChunk {
  /// Returns a chunk with what was kept of others as runs: copies of the chunk, each with a part of its
  /// records. Stamps ascend only among the records of one former chunk, so they do within a run. Returns
  /// also the number of events.
  func runs(
    _ bytes: any BinaryBytes, _ names: BinaryNames, _ records: BinaryRecords
  ) throws(BinaryFields.Failure) -> (chunks: [BinaryChunk], events: Int) {
    var rest = self
    var events = 0
    rest.look(bytes)
    guard rest.length > 0 else { return ([], 0) }
    try rest.load(bytes, count: rest.length)
    var runs: [BinaryChunk] = []
    var run = rest
    while true {
      let before = rest
      let hasMore = try rest.advance(bytes, window: rest.length, names)
      if !hasMore || (rest.written < before.written && before.used > run.used) {
        run.length = before.used
        run.release()
        runs.append(run)
        run = before
        run.stamp = 0
      }
      guard hasMore else { return (runs, events) }
      if rest.code & BinaryFormat.codeMask < BinaryFormat.Code.thread { events += 1 }
      try rest.pass(names, records)
    }
  }

  /// Skips the record whose beginning was read.
  private mutating func pass(
    _ names: BinaryNames, _ records: BinaryRecords
  ) throws(BinaryFields.Failure) {
    let (start, code) = (used - windowStart + headSize, code)
    var (queue, thread) = (queue, thread)
    let end = try window.withUnsafeBufferPointer { bytes throws(BinaryFields.Failure) -> Int in
      var fields = BinaryFields(UnsafeRawBufferPointer(bytes), at: start, names: names)
      if code & EventPacker.sameQueue == 0 { queue = try fields.identity() }
      let kind = code & BinaryFormat.codeMask
      if kind == BinaryFormat.Code.thread {
        thread = try fields.identity()
      } else if let record = records[kind] {
        try fields.skip(record)
      } else {
        throw .unknownCode(kind)
      }
      return fields.offset
    }
    (self.queue, self.thread) = (queue, thread)
    used = windowStart + end
  }
}

// MARK: - Records

extension BinaryChunk {
  /// Reads the beginning of the next record. Returns `false` if there was none at the last look;
  /// what arrived later may come after what arrived in other chunks.
  ///
  /// - Parameter window: The number of bytes to read from the file in one step.
  mutating func advance(
    _ bytes: any BinaryBytes, window size: Int, _ names: BinaryNames
  ) throws(BinaryFields.Failure) -> Bool {
    guard used < length else { return false }
    if windowEnd < min(length, used + Self.largestHead) { try load(bytes, count: size) }
    let start = used - windowStart
    let (code, delta, end) = try window.withUnsafeBufferPointer {
      bytes throws(BinaryFields.Failure) -> (UInt8, Int, Int) in
      var fields = BinaryFields(UnsafeRawBufferPointer(bytes), at: start, names: names)
      let code = try fields.byte()
      let ticks =
        BinaryFormat.shortCodes.contains(code & BinaryFormat.codeMask)
        ? try fields.shortTicks() : try fields.number()
      return (code, ticks, fields.offset)
    }
    written &+= UInt64(bitPattern: Int64(delta))
    stamp = max(stamp, written)
    self.code = code
    headSize = end - start
    return true
  }

  /// Returns the record whose beginning was read.
  ///
  /// - Parameter window: The number of bytes to read from the file in one step.
  mutating func take(
    _ bytes: any BinaryBytes, window size: Int, _ names: BinaryNames, _ newer: BinaryRecords?
  ) throws(BinaryFields.Failure) -> Record {
    var size = size
    while true {
      do throws(BinaryFields.Failure) {
        return try record(names, newer)
      } catch {
        guard case .endsEarly = error, windowEnd < length else { throw error }
        // The record is longer than the window.
        size = max(size, 4 * window.count)
        let wasComplete = min(size, length - used)
        try load(bytes, count: size)
        if window.count < wasComplete { throw .fileEnds }
      }
    }
  }

  private mutating func record(
    _ names: BinaryNames, _ newer: BinaryRecords?
  ) throws(BinaryFields.Failure) -> Record {
    let (start, code, ticks) = (used - windowStart, code, written)
    var (queue, thread) = (queue, thread)
    let (content, end) = try window.withUnsafeBufferPointer {
      bytes throws(BinaryFields.Failure) -> (Record.Content, Int) in
      var fields = BinaryFields(
        UnsafeRawBufferPointer(bytes), at: start + headSize, names: names)
      if code & EventPacker.sameQueue == 0 { queue = try fields.identity() }
      let content = try Record.Content(
        code & BinaryFormat.codeMask, ticks, &fields, &thread, newer)
      return (content, fields.offset)
    }
    (self.queue, self.thread) = (queue, thread)
    used = windowStart + end
    if case .event = content { count += 1 }
    return Record(
      stamp: stamp, thread: thread, queue: queue, size: end - start, content: content)
  }
}

extension BinaryFields {
  /// Returns the number of a thread or a queue, or 0 for none.
  fileprivate mutating func identity() throws(Failure) -> Int {
    let number = try number()
    guard number >= 0, number <= EventNumbers.identities.upperBound else { throw .badNumber }
    return number
  }
}

extension BinaryChunk.Record.Content {
  /// Reads the fields of a record. If a newer version wrote it, `newer` shows where it ends.
  fileprivate init(
    _ code: UInt8, _ ticks: UInt64, _ fields: inout BinaryFields, _ thread: inout Int,
    _ newer: BinaryRecords?
  ) throws(BinaryFields.Failure) {
    guard let record = newer?[code] else {
      self = try Self.known(code, ticks, &fields, &thread)
      return
    }
    var rest = fields
    try rest.skip(record)
    do throws(BinaryFields.Failure) {
      self = try Self.known(code, ticks, &fields, &thread)
    } catch {
      guard case .unknownCode = error else { throw error }
      self = .unknown(record.name)
    }
    fields = rest
  }

  private static func known(
    _ code: UInt8, _ ticks: UInt64, _ fields: inout BinaryFields, _ thread: inout Int
  ) throws(BinaryFields.Failure) -> Self {
    switch code {
    case BinaryFormat.shortCodes: return .event(try fields.shortEvent(code))
    case BinaryFormat.Code.clock:
      return .clock(ticks: ticks, nanoseconds: Int64(try fields.number()))
    case BinaryFormat.Code.thread:
      thread = try fields.identity()
      return .thread
    default:
      guard Int(code) < PromiseEvent.Kind.Name.allCases.count else { throw .unknownCode(code) }
      return .event(try .decode(.of(code: code), from: &fields))
    }
  }
}
