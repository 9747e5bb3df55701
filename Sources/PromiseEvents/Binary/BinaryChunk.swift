/// A chunk of a binary trace as it is read: the records of one thread at a time, in order.
struct BinaryChunk: Comparable {
  /// A record of the chunk.
  struct Record {
    enum Content {
      case event(PromiseEvent.Kind)
      case clock(nanoseconds: Int64)
      case thread
    }

    var stamp: UInt64
    var thread: Int
    var queue: Int
    var content: Content
  }

  private let offset: Int
  private let size: Int
  /// The number of bytes of complete records, and how many of them were read.
  private var length = 0
  private var used = 0
  /// The bytes from `used` on, or none.
  private var buffer: [UInt8] = []
  private var bufferStart = 0
  /// The stamp of the last record as written, to which the next one is relative.
  private var written: UInt64
  private var thread: Int
  private var queue = 0
  /// The stamp of the next record, which is at least that of the last one.
  private(set) var stamp: UInt64
  /// The place of the fields of the next record in the buffer, and its code.
  private var fields = 0
  private var code: UInt8 = 0

  init(offset: Int, size: Int, stamp: UInt64, thread: Int) {
    self.offset = offset
    self.size = size
    self.stamp = stamp
    self.thread = thread
    written = stamp
    self.stamp = 0
  }

  /// The place in the file of the next record.
  var place: Int { offset + BinaryFormat.chunkHeaderSize + used }

  /// The highest stamp that is known of the chunk.
  var newest: UInt64 { max(stamp, written) }

  static func < (one: BinaryChunk, other: BinaryChunk) -> Bool {
    (one.stamp, one.offset) < (other.stamp, other.offset)
  }

  static func == (one: BinaryChunk, other: BinaryChunk) -> Bool { one.offset == other.offset }

  /// Reads how many records there are.
  mutating func update(_ bytes: any BinaryBytes) {
    let part = bytes.read(at: offset, count: 4)
    guard part.count == 4 else { return }
    let published = Int(part.number(BinaryFormat.Chunk.length, as: UInt32.self))
    length = max(length, min(published, size - BinaryFormat.chunkHeaderSize))
  }

  /// Reads the beginning of the next record. Returns `false` if there is none.
  mutating func advance(_ bytes: any BinaryBytes) throws(BinaryFields.Failure) -> Bool {
    if used >= length { update(bytes) }
    guard used < length else { return false }
    if used < bufferStart || used >= bufferStart + buffer.count {
      buffer = bytes.read(at: place, count: length - used)
      bufferStart = used
      guard !buffer.isEmpty else { throw .endsEarly }
    }
    let start = used - bufferStart
    let (code, delta, fields) = try buffer.withUnsafeBufferPointer {
      bytes throws(BinaryFields.Failure) -> (UInt8, Int, Int) in
      var fields = BinaryFields(UnsafeRawBufferPointer(bytes), at: start, names: Self.noNames)
      let code = try fields.byte()
      let delta = try fields.number()
      return (code, delta, fields.offset)
    }
    written &+= UInt64(bitPattern: Int64(delta))
    stamp = max(stamp, written)
    self.code = code
    self.fields = fields
    return true
  }

  /// Returns the record whose beginning was read.
  mutating func take(_ names: BinaryNames) throws(BinaryFields.Failure) -> Record {
    let (start, code) = (fields, code)
    var (queue, thread) = (queue, thread)
    let (content, end) = try buffer.withUnsafeBufferPointer {
      bytes throws(BinaryFields.Failure) -> (Record.Content, Int) in
      var fields = BinaryFields(UnsafeRawBufferPointer(bytes), at: start, names: names)
      if code & EventPacker.sameQueue == 0 { queue = try fields.number() }
      let content = try Record.Content(code & BinaryFormat.codeMask, &fields, &thread)
      return (content, fields.offset)
    }
    (self.queue, self.thread) = (queue, thread)
    used = bufferStart + end
    return Record(stamp: stamp, thread: thread, queue: queue, content: content)
  }

  /// Frees the memory of the records that were read.
  mutating func release() {
    buffer = []
    bufferStart = 0
  }

  nonisolated(unsafe) private static let noNames = BinaryNames()
}

extension BinaryChunk.Record.Content {
  fileprivate init(
    _ code: UInt8, _ fields: inout BinaryFields, _ thread: inout Int
  ) throws(BinaryFields.Failure) {
    switch code {
    case BinaryFormat.Code.clock: self = .clock(nanoseconds: Int64(try fields.number()))
    case BinaryFormat.Code.thread:
      thread = try fields.number()
      self = .thread
    default:
      guard Int(code) < PromiseEvent.Kind.Name.allCases.count else { throw .unknownCode(code) }
      self = .event(try .decode(.of(code: code), from: &fields))
    }
  }
}
