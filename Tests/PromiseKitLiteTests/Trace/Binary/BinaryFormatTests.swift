import Foundation
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The format of binary traces")
struct BinaryFormatTests {
  /// A version never changes what it contains: a change needs a new row, with a new version.
  private static let fingerprints: [String: UInt64] = [
    "1.0": 16_705_754_660_447_019_931, "1.1": 4_213_022_149_712_203_387,
    "1.2": 4_527_085_814_616_361_025, "1.3": 15_506_627_186_912_257_808,
    "1.4": 11_089_661_353_486_518_086, "1.5": 11_089_661_353_486_518_086,
    "1.6": 1_317_511_109_403_659_256,
  ]

  private var version: String { "\(BinaryFormat.major).\(BinaryFormat.minor)" }

  @Test("Its codes, fields and words are those of its version")
  func fingerprint() {
    #expect(Self.fingerprints[version] == BinaryPage.fingerprint, "raise BinaryFormat.minor")
  }

  @Test("Every kind of event has a record with its code and name, and fits into the header")
  func table() {
    for kind in PromiseEvent.Kind.Name.allCases {
      #expect(BinaryRecords.current[kind.code]?.name == kind.rawValue)
    }
    let others = BinaryRecords.current.records.keys.filter {
      Int($0) >= PromiseEvent.Kind.Name.allCases.count && !BinaryFormat.shortCodes.contains($0)
    }
    #expect(others.sorted() == [BinaryFormat.Code.thread, BinaryFormat.Code.clock])
    #expect(BinaryRecords.current.records.count == BinaryRecords.text.split(separator: "\n").count)
    #expect(BinaryRecords.text.utf8.count <= BinaryFormat.Header.recordsRoom)
  }

  @Test("A reader that knows only the page reads what the project's reader reads")
  func plain() throws {
    var plain = try PlainReader(MappedSamples.everything, words: BinaryPage.shownWords())
    let events = try MappedSamples.read(MappedSamples.everything).events
    let lines = try Renumbering.lines(events)
    let shown = try plain.events()
    #expect(shown.count == lines.count)
    for (one, other) in zip(shown, lines) where one != other {
      Issue.record("\(one.text.prefix(300)) is not \(other.text.prefix(300))")
      break
    }
  }

  @Test("The page has the tables of the code: UPDATE_DOCUMENTS=1 rewrites them")
  func page() throws {
    let text = try String(contentsOf: BinaryPage.file, encoding: .utf8)
    var fresh = text
    for (name, part) in BinaryPage.parts {
      let begin = "<!-- begin: \(name) -->\n"
      let start = try #require(fresh.range(of: begin)).upperBound
      let end = try #require(fresh.range(of: "<!-- end -->", range: start..<fresh.endIndex))
      fresh.replaceSubrange(start..<end.lowerBound, with: part)
    }
    #expect(fresh.contains("version \(version)"))
    if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTS"] != nil {
      try fresh.write(to: BinaryPage.file, atomically: true, encoding: .utf8)
    } else {
      #expect(text == fresh, "make documents writes it anew")
    }
  }

  @Test("The page states the limits of the reader")
  func limits() throws {
    let text = try String(contentsOf: BinaryPage.file, encoding: .utf8)
    #expect(BinaryFormat.Limit.chunk == 16 << 20 && text.contains("16 MiB"))
    #expect(BinaryFormat.Limit.units == 1_048_576 && text.contains("1,048,576"))
    #expect(BinaryFormat.Limit.size == 64 << 30 && text.contains("64 GiB"))
    #expect(BinaryFormat.Limit.numbers == 33_554_432 && text.contains("33,554,432"))
  }
}

@Suite("Versions of binary traces")
struct BinaryVersionTests {
  /// A table with another kind, another field of a known kind, and another record of no event.
  private static let newer =
    BinaryRecords.text.replacingOccurrences(of: "note text:t", with: "note text:t mood:?w at:n@1")
    + "45 hopped p:p why:w height:?n@1 route:*p options:*c site:s\n47 battery percent:n names:*t\n"

