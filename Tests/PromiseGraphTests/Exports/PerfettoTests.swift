import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// The fields of a message, parsed by the test's own reader, which is independent of the writer.
private struct Message {
  var numbers: [Int: [UInt64]] = [:]
  var bytes: [Int: [ArraySlice<UInt8>]] = [:]

  struct Broken: Error {}

  init(_ data: ArraySlice<UInt8>) throws {
    var rest = data
    func varint() throws -> UInt64 {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 70, by: 7) {
        guard let byte = rest.popFirst() else { throw Broken() }
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      throw Broken()
    }
    while !rest.isEmpty {
      let key = try varint()
      let field = Int(key >> 3)
      switch key & 7 {
      case 0: numbers[field, default: []].append(try varint())
      case 1:
        guard rest.count >= 8 else { throw Broken() }
        numbers[field, default: []].append(
          rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) })
        rest = rest.dropFirst(8)
      case 2:
        let count = Int(try varint())
        guard rest.count >= count else { throw Broken() }
        bytes[field, default: []].append(rest.prefix(count))
        rest = rest.dropFirst(count)
      default: throw Broken()
      }
    }
  }

  func message(_ field: Int) throws -> Message? { try bytes[field]?.first.map { try Message($0) } }
  func text(_ field: Int) -> String? {
    bytes[field]?.first.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A parsed trace for Perfetto.
private struct Reading {
  var tracks: [UInt64: String] = [:]
  /// The kinds, names and times of the events on each track.
  var events: [UInt64: [(kind: UInt64, name: String?, time: UInt64)]] = [:]
  var begins: [UInt64: Int] = [:]
  var ends: [UInt64: Int] = [:]

  init(_ bytes: [UInt8]) throws {
    for packet in try Message(bytes[...]).bytes[1] ?? [] {
      let packet = try Message(packet)
      if let track = try packet.message(60) {
        let uuid = try #require(track.numbers[1]?.first)
        #expect(tracks[uuid] == nil, "two tracks of one number")
        if let parent = track.numbers[5]?.first { #expect(tracks[parent] != nil) }
        tracks[uuid] = track.text(2) ?? ""
      } else {
        let event = try #require(try packet.message(11))
        let uuid = try #require(event.numbers[11]?.first)
        #expect(tracks[uuid] != nil, "an event on no track")
        events[uuid, default: []].append(
          (
            try #require(event.numbers[9]?.first), event.text(23),
            try #require(packet.numbers[8]?.first)
          ))
        for arrow in event.numbers[47] ?? [] { begins[arrow, default: 0] += 1 }
        for arrow in event.numbers[48] ?? [] { ends[arrow, default: 0] += 1 }
      }
    }
  }

  func expectSound() {
    for (track, events) in events {
      var depth = 0
      for event in events {
        depth += event.kind == 1 ? 1 : event.kind == 2 ? -1 : 0
        #expect(depth >= 0, "\(tracks[track] ?? "") ends what has not begun")
      }
      #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
    }
    #expect(begins == ends, "arrows that lead nowhere")
  }

  /// Returns the events on the track with a name: `+` and `-` for slices.
  func story(_ name: String) -> [String] {
    guard let track = tracks.first(where: { $0.value == name })?.key else { return [] }
    return (events[track] ?? []).map { event in
      let sign = event.kind == 1 ? "+" : event.kind == 2 ? "-" : "!"
      return "\(event.time / 1_000_000) \(sign)\(event.name.map { " \($0)" } ?? "")"
    }
  }
}

@Suite struct PerfettoTests {
  private func trace(
    _ events: [PromiseEvent], _ range: ClosedRange<Int> = 0...Int.max
  ) throws -> Reading {
    let bytes = PerfettoTrace.bytes(events, range: range, title: "t", isVirtual: true)
    #expect(bytes == PerfettoTrace.bytes(events, range: range, title: "t", isVirtual: true))
    let reading = try Reading(bytes)
    reading.expectSound()
    return reading
  }

  @Test(
    "A promise is a slice from its creation to its settlement, with its work inside")
  func promise() throws {
    let reading = try trace(EventStream.login.events)
    #expect(
      reading.story("p2 .then fetch") == [
        "0 + p2 .then fetch", "0 ! handlerAttached", "80 + queued on net", "80 -",
        "80 + runs on net", "80 -",
        "80 + locked in to p6", "202 -", "202 ! fulfilled", "202 -",
      ])
    #expect(reading.story("work") == ["204 + p3 .map submit", "206 -"])
  }

  @Test("Jobs that run at the same time have lanes of their own")
  func lanes() throws {
    var stream = EventStream()
    stream.declare(1, "net", .concurrent(width: 2))
    let jobs = [1, 2, 3].map { _ in stream.enqueue(nil, on: 1) }
    stream.start(jobs[0], nil, on: 1)
    stream.start(jobs[1], nil, on: 1)
    stream.end(jobs[0], nil, on: 1)
    stream.start(jobs[2], nil, on: 1)
    stream.end(jobs[2], nil, on: 1)
    stream.end(jobs[1], nil, on: 1)
    let reading = try trace(stream.events)
    #expect(reading.story("net") == ["0 + j1", "0 -", "0 + j3", "0 -"])
    #expect(reading.story("net #2") == ["0 + j2", "0 -"])
  }

  @Test("A range keeps completely what is alive in it, and leaves out what ended before")
  func range() throws {
    let events = EventStream.login.events
    let submitted = try #require(events.first { $0.kind == .note("submitting") }).sequence
    let reading = try trace(events, submitted...submitted)
    #expect(!reading.tracks.values.contains("p1 login(user)"))
    #expect(reading.story("p3 .map submit").first == "0 + p3 .map submit")
    #expect(reading.story("work") == ["204 + p3 .map submit"])
    #expect(reading.story("notes") == ["204 ! submitting"])
  }

  @Test("Impossible events make a valid trace", arguments: 1...12)
  func nonsense(seed: UInt64) throws {
    var random = RandomEvents(seed: seed)
    let events = random.stream(400)
    _ = try trace(events)
    _ = try trace(events, 150...300)
    let graph = Graph(folding: events)
    #expect(MermaidFlowchart.text(graph, title: "r").text.utf16.count < 50_000)
    #expect(MermaidSequence.text(events, graph, title: "r").text.utf16.count < 50_000)
    #expect(DotGraph.text(graph, title: "r").hasSuffix("}\n"))
  }

  @Test("Text from outside stays text")
  func hostile() throws {
    let reading = try trace(EventStream.hostile.events)
    #expect(reading.tracks.values.allSatisfy { !$0.contains("\u{202e}") && !$0.contains("\n") })
    #expect(reading.tracks.values.allSatisfy { $0.count < 210 })
  }
}
