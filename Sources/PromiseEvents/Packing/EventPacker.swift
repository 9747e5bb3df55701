/// Writes events into memory that has room for them.
struct EventPacker: EventSink {
  let base: UnsafeMutableRawPointer
  var offset: Int

  @inline(__always)
  mutating func put(byte: UInt8) {
    base.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
    offset += 1
  }

  /// Writes seven bits per byte, lowest first, with the sign in the lowest bit, so that small
  /// numbers are short.
  @inline(__always)
  mutating func put(_ value: Int, as key: EventKey = "") {
    var rest = UInt64(bitPattern: Int64((value << 1) ^ (value >> 63)))
    while rest >= 0x80 {
      put(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    put(byte: UInt8(truncatingIfNeeded: rest))
  }

  @inline(__always)
  mutating func put(_ flag: Bool, as key: EventKey = "") { put(byte: flag ? 1 : 0) }

  mutating func put(_ text: String, as key: EventKey = "") {
    var text = text
    text.withUTF8 { utf8 in
      let count = EventTexts.size(of: utf8)
      put(count)
      guard let source = utf8.baseAddress else { return }
      (base + offset).copyMemory(from: source, byteCount: count)
      offset += count
    }
  }

  @inline(__always)
  mutating func put(_ id: (some EventIdentity)?, as key: EventKey = "") {
    put(id != nil)
    if let id { put(id.rawValue) }
  }

  @inline(__always)
  mutating func put(_ text: String?, as key: EventKey = "") {
    put(text != nil)
    if let text { put(text) }
  }

  mutating func put(_ site: SourceSite?) {
    put(byte: site == nil ? Self.noSite : Self.siteOfText)
    guard let site else { return }
    put(site.file)
    put(site.line)
    put(site.column)
  }

  /// The address of the file's name identifies the file, and stays valid as long as the packed
  /// events exist.
  @inline(__always)
  mutating func put(_ site: CallSite) {
    guard site.isKnown else { return put(byte: Self.noSite) }
    put(byte: Self.siteOfProgram)
    base.storeBytes(of: site, toByteOffset: offset, as: CallSite.self)
    offset += MemoryLayout<CallSite>.size
  }

  /// The values of the first byte of a site.
  static var noSite: UInt8 { 0 }
  static var siteOfText: UInt8 { 1 }
  static var siteOfProgram: UInt8 { 2 }

  @inline(__always)
  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey = "") {
    put(promises.count)
    for promise in promises { put(promise.rawValue) }
  }

  @inline(__always)
  mutating func put(_ word: some EventWord, as key: EventKey) { put(byte: word.code) }

  @inline(__always)
  mutating func put(_ language: PromiseEvent.ProgramLanguage) { put(byte: language.code) }

  @inline(__always)
  mutating func put(_ word: (some EventWord)?, as key: EventKey) {
    put(word != nil)
    if let word { put(byte: word.code) }
  }

  @inline(__always)
  mutating func put(_ value: Int?, as key: EventKey) {
    put(value != nil)
    if let value { put(value) }
  }

  mutating func put(_ texts: [String], as key: EventKey) {
    put(texts.count)
    for text in texts { put(text) }
  }

  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) {
    put(choices.count)
    for choice in choices { put(choice) }
  }

  private mutating func put(_ choice: PromiseEvent.Choice) {
    switch choice {
    case .resume(let job):
      put(byte: 0)
      put(job.rawValue)
    case .start(let queue, let job):
      put(byte: 1)
      put(queue.rawValue)
      put(job.rawValue)
    case .end(let job):
      put(byte: 2)
      put(job.rawValue)
    case .fire(let timer):
      put(byte: 3)
      put(timer.rawValue)
    }
  }
}

// MARK: - Events

extension EventPacker {
  /// The bits of the first byte that are not part of the kind's code.
  static var sameThread: UInt8 { 0x40 }
  static var sameQueue: UInt8 { 0x80 }

  /// Writes the stamp of an event of the given kind, relative to the stamp of the previous event.
  @inline(__always)
  mutating func write(
    _ stamp: EventStamp, _ name: PromiseEvent.Kind.Name, after previous: EventStamp
  ) {
    let isSameThread = stamp.thread == previous.thread
    let isSameQueue = stamp.queue == previous.queue
    put(
      byte: name.code | (isSameThread ? Self.sameThread : 0) | (isSameQueue ? Self.sameQueue : 0))
    put(stamp.sequence &- previous.sequence)
    put(Int(stamp.time &- previous.time))
    if !isSameThread { put(stamp.thread) }
    if !isSameQueue { put(stamp.queue) }
  }
}

