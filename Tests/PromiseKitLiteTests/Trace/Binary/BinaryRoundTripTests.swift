import Dispatch
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("A binary trace has what JSON Lines have")
struct BinaryRoundTripTests {
  /// Compares what is read from both, up to the numbers of promises and jobs. What declares a queue again is read once.
  private func compare(_ events: [PromiseEvent]) throws {
    let (bytes, links) = try MappedSamples.traceAndLinks(of: events)
    let (read, reader) = try MappedSamples.read(bytes)
    var declarations: Set<PromiseEvent.Kind> = []
    let events =
      events.filter {
        if case .queueDeclared = $0.kind { declarations.insert($0.kind).inserted } else { true }
      }
      + links.map {
        PromiseEvent(sequence: 1, time: 0, thread: nil, queue: nil, kind: $0)
      }
    #expect(reader.complaints == [] && reader.ending == .finished)
    #expect(read.map(\.sequence) == Array(1...(events.count + 1)))
    #expect(zip(read, read.dropFirst()).allSatisfy { $0.time <= $1.time })
    #expect(Set(read.map(\.thread)).count == 1)
    let found = try Renumbering.lines(read.map(Self.anyThread))
    let wanted = try Renumbering.lines(
      [PromiseEvent(sequence: 1, time: 0, thread: nil, queue: nil, kind: Self.sentinel)]
        + events.map(Self.anyThread))
    #expect(found.count == wanted.count)
    for (one, other) in zip(found, wanted) where one != other {
      Issue.record("\(one.text.prefix(300)) is not \(other.text.prefix(300))")
      break
    }
  }

  /// The first event of every sample; its promise has a number that no other one has.
  private static let sentinel: PromiseEvent.Kind = {
    guard case .created(var creation) = MappedSamples.first else { return MappedSamples.first }
    creation.promise = 77
    return .created(creation)
  }()

  private static func anyThread(_ event: PromiseEvent) -> PromiseEvent {
    var event = event
    event.thread = nil
    return event
  }

  @Test("Events of every kind, with every combination of optional fields and all words")
  func everyKind() throws { try compare(TraceSamples.events + Self.combinations.events) }

