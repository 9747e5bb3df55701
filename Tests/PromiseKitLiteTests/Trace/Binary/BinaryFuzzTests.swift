import CLiveBytes
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite
import PromiseSystem

@Suite("Any bytes are read as a binary trace as far as possible")
struct BinaryFuzzTests {
  /// What holds whatever the bytes are.
  private static func check(
    _ events: [PromiseEvent], _ reader: BinaryTraceReader, _ size: Int, _ name: String
  ) {
    #expect(events.map(\.sequence) == Array(1..<(events.count + 1)), "\(name)")
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time }, "\(name)")
    #expect(events.allSatisfy { EventNumbers.times.contains(Int($0.time)) }, "\(name)")
    let numbers = events.flatMap { [$0.thread?.rawValue, $0.queue?.rawValue].compactMap { $0 } }
    #expect(numbers.allSatisfy(EventNumbers.identities.contains), "\(name)")
    #expect(events.count * 3 <= size, "\(name)")
    #expect(reader.complaints.count <= 100 && reader.skipped.count <= 100, "\(name)")
    #expect(reader.complaintCount >= reader.complaints.count, "\(name)")
  }

  @Test("A damaged trace, complete or while it grows")
  func damaged() throws {
    var (kept, rejected) = (0, 0)
    let rounds = Rounds(150)
    try rounds.each { round, random in
      let bytes = random.damaged(binary: MappedSamples.everything)
      do {
        let (events, reader) = try MappedSamples.read(bytes)
        Self.check(events, reader, bytes.count, "\(round)")
        kept += events.count
        if round.seed % 3 == 0 {
          let (grown, other) = try Self.readGrowing(bytes, &random)
          Self.check(grown, other, bytes.count, "\(round), growing")
        }
      } catch {
        rejected += 1
      }
    }
    // One round alone may be rejected.
    #expect(rounds.seeds.count < 20 || kept > 1000 && rejected < rounds.seeds.count / 2)
  }

  /// Reads a trace that becomes longer from time to time, by a multiple of `unit` bytes.
  private static func readGrowing(
    _ bytes: [UInt8], by unit: Int = 1, _ random: inout SeededGenerator
  ) throws(TraceError) -> ([PromiseEvent], BinaryTraceReader) {
    let file = ChangingBytes(Array(bytes.prefix(BinaryFormat.headerSize)))
    var reader = try BinaryTraceReader(file)
    var events: [PromiseEvent] = []
    while file.size < bytes.count {
      events += reader.read(limit: 1 + random.below(5000), isComplete: false)
      let growth = unit * (1 + random.below(max(1, 100_000 / unit)))
      file.set(Array(bytes.prefix(file.size + growth)))
    }
    return (events + reader.readRest(), reader)
  }

  @Test("A growing trace gives all events, those of each thread in the same order")
  func growing() throws {
    // The names of files arrive later than the events.
    func lines(_ events: [PromiseEvent]) -> [ThreadID?: [String]] {
      Dictionary(grouping: events, by: \.thread).mapValues { events in
        events.map { "\($0.kind.name) \($0.queue?.rawValue ?? 0)" }
      }
    }
    let whole = lines(try MappedSamples.read(MappedSamples.everything).events)
    // A file has the room for a chunk before the chunk is used.
    let unit = BinaryFormat.chunkSize
    try Rounds(5).each { round, random in
      let events = try Self.readGrowing(MappedSamples.everything, by: unit, &random).0
      #expect(lines(events) == whole, "\(round)")
    }
  }

  @Test("What has arrived is returned by the second call after that, however much it is")
  func arriving() throws {
    let whole = try MappedSamples.read(MappedSamples.everything).events
    var reader = try BinaryTraceReader(MappedSamples.everything)
    #expect(reader.read(limit: .max, isComplete: false) == [])
    #expect(reader.read(limit: .max, isComplete: false) == whole)
    #expect(reader.read(limit: .max, isComplete: false) == [])
    #expect(reader.read(limit: .max, isComplete: true) == [])
  }

  @Test("A record that arrives late is returned before one that had arrived, but not been returned")
  func late() throws {
    func note(_ text: String, at stamp: Int) -> [UInt8] {
      [29 | 0x80] + HandmadeTrace.number(stamp) + HandmadeTrace.text(text)
    }
    var trace = HandmadeTrace()
    let effect = trace.append(note("effect", at: 200))
    trace.append(thread: 2, note("cause", at: 100))
    let file = ChangingBytes(Array(trace.bytes.prefix(effect + 4096)))
    var reader = try BinaryTraceReader(file)
    #expect(reader.read(isComplete: false) == [])
    file.set(trace.bytes)
    #expect(reader.read(isComplete: false).map(\.kind) == [.note("cause"), .note("effect")])
  }

  /// Returns a trace with a note of each thread at each of its stamps.
  private static func notes(_ threads: [Int]...) -> [UInt8] {
    var trace = HandmadeTrace()
    for (number, stamps) in threads.enumerated() {
      let records = zip([0] + stamps, stamps).flatMap { last, stamp -> [UInt8] in
        [29 | 0x80] + HandmadeTrace.number(stamp - last) + HandmadeTrace.text("\(stamp)")
      }
      trace.append(thread: UInt32(number + 1), records)
    }
    return trace.bytes
  }

  @Test("What a program writes before its end has its place among what was known before")
  func lateAtEnd() throws {
    for (first, known, whole, expected) in [
      // A thread begins to write, and one whose records were read writes more.
      (Self.notes([]), Self.notes([200]), Self.notes([200], [100]), [100, 200]),
      (
        Self.notes([], [50]), Self.notes([200], [50]), Self.notes([200, 300], [50, 100]),
        [50, 100, 200, 300]
      ),
    ] {
      let file = ChangingBytes(first)
      var reader = try BinaryTraceReader(file)
      var events = reader.read(isComplete: false) + reader.read(isComplete: false)
      file.set(known)
      events += reader.read(isComplete: false)
      file.set(whole)
      events += reader.readRest()
      #expect(events.map(\.kind) == expected.map { .note("\($0)") })
      #expect(events.map(\.time) == expected.map { Int64($0) })
    }
  }

  @Test("Of a trace that grows while it is read, no chunk is followed further than the others")
  func growingWhileRead() throws {
    let file = ChangingBytes(Self.notes([50], [200]))
    var reader = try BinaryTraceReader(file)
    var events = reader.read(limit: 1, isComplete: true)
    file.set(Self.notes([50, 250], [200, 300]))
    events += reader.readRest()
    #expect(events.map(\.time) == [50, 200, 250, 300])
  }

  @Test("A chunk that is larger than the limit is skipped, and the chunks after it are read")
  func largeChunk() throws {
    var trace = HandmadeTrace(chunkSize: 1 << 20)
    trace.append(HandmadeTrace.note("a"))
    trace.append([UInt8](repeating: 0, count: 18 << 20))
    trace.append(HandmadeTrace.note("c"))
    let (events, reader) = try MappedSamples.read(trace.bytes)
    #expect(events.map(\.kind) == [.note("a"), .note("c")])
    #expect(reader.complaints.count == 1 && reader.complaints[0].contains("larger than 16 MiB"))
  }

  @Test("A trace that was cut off anywhere gives all of its complete records")
  func truncated() throws {
    var trace = HandmadeTrace(chunkSize: 4096)
    trace.append((0..<400).flatMap { HandmadeTrace.note("a\($0)") })
    trace.append(ticks: 1000, (0..<400).flatMap { HandmadeTrace.note("b\($0)") })
    let starts = [BinaryFormat.headerSize, BinaryFormat.headerSize + 4096]
    let bytes = trace.bytes
    for end in stride(from: 4096, through: bytes.count, by: 211) {
      let (events, reader) = try MappedSamples.read(Array(bytes[..<end]))
      let complete = starts.enumerated().reduce(0) { sum, start in
        var (place, count) = (start.element + BinaryFormat.chunkHeaderSize, 0)
        while count < 400, place + HandmadeTrace.note("\(start.offset)\(count)").count <= end {
          place += HandmadeTrace.note("\(start.offset)\(count)").count
          count += 1
        }
        return sum + count
      }
      #expect(events.count == complete, "\(end)")
      #expect(reader.isDamaged == (end < bytes.count), "\(end)")
    }
    #expect(throws: TraceError.self) { try BinaryTraceReader(Array(bytes[..<4095])) }
    #expect(throws: TraceError.empty) { try BinaryTraceReader([UInt8]()) }
  }

  private static let extremeNumbers: [Int64] = [
    0, 1, -1, .max, .min, .max / 2, .min / 4, .max / 4, .min / 2,
  ]

  @Test(
    "Extreme numbers in the header and in chunks neither trap nor change the order",
    arguments: extremeNumbers)
  func extremes(number: Int64) throws {
    for place in [24, 32, 40, 48, 56, 64, 72, 80, 88, 1184, 4112, 4120, 8208, 8216] {
      for other in [64, 72, 88, 1184, 4120, 8216] {
        var trace = HandmadeTrace()
        for ticks in [UInt64(5), 7] {
          trace.append(
            ticks: ticks, nanoseconds: 1000,
            HandmadeTrace.note("a") + HandmadeTrace.record(62, HandmadeTrace.number(Int(number)))
              + HandmadeTrace.note("b") + [29 | 0x80] + HandmadeTrace.number(Int(number))
              + HandmadeTrace.text("c"))
        }
        trace.put(number, at: place)
        trace.put(~number, at: other)
        let (events, reader) = try MappedSamples.read(trace.bytes)
        Self.check(events, reader, trace.bytes.count, "\(place) \(other)")
        #expect(events.count == 6)
        _ = reader.ending
      }
    }
  }

  @Test("Numbers that name nothing end a chunk, and the other chunks are read")
  func numbers() throws {
    let number = HandmadeTrace.number
    for bad in [0, -1, .min, .max, 1 << 53] {
      var trace = HandmadeTrace()
      trace.append(HandmadeTrace.note("a") + HandmadeTrace.record(1, number(bad)))
      trace.append(HandmadeTrace.note("b") + HandmadeTrace.record(5, number(bad), [0], number(1)))
      // 0 stands for no queue and for an unknown thread.
      if bad != 0 {
        trace.append(HandmadeTrace.note("c") + [29] + number(0) + number(bad))
        trace.append(HandmadeTrace.note("d") + HandmadeTrace.record(61, number(bad)))
      }
      trace.append(HandmadeTrace.note("e"))
      let (events, reader) = try MappedSamples.read(trace.bytes)
      #expect(events.count == (bad == 0 ? 3 : 5))
      #expect(reader.complaints.count == events.count - 1)
      #expect(reader.complaints.allSatisfy { $0.contains("contains an invalid number") })
    }
  }

  // MARK: Memory and time

  @Test("Promises with numbers far from each other take no more memory than others")
  func scattered() async {
    await #expect(processExitsWith: .success) {
      var records: [UInt8] = []
      while records.count < 3 << 20 {
        let number = 1 + (records.count &* 0x9E37_79B9) & 0xF_FFFF_FFFF_FFFF
        records += HandmadeTrace.record(1, HandmadeTrace.number(number))
      }
      try Self.expectMemory(records, atLeast: 200_000)
    }
  }

  @Test("Lists take memory in proportion to the trace", arguments: [7, 17])
  func lists(code: UInt8) async {
    await #expect(processExitsWith: .success) { [code] in
      var records: [UInt8] = []
      for start in 0..<300 {
        let head = code == 7 ? HandmadeTrace.number(1) : HandmadeTrace.number(1) + [0]
        let list =
          code == 7
          ? [UInt8](repeating: 0, count: 9000)
          : (0..<3000).flatMap { HandmadeTrace.number(10_000 + start * 3000 + $0) }
        records += HandmadeTrace.record(
          code, head, HandmadeTrace.number(code == 7 ? 9000 : 3000), list)
      }
      try Self.expectMemory(records, atLeast: 300)
    }
  }

  /// Expects that reading these records needs little more memory than they do.
  private static func expectMemory(_ records: [UInt8], atLeast events: Int) throws {
    var trace = HandmadeTrace(chunkSize: 1 << 20)
    trace.append(records)
    let before = Int(live_bytes())
    var reader = try BinaryTraceReader(trace.bytes)
    var (most, count) = (0, 0)
    while case let more = reader.read(limit: 5, isComplete: true), !more.isEmpty {
      count += more.count
      most = max(most, Int(live_bytes()) - before)
    }
    #expect(count >= events && reader.complaints == [])
    #expect(most < 20 * trace.bytes.count)
  }

  @Test("A file of a terabyte with a few bytes in it takes little memory and time")
  func sparse() async {
    await #expect(processExitsWith: .success) { try Self.readSparse() }
  }

  private static func readSparse() throws {
    let folder = try TemporaryFolder()
    let file = open(folder.path("sparse"), O_RDWR | O_CREAT, 0o600)
    let chunkSize = Rounds.isFuzzing ? 64 << 10 : 16 << 20
    var trace = HandmadeTrace(chunkSize: chunkSize)
    trace.append(HandmadeTrace.note("first"))
    // A text that fills a chunk, and a chunk whose records are zeros.
    trace.put(UInt32.max, at: 4096)
    let huge = Array(
      HandmadeTrace.record(29, HandmadeTrace.number(chunkSize - 100))
        + Array(repeating: 0, count: 8))
    var bytes = Array(trace.bytes.prefix(8192))
    bytes.replaceSubrange(
      (4096 + 48 + HandmadeTrace.note("first").count)..<(4096 + 48
        + HandmadeTrace.note("first").count + huge.count),
      with: huge)
    #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
    for chunk in 1..<20 {
      #expect(pwrite(file, Array(bytes[4096...]), 4096, off_t(4096 + chunk * chunkSize)) == 4096)
    }
    guard ftruncate(file, off_t(1) << 40) == 0 else { return }
    let before = Int(live_bytes())
    var reader = try BinaryTraceReader(BinaryFile(descriptor: file))
    var (most, count) = (0, 0)
    while case let more = reader.read(isComplete: true), !more.isEmpty {
      count += more.count
      most = max(most, Int(live_bytes()) - before)
    }
    #expect(count >= 20)
    #expect(reader.complaints.contains { $0.contains("larger than") })
    #expect(most < 256 << 20)
    close(file)
  }

  @Test("Many chunks with names, none of which ends, are read once")
  func names() throws {
    var trace = HandmadeTrace()
    for chunk in 0..<300 {
      var names: [UInt8] = []
      while names.count < 3900 {
        names += withUnsafeBytes(of: UInt64(names.count + chunk * 4000 + 1).littleEndian) {
          Array($0)
        }
        names += [3, 0, 0, 0, 0, 0, 0, 0] + Array("a\(chunk % 10)b".utf8)
      }
      trace.append(of: BinaryFormat.Content.names, names)
    }
    trace.append(
      of: BinaryFormat.Content.names, [1, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 255, count: 8))
    trace.append(of: BinaryFormat.Content.names, [UInt8](repeating: 0, count: 4000))
    trace.append(of: 99, [1, 2, 3])
    trace.append(
      HandmadeTrace.record(
        11, HandmadeTrace.number(1), [0, 2], [1, 0, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 3, 0, 9, 9]))
    let counting = ChangingBytes(trace.bytes)
    let (events, reader) = try MappedSamples.read(counting)
    #expect(
      events.map(\.kind) == [
        .resolutionIgnored(
          promise: 1, site: SourceSite(file: "a0b", line: 7, column: 3), attempt: nil)
      ])
    #expect(reader.complaints.count == 3)
    #expect(counting.reads < 1500)
  }
}

/// Bytes that are replaced by others. It counts how often it is read.
private final class ChangingBytes: BinaryBytes {
  private let bytes: Mutex<[UInt8]>
  private let counter = Atomic<Int>(0)

  init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }

  var size: Int { bytes.withLock { $0.count } }
  var reads: Int { counter.load(ordering: .relaxed) }

  func set(_ new: [UInt8]) { bytes.withLock { $0 = new } }

  func read(at offset: Int, count: Int) -> [UInt8] {
    counter.add(1, ordering: .relaxed)
    return bytes.withLock { $0.read(at: offset, count: count) }
  }
}
