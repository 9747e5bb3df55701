import PromiseSystem
@testable import PromiseEvents

/// Encodes events as a binary trace, also with numbers that no recorder writes.
struct BinaryTrace {
  /// How the recording ended.
  enum State: UInt32 {
    case running, finished, full
  }

  var title = "checkout"
  var state = State.finished
  /// The process; not running, if it did not start at that time.
  var process = (pid: 1, start: Int64(1))
  /// The namespace of the process; 0 for the one that looks.
  var namespace: UInt64 = 0
  var epoch: Int64 = 0
  /// Two comparisons of the clock: ticks, nanoseconds.
  var comparisons: [(UInt64, Int64)] = [(1_000_000, 0), (2_000_000, 1_000_000_000)]
  /// Returns what is written instead of a number in the field of that name.
  var change: (String, Int) -> Int = { $1 }

  /// Returns a process that is running: this one.
  static var thisProcess: (pid: Int, start: Int64) {
    (Int(getpid()), ProcessMark.startOfThisProcess)
  }

  /// Returns the trace: a header, and a chunk for each thread.
  func bytes(_ events: [PromiseEvent]) -> [UInt8] {
    var bytes = header(chunks: 0)
    var chunks = 0
    let threads = Dictionary(grouping: events) { $0.thread?.rawValue ?? 0 }
    for (thread, events) in threads.sorted(by: { $0.key < $1.key }) {
      let chunk = chunk(events, thread: thread)
      chunks += chunk.count / BinaryFormat.chunkSize
      bytes += chunk
    }
    bytes.put(UInt64(chunks), at: BinaryFormat.Header.chunks)
    return bytes
  }

  func header(chunks: Int) -> [UInt8] {
    typealias Place = BinaryFormat.Header
    var bytes = [UInt8](repeating: 0, count: BinaryFormat.headerSize)
    bytes.replaceSubrange(0..<8, with: BinaryFormat.magic)
    bytes.put(BinaryFormat.major, at: Place.major)
    bytes.put(BinaryFormat.minor, at: Place.minor)
    bytes.put(UInt32(BinaryFormat.headerSize), at: Place.size)
    bytes.put(UInt32(BinaryFormat.chunkSize), at: Place.chunkSize)
    bytes.put(Int64(change("pid", process.pid)), at: Place.pid)
    bytes.put(process.start, at: Place.startOfProcess)
    bytes.put(state.rawValue, at: Place.state)
    bytes.put(UInt64(chunks), at: Place.chunks)
    bytes.put(namespace, at: Place.namespace)
    bytes.put(Int64(change("epoch", Int(epoch))), at: Place.epoch)
    for (index, (ticks, nanoseconds)) in comparisons.enumerated() {
      let place = Place.clock + 16 * index
      bytes.put(UInt64(bitPattern: Int64(change("ticks", Int(ticks)))), at: place)
      bytes.put(Int64(change("nanoseconds", Int(nanoseconds))), at: place + 8)
    }
    let title = Array(title.utf8.prefix(Place.titleRoom))
    bytes.put(UInt32(title.count), at: Place.titleSize)
    bytes.replaceSubrange(Place.title..<(Place.title + title.count), with: title)
    let boot = Array(ProcessMark.boot.utf8.prefix(40))
    bytes.replaceSubrange(Place.boot..<(Place.boot + boot.count), with: boot)
    return bytes
  }

  /// Returns a chunk with the events of a thread, each stamped with its number.
  func chunk(_ events: [PromiseEvent], thread: Int) -> [UInt8] {
    typealias Place = BinaryFormat.Chunk
    var records: [UInt8] = []
    var (written, queue) = (Int64(1_000_000), 0)
    for event in events {
      let new = event.queue?.rawValue ?? 0
      let stamp = 1_000_000 + Int64(event.sequence)
      records += record(event, Int(stamp &- written), queue: new == queue ? nil : new)
      (written, queue) = (stamp, new)
    }
    let size = BinaryFormat.chunkSize
    let units = (BinaryFormat.chunkHeaderSize + records.count + size - 1) / size
    var bytes = [UInt8](repeating: 0, count: units * size)
    bytes.put(UInt32(records.count), at: Place.length)
    bytes.put(UInt32(units), at: Place.units)
    bytes.put(BinaryFormat.Content.events, at: Place.content)
    bytes.put(UInt32(truncatingIfNeeded: change("thread", thread)), at: Place.thread)
    let (ticks, nanoseconds) = comparisons.first ?? (1_000_000, 0)
    bytes.put(ticks, at: Place.ticks)
    bytes.put(nanoseconds, at: Place.nanoseconds)
    bytes.replaceSubrange(
      BinaryFormat.chunkHeaderSize..<(BinaryFormat.chunkHeaderSize + records.count), with: records)
    return bytes
  }

  private func record(_ event: PromiseEvent, _ delta: Int, queue: Int?) -> [UInt8] {
    let room = EventForm(event.kind).size + 4096
    return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let base = buffer.baseAddress else { return }
      var sink = ChangingSink(
        packer: EventPacker(base: UnsafeMutableRawPointer(base), offset: 0), change: change)
      let code = event.kind.name.code
      sink.packer.put(byte: queue == nil ? code | EventPacker.sameQueue : code)
      sink.put(delta, as: "stamp")
      if let queue { sink.put(queue, as: "q") }
      event.kind.encode(into: &sink)
      count = sink.packer.offset
    }
  }
}

/// Packs the fields of an event, with other numbers.
private struct ChangingSink: EventSink {
  var packer: EventPacker
  let change: (String, Int) -> Int

  mutating func put(_ value: Int, as key: EventKey) { packer.put(change(key.name, value), as: key) }

  mutating func put(_ value: Int?, as key: EventKey) {
    packer.put(value != nil, as: key)
    if let value { put(value, as: key) }
  }

  mutating func put(_ id: (some EventIdentity)?, as key: EventKey) {
    packer.put(id != nil, as: key)
    if let id { put(id.rawValue, as: key) }
  }

  mutating func put(_ flag: Bool, as key: EventKey) { packer.put(flag, as: key) }
  mutating func put(_ word: some EventWord, as key: EventKey) { packer.put(word, as: key) }
  mutating func put(_ word: (some EventWord)?, as key: EventKey) { packer.put(word, as: key) }
  mutating func put(_ language: PromiseEvent.ProgramLanguage) { packer.put(language) }
  mutating func put(_ text: String, as key: EventKey) { packer.put(text, as: key) }
  mutating func put(_ text: String?, as key: EventKey) { packer.put(text, as: key) }

  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey) {
    packer.put(promises.count)
    for promise in promises { put(promise.rawValue, as: key) }
  }

  mutating func put(_ texts: [String], as key: EventKey) { packer.put(texts, as: key) }
  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) {
    packer.put(choices, as: key)
  }

  mutating func put(_ site: SourceSite?) {
    guard let site else { return packer.put(site) }
    packer.put(byte: EventPacker.siteOfText)
    packer.put(site.file)
    put(site.line, as: "line")
    put(site.column, as: "col")
  }
}

extension [UInt8] {
  /// Writes a number at a place.
  mutating func put<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number, at place: Int) {
    withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
    }
  }
}