  #if os(Linux)
    @Test("Its times are on the program's clock, even if that is read slowly at first")
    func clock() throws {
      let folder = try TemporaryFolder()
      let descriptor = try TraceOpening.regularFile(at: folder.path("run.ptrace")).descriptor
      var reads = 0
      let trace = MappedTrace(
        descriptor, path: folder.path("run.ptrace"), title: nil,
        clock: {
          let now = DispatchTime.now().uptimeNanoseconds
          reads += 1
          // The thread does not run for a while.
          if reads == 1 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .seconds(1)) }
          return Int64(now) - 1_000_000_000
        }, reportFull: { _ in })
      #expect(trace != nil && reads > 1)
      let bytes = folder.bytes("run.ptrace")
      let epoch = bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: BinaryFormat.Header.epoch, as: Int64.self)
      }
      #expect(abs(epoch - 1_000_000_000) < 400_000_000)
    }

    @Test("What is full of a trace does not take addresses of the program")
    func mapping() throws {
      #expect(try MappedSamples.mappedBytes(whileWriting: 100) <= 40 << 20)
    }
  #endif

  @Test("A trace without values has none that was described before it began")
  func withoutValues() throws {
    let secret = "a secret that was described for another recording"
    let kinds: [PromiseEvent.Kind] = [
      .note(secret), .errorUnhandled(promise: 1, origin: 1, error: secret),
      .settled(.init(promise: 1, outcome: .fulfilled, description: secret)),
    ]
    let bytes = try MappedSamples.trace(of: kinds.events, includingValues: false)
    let (read, _) = try MappedSamples.read(bytes)
    #expect(read.contains { $0.kind == .note("") })
    #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
  }

  @Test("A text of more than a megabyte is cut, but no character of it is divided")
  func longTexts() throws {
    let text = String(repeating: "é", count: 1 << 20)
    let cut = String(repeating: "é", count: 1 << 19)
    for (long, short) in [(text, cut), ("x" + text, "x" + cut.dropLast())] {
      let kind = PromiseEvent.Kind.note(long)
      let (read, _) = try MappedSamples.read(try MappedSamples.trace(of: [kind].events))
      #expect(read.contains { $0.kind == .note(short) })
      var bytes = TraceWriter().line(TraceHeader(isVirtual: false))
      TraceWriter().append(try #require([kind].events.first), to: &bytes)
      var reader = TraceReader()
      #expect(try reader.read(bytes).map(\.kind) == [.note(short)])
    }
  }

  @Test("Texts of any length and content, and lists of any length")
  func texts() throws {
    var kinds: [PromiseEvent.Kind] = []
    for count in [0, 1, 15, 16, 63, 64, 65, 127, 128, 8191, 8192, 65_300, 65_536, (1 << 20) - 100] {
      let text = "🤦🏽\0é" + String(repeating: "x", count: count)
      kinds.append(.note(text))
      kinds.append(.created(.init(promise: 1, operation: .map, label: text, tag: text)))
      kinds.append(.touched(job: 1, names: Array(repeating: "a\0", count: min(count, 8192))))
      kinds.append(
        .deallocated(
          promise: 1, state: .pending, waiting: (0..<min(count, 8192)).map { PromiseID($0 + 1) }))
    }
    try compare(kinds.events)
  }

  @Test("More records than a chunk has room for")
  func many() throws {
    try compare((0..<20_000).map { PromiseEvent.Kind.note("note \($0)") }.events)
  }

  @Test("Numbers of any size are read as they were written")
  func numbers() throws {
    let numbers = [0, 1, -1, 63, 64, -64, -65, .max, .min, .max - 1, 1 << 53, -1 << 61]
    var random = SeededGenerator(seed: 3)
    for number in numbers + (0..<500).map({ _ in Int.random(in: .min ... .max, using: &random) }) {
      let bytes = HandmadeTrace.number(number)
      var packer = EventPacker(base: .allocate(byteCount: 10, alignment: 1), offset: 0)
      packer.put(number)
      #expect(Array(UnsafeRawBufferPointer(start: packer.base, count: packer.offset)) == bytes)
      packer.base.deallocate()
      let read = try bytes.withUnsafeBytes { bytes in
        var fields = BinaryFields(bytes, at: 0, names: BinaryNames())
        return try fields.number()
      }
      #expect(read == number)
    }
  }

  @Test("Events of two chunks are merged by their stamps, and their times follow the comparisons")
  func merging() throws {
    func notes(_ texts: [String], after delta: Int) -> [UInt8] {
      texts.flatMap { text -> [UInt8] in
        let code: [UInt8] = [29 | 0x80]
        return code + HandmadeTrace.number(delta) + HandmadeTrace.text(text)
      }
    }
    var trace = HandmadeTrace()
    trace.put(UInt64(1000), at: BinaryFormat.Header.clock)
    trace.put(Int64(50_000_000), at: BinaryFormat.Header.clock + 8)
    trace.put(UInt64(2_001_000), at: BinaryFormat.Header.clock + 16)
    trace.put(Int64(51_000_000), at: BinaryFormat.Header.clock + 24)
    trace.put(Int64(49_000_000), at: BinaryFormat.Header.epoch)
    trace.append(
      ticks: 1000, nanoseconds: 50_000_000, thread: 4, notes(["a", "c", "e"], after: 200_000))
    trace.append(
      ticks: 101_000, nanoseconds: 50_050_000, thread: 5,
      notes(["b", "d"], after: 200_000) + HandmadeTrace.record(61, HandmadeTrace.number(6))
        + notes(["f"], after: 600_000))
    let (events, reader) = try MappedSamples.read(trace.bytes)
    #expect(reader.complaints == [])
    #expect(events.map(\.kind) == ["a", "b", "c", "d", "e", "f"].map { .note($0) })
    #expect(events.map { $0.thread?.rawValue } == [4, 5, 4, 5, 4, 6])
    let times: [Int64] = [1_100_000, 1_150_000, 1_200_000, 1_250_000, 1_300_000, 1_550_000]
    #expect(zip(events, times).allSatisfy { abs($0.time - $1) <= 1 })
  }

  /// Every kind that has optional fields, with all combinations of them, and all words.
  private static var combinations: [PromiseEvent.Kind] {
    let site = SourceSite(file: "M/F.swift", line: Int(Int32.max), column: 0)
    var kinds: [PromiseEvent.Kind] = []
    for bits in 0..<64 {
      func has(_ bit: Int) -> Bool { bits & (1 << bit) != 0 }
      kinds += [
        .created(
          .init(
            promise: 9, operation: .all, label: has(0) ? "l" : nil, site: has(1) ? site : nil,
            parents: has(2) ? [1, 2, 3] : [], late: has(3), isGuarantee: has(4),
            tag: has(5) ? "t" : nil)),
        .settled(
          .init(
            promise: 9, outcome: has(0) ? .fulfilled : .cancelled, description: has(1) ? "d" : "",
            origin: has(2) ? 3 : nil, from: has(3) ? 4 : nil, oddity: has(4) ? .returnedSelf : nil,
            site: has(5) ? site : nil)),
        .resolutionIgnored(
          promise: 9, site: has(0) ? site : nil, attempt: has(1) ? .cancelled : nil),
        .jobEnqueued(job: 5, child: has(0) ? 9 : nil, queue: 1, label: has(1) ? "x" : nil),
        .waitEnded(
          promise: 9, queue: has(0) ? 3 : nil, job: has(1) ? 8 : nil,
          ending: has(2) ? .gaveUp : .settled),
        .queueDeclared(
          queue: 3, label: "q", kind: .concurrent(width: has(0) ? Int(Int32.max) : nil),
          assumed: has(1)),
      ]
    }
    return kinds
      + PromiseEvent.SkipReason.allCases.map {
        .handlerSkipped(parent: 1, child: 2, reason: $0)
      }
  }
}

extension [PromiseEvent.Kind] {
  /// The events, on no queue and on several.
  fileprivate var events: [PromiseEvent] {
    enumerated().map { index, kind in
      PromiseEvent(
        sequence: index + 1, time: 0, thread: nil, queue: index % 3 == 0 ? nil : QueueID(index % 3),
        kind: kind)
    }
  }
}