/// Reads the events that an ``EventPacker`` wrote.
struct EventUnpacker {
  private let bytes: UnsafeRawBufferPointer
  private var offset = 0
  private var previous = EventStamp()
  /// The file of the most recent site. Most sites of a page are in the same file and share its
  /// text.
  private var file = ""

  init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  @inline(__always)
  private mutating func byte() -> UInt8 {
    defer { offset += 1 }
    return bytes[offset]
  }

  @inline(__always)
  mutating func integer(_ key: EventKey) -> Int {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = byte()
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return Int(bitPattern: UInt(value >> 1)) ^ -Int(bitPattern: UInt(value & 1))
  }

  private mutating func utf8() -> UnsafeRawBufferPointer {
    let count = integer("")
    defer { offset += count }
    return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
  }

  /// Returns the next event. There must be one.
  mutating func next() -> PromiseEvent {
    let first = byte()
    previous.sequence &+= integer("")
    previous.time &+= Int64(integer(""))
    if first & EventPacker.sameThread == 0 { previous.thread = maybeID("") }
    if first & EventPacker.sameQueue == 0 { previous.queue = maybeID("") }
    let kind = PromiseEvent.Kind.decode(.of(code: first & 0x3F), from: &self)
    return PromiseEvent(previous, kind)
  }
}

extension EventUnpacker: EventSource {
  typealias Failure = Never

  @inline(__always)
  mutating func language() -> PromiseEvent.ProgramLanguage { .of(code: byte()) }

  @inline(__always)
  mutating func integer(_ key: EventKey, in range: ClosedRange<Int>) -> Int { integer(key) }

  @inline(__always)
  mutating func maybeInteger(_ key: EventKey, in range: ClosedRange<Int>) -> Int? {
    flag(key) ? integer(key) : nil
  }

  @inline(__always)
  mutating func amount(_ key: EventKey, in range: ClosedRange<Int>) -> Int { integer(key) }

  @inline(__always)
  mutating func maybeAmount(_ key: EventKey, in range: ClosedRange<Int>) -> Int? {
    flag(key) ? integer(key) : nil
  }

  @inline(__always)
  mutating func flag(_ key: EventKey) -> Bool { byte() != 0 }

  @inline(__always)
  mutating func word<Word: EventWord>(_ key: EventKey) -> Word { .of(code: byte()) }

  @inline(__always)
  mutating func maybeWord<Word: EventWord>(_ key: EventKey) -> Word? {
    flag(key) ? word(key) : nil
  }

  mutating func text(_ key: EventKey) -> String { String(decoding: utf8(), as: UTF8.self) }
  mutating func maybeName(_ key: EventKey) -> String? { flag(key) ? text(key) : nil }
  mutating func value(_ key: EventKey) -> String { text(key) }

  mutating func promises(_ key: EventKey) -> [PromiseID] {
    (0..<integer(key)).map { _ in id(key) }
  }

  mutating func texts(_ key: EventKey) -> [String] { (0..<integer(key)).map { _ in text(key) } }

  mutating func choices(_ key: EventKey) -> [PromiseEvent.Choice] {
    (0..<integer(key)).map { _ in choice() }
  }

  private mutating func choice() -> PromiseEvent.Choice {
    switch byte() {
    case 0: .resume(job: id(""))
    case 1: .start(queue: id(""), job: id(""))
    case 2: .end(job: id(""))
    default: .fire(timer: id(""))
    }
  }

  mutating func site() -> SourceSite? {
    let form = byte()
    if form == EventPacker.noSite { return nil }
    if form == EventPacker.siteOfProgram {
      defer { offset += MemoryLayout<CallSite>.size }
      return bytes.loadUnaligned(fromByteOffset: offset, as: CallSite.self).resolved
    }
    let bytes = utf8()
    if !file.utf8.elementsEqual(bytes) { file = String(decoding: bytes, as: UTF8.self) }
    return SourceSite(file: file, line: integer("line"), column: integer("col"))
  }
}
