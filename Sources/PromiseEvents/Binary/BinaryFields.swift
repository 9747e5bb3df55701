/// Reads the fields of a record, and checks that each lies within the record's chunk.
struct BinaryFields: EventSource {
  /// Why a record cannot be read.
  enum Failure: Error {
    case endsEarly
    case unknownCode(UInt8)
    case badNumber
    /// There are more promises or jobs than a reader counts.
    case tooMany
    /// The file ends before its last record does.
    case fileEnds
    /// The program has given the chunk back to the file system.
    case givenBack
  }

  private let bytes: UnsafeRawBufferPointer
  private(set) var offset: Int
  let names: BinaryNames

  init(_ bytes: UnsafeRawBufferPointer, at offset: Int, names: BinaryNames) {
    (self.bytes, self.offset, self.names) = (bytes, offset, names)
  }

  mutating func byte() throws(Failure) -> UInt8 {
    guard offset < bytes.count else { throw .endsEarly }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Returns a number of a fixed size.
  mutating func fixed<Number: FixedWidthInteger & BitwiseCopyable>(
    as _: Number.Type = Number.self
  ) throws(Failure) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - offset >= size else { throw .endsEarly }
    defer { offset += size }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  mutating func number() throws(Failure) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try byte()
      guard shift < 64 else { throw .badNumber }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(bitPattern: UInt(value >> 1)) ^ -Int(bitPattern: UInt(value & 1))
  }

  private mutating func utf8() throws(Failure) -> UnsafeRawBufferPointer {
    let count = try number()
    guard count >= 0, count <= bytes.count - offset else { throw .endsEarly }
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// Returns the number of elements of a list, each of which takes at least one byte.
  private mutating func count() throws(Failure) -> Int {
    let count = try number()
    guard count >= 0, count <= bytes.count - offset else { throw .endsEarly }
    return count
  }

  /// Returns an integer; the number of a promise or a job is that of the merged trace.
  mutating func integer(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int {
    let number = try number()
    guard range.contains(number) else { throw .badNumber }
    if Self.promiseKeys.contains(key.head) { return try names.promise(number) }
    return key.head == Self.jobKey ? try names.job(number) : number
  }

  mutating func amount(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int {
    min(max(try number(), range.lowerBound), range.upperBound)
  }

  /// The fields that contain the number of a promise, by the beginnings of their names.
  private static let promiseKeys: [UInt64] =
    (["p", "parent", "inner", "by", "origin", "from", "to", "input"] as [EventKey]).map(\.head)
  private static let jobKey = ("j" as EventKey).head

  mutating func maybeInteger(
    _ key: EventKey, in range: ClosedRange<Int>
  ) throws(Failure) -> Int? {
    try flag(key) ? try integer(key, in: range) : nil
  }

  mutating func maybeAmount(
    _ key: EventKey, in range: ClosedRange<Int>
  ) throws(Failure) -> Int? {
    try flag(key) ? try amount(key, in: range) : nil
  }

  mutating func flag(_ key: EventKey) throws(Failure) -> Bool { try byte() != 0 }

  mutating func word<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word {
    let code = try byte()
    guard Int(code) < Word.allCases.count else { throw .unknownCode(code) }
    return .of(code: code)
  }

  mutating func maybeWord<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word? {
    try flag(key) ? try word(key) : nil
  }

  mutating func text(_ key: EventKey) throws(Failure) -> String { names.text(try utf8()) }

  mutating func maybeName(_ key: EventKey) throws(Failure) -> String? {
    try flag(key) ? try text(key) : nil
  }

  mutating func value(_ key: EventKey) throws(Failure) -> String { try text(key) }

  mutating func promises(_ key: EventKey) throws(Failure) -> [PromiseID] {
    let count = try count()
    var promises: [PromiseID] = []
    promises.reserveCapacity(count)
    for _ in 0..<count { promises.append(try id("p")) }
    return promises
  }

  mutating func texts(_ key: EventKey) throws(Failure) -> [String] {
    let count = try count()
    var texts: [String] = []
    texts.reserveCapacity(count)
    for _ in 0..<count { texts.append(try text(key)) }
    return texts
  }

  mutating func choices(_ key: EventKey) throws(Failure) -> [PromiseEvent.Choice] {
    let count = try count()
    var choices: [PromiseEvent.Choice] = []
    choices.reserveCapacity(count)
    for _ in 0..<count { choices.append(try choice()) }
    return choices
  }

  private mutating func choice() throws(Failure) -> PromiseEvent.Choice {
    let code = try byte()
    switch code {
    case 0: return .resume(job: try id("j"))
    case 1:
      let queue: QueueID = try id("on")
      return .start(queue: queue, job: try id("j"))
    case 2: return .end(job: try id("j"))
    case 3: return .fire(timer: try id("timer"))
    default: throw .unknownCode(code)
    }
  }

  mutating func site() throws(Failure) -> SourceSite? {
    let form = try byte()
    if form == EventPacker.noSite { return nil }
    if form == EventPacker.siteOfProgram {
      let size = MemoryLayout<CallSite>.size
      guard bytes.count - offset >= size else { throw .endsEarly }
      defer { offset += size }
      let address = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let line = bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)
      let column = bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt16.self)
      guard let file = names.file(at: address) else { return nil }
      return SourceSite(file: file, line: Int(line), column: Int(column))
    }
    guard form == EventPacker.siteOfText else { throw .unknownCode(form) }
    let file = names.text(try utf8())
    let line = try amount("line", in: EventNumbers.lines)
    return SourceSite(file: file, line: line, column: try amount("column", in: EventNumbers.lines))
  }
}

extension BinaryFields {
  mutating func site(since minor: Int) throws(Failure) -> SourceSite? {
    names.minor >= minor ? try site() : nil
  }

  var hasFunctionsOfAwaits: Bool { names.hasFunctionsOfAwaits }

  mutating func language() throws(Failure) -> PromiseEvent.ProgramLanguage {
    names.hasFunctionsOfAwaits ? try word("lang") : .swift
  }
}

// MARK: - Fields of newer versions

extension BinaryFields {
  /// Skips the fields of a record of a newer version.
  mutating func skip(_ record: BinaryRecords.Record) throws(Failure) {
    var word: UInt8 = 0
    for field in record.fields where field.condition == nil || field.condition == word {
      if field.isOptional, try byte() == 0 { continue }
      if field.isList {
        for _ in 0..<(try count()) { try skip(field.type, &word) }
      } else {
        try skip(field.type, &word)
      }
    }
  }

  private mutating func skip(
    _ type: BinaryRecords.FieldType, _ word: inout UInt8
  ) throws(Failure) {
    switch type {
    case .number, .promise, .job: _ = try number()
    case .flag: _ = try byte()
    case .word: word = try byte()
    case .text: _ = try utf8()
    case .site: _ = try site()
    case .one: _ = try fixed(as: UInt8.self)
    case .two: _ = try fixed(as: UInt16.self)
    case .four: _ = try fixed(as: UInt32.self)
    case .eight: _ = try fixed(as: UInt64.self)
    case .choice:
      if try byte() == 1 { _ = try number() }
      _ = try number()
    }
  }
}