  private func events(_ records: [UInt8]..., minor: UInt16 = 7) throws -> (
    texts: [String], reader: BinaryTraceReader
  ) {
    var trace = HandmadeTrace(minor: minor, records: Self.newer)
    trace.append(records.flatMap { $0 })
    let (events, reader) = try MappedSamples.read(trace.bytes)
    return (events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }, reader)
  }

  private static func record(_ code: UInt8, _ fields: [UInt8]...) -> [UInt8] {
    HandmadeTrace.record(code, fields.flatMap { $0 })
  }

  private static func note(_ text: String) -> [UInt8] {
    record(29, HandmadeTrace.text(text), [0])
  }

  @Test("Records of a newer minor version are skipped and counted")
  func unknown() throws {
    let number = HandmadeTrace.number
    let (texts, reader) = try events(
      Self.note("a"),
      Self.record(
        45, number(5), [1], [1], number(-9), number(3), number(1), number(2), number(1 << 40),
        number(2), [1], number(1), number(2), [3], number(9), [1], HandmadeTrace.text("F.swift"),
        number(1), number(2)),
      Self.note("b"),
      Self.record(45, number(5), [0], number(0), number(0), [0]),
      Self.record(47, number(99), number(2), HandmadeTrace.text("x"), HandmadeTrace.text("yz")),
      Self.note("c"))
    #expect(texts == ["a", "b", "c"])
    #expect(reader.complaints == [])
    #expect(reader.skipped == ["hopped": 2, "battery": 1])
  }

  @Test("Fields that a newer minor version adds to a record are skipped")
  func fields() throws {
    let text = HandmadeTrace.text
    let (texts, reader) = try events(
      Self.record(29, text("a"), [1, 0]), Self.record(29, text("b"), [1, 1], [4]), Self.note("c"))
    #expect(texts == ["a", "b", "c"])
    #expect(reader.complaints == [] && reader.skipped == [:])
  }

  @Test("A wait in a trace of version 1.0 has no place, and nothing after it is misread")
  func older() throws {
    let records = BinaryRecords.text.replacingOccurrences(of: "j:?j site:s", with: "j:?j")
    var trace = HandmadeTrace(minor: 0, records: records)
    let number = HandmadeTrace.number
    trace.append(
      Self.record(18, number(5), [0], [1], number(9)) + HandmadeTrace.note("after the wait"))
    let (events, reader) = try MappedSamples.read(trace.bytes)
    #expect(
      events.map(\.kind) == [
        .waitBegan(promise: 1, queue: nil, job: 1, site: nil), .note("after the wait"),
      ])
    #expect(reader.complaints == [])
  }

  @Test("An await in a trace of version 1.1 has no function, and nothing after it is misread")
  func awaitsOfBefore() throws {
    let records = BinaryRecords.text.replacingOccurrences(of: "p:p by:?p site:s", with: "p:p")
      .replacingOccurrences(of: "end:w by:?p", with: "end:w")
      .replacingOccurrences(of: "tag:?t lang:w", with: "tag:?t")
    var trace = HandmadeTrace(minor: 1, records: records)
    let number = HandmadeTrace.number
    trace.append(
      Self.record(20, number(5)) + Self.record(21, number(5), [0])
        + HandmadeTrace.note("after the await"))
    let (events, reader) = try MappedSamples.read(trace.bytes)
    #expect(
      events.map(\.kind) == [
        .awaitBegan(promise: 1), .awaitEnded(promise: 1, ending: .settled),
        .note("after the await"),
      ])
    #expect(reader.complaints == [])
  }

  @Test("A settlement in a trace of version 1.5 has no place, and nothing after it is misread")
  func settlementsOfBefore() throws {
    let records = BinaryRecords.text.replacingOccurrences(of: "odd:?w site:s", with: "odd:?w")
    var trace = HandmadeTrace(minor: 5, records: records)
    trace.append(
      Self.record(10, HandmadeTrace.number(5), [0], HandmadeTrace.text("7"), [0], [0], [0])
        + HandmadeTrace.note("after it"))
    let (events, reader) = try MappedSamples.read(trace.bytes)
    #expect(
      events.map(\.kind) == [
        .settled(PromiseEvent.Settlement(promise: 1, outcome: .fulfilled, description: "7")),
        .note("after it"),
      ])
    #expect(reader.complaints == [])
  }

  @Test("An event with a word of a newer minor version is skipped")
  func words() throws {
    let number = HandmadeTrace.number
    let (texts, reader) = try events(
      Self.note("a"), Self.record(8, number(1), number(2), [250]), Self.note("b"))
    #expect(texts == ["a", "b"])
    #expect(reader.skipped == ["handlerSkipped": 1] && reader.complaints == [])
  }

  @Test("In a trace of this version, a record with an unknown code is damage")
  func damage() throws {
    let (texts, reader) = try events(
      HandmadeTrace.note("a"), Self.record(45, HandmadeTrace.number(5)), HandmadeTrace.note("b"),
      minor: BinaryFormat.minor)
    #expect(texts == ["a"])
    #expect(reader.complaints.count == 1 && reader.complaints[0].contains("an unknown code, 45"))
  }

  @Test(
    "Where the file could not grow, the trace ends: other threads wrote on, without what was lost",
    arguments: [BinaryFormat.minor, 4])
  func full(minor: UInt16) throws {
    var trace = HandmadeTrace(minor: minor)
    trace.put(BinaryFormat.State.full, at: BinaryFormat.Header.state)
    // Up to version 1.4, these bytes belong to the title.
    trace.put(UInt64(101), at: BinaryFormat.Header.completeUntil)
    trace.append(ticks: 100, HandmadeTrace.note("a") + HandmadeTrace.note("c"))
    trace.append(
      ticks: 100, thread: 2,
      HandmadeTrace.note("b") + HandmadeTrace.note("d") + HandmadeTrace.note("e"))
    let (events, reader) = try MappedSamples.read(trace.bytes)
    let notes = events.compactMap { if case .note(let text) = $0.kind { text } else { nil } }
    #expect(notes.sorted() == (minor > 4 ? ["a", "b"] : ["a", "b", "c", "d", "e"]))
    #expect(reader.complaints == [])
  }

  @Test("A trace of another major version is rejected", arguments: [0, 2, 65535])
  func major(version: UInt16) {
    var trace = HandmadeTrace()
    trace.put(version, at: BinaryFormat.Header.major)
    let error = #expect(throws: TraceError.self) { try BinaryTraceReader(trace.bytes) }
    #expect(
      "\(error as Any)".contains(version == 0 ? "damaged" : "\(version).\(BinaryFormat.minor)"))
  }

  @Test(
    "A table that is damaged is understood as far as possible, and nothing is skipped by mistake")
  func damagedTable() throws {
    for table in [
      "", "33", "33 x y", "33 x p:", "33 x p:q", "33 x p:p@", "999 x\n-1 y z", "\0\n\n",
    ] {
      let records = BinaryRecords(Array(table.utf8))
      #expect(records.records.isEmpty, "\(table)")
    }
    #expect(BinaryRecords(Array("40 x p:?p@2".utf8))[40]?.fields.first?.condition == 2)
  }
}
