import CLiveBytes
import Foundation
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("A damaged trace is read as far as possible")
struct TraceFuzzTests {
  /// Reads in pieces of any length.
  private static func read(
    _ bytes: [UInt8], _ random: inout TraceFuzzer
  ) throws(TraceError) -> (events: [PromiseEvent], reader: TraceReader) {
    var reader = TraceReader()
    var events: [PromiseEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Int.random(in: 1...5000, using: &random))
      events += try reader.read(Array(piece))
      rest = rest.dropFirst(piece.count)
    }
    return (events + (try reader.finish()), reader)
  }

  @Test(
    "Whatever is wrong with a line affects only that line, and is reported with its number and the reason"
  )
  func lines() {
    let whole = Set(TraceSamples.events)
    for seed in FuzzPlan.seeds(40) {
      FuzzPlan.tell(seed, "reader")
      var random = TraceFuzzer(seed: UInt64(seed))
      let bytes = random.damaged(TraceSamples.trace)
      let lineCount = bytes.count { $0 == 0x0A } + 1
      do {
        let (events, reader) = try Self.read(bytes, &random)
        let kept = events.count { whole.contains($0) }
        // At most four lines and thirty bytes were damaged.
        #expect(kept >= min(whole.count, lineCount - 1) - 40 || lineCount < whole.count, "\(seed)")
        #expect(reader.problemCount <= 40, "\(seed)")
        #expect(reader.problems.allSatisfy { (2...lineCount).contains($0.line) }, "\(seed)")
        #expect(reader.problems.allSatisfy { !"\($0)".isEmpty })
      } catch {
        // The header was damaged.
        #expect(error == .empty || "\(error)".contains("line 1") || "\(error)".contains("version"))
      }
    }
  }

  @Test("Random events of every kind are read back as they were written")
  func roundTrip() throws {
    var random = TraceFuzzer(seed: 5)
    for _ in FuzzPlan.seeds(20) {
      let scalars: [Unicode.Scalar] = [
        "a", "\"", "\\", "\0", "\n", "\u{7F}", "\u{9F}", "é", "日", "\u{FFFD}", "\u{10FFFF}", " ",
      ]
      let text = String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...40, using: &random)).compactMap { _ in
            scalars.randomElement(using: &random)
          }))
      let events = TraceSamples.kinds(with: text).map { kind in
        PromiseEvent(
          sequence: Int.random(in: 1...(1 << 53 - 1), using: &random),
          time: Int64.random(in: -1 << 61...1 << 61, using: &random),
          thread: ThreadID(Int.random(in: 1...9, using: &random)),
          queue: nil, kind: kind)
      }
      var bytes = TraceWriter().line(TraceHeader(isVirtual: false, title: text))
      for event in events { TraceWriter().append(event, to: &bytes) }
      let (read, reader) = try Self.read(bytes, &random)
      #expect(read == events && reader.problems.isEmpty && reader.header?.title == text)
    }
  }

  @Test(
    "A file that is not a trace is rejected with the reason",
    arguments: [
      ("\u{1F}\u{8B}\u{8}\0\0", "line 1"), ("PK\u{3}\u{4}", "line 1"), ("\n\n", "line 1"),
      ("{}", "line 1"),
      ("[]", "line 1"), ("{\"promise-trace\":\"2.0\"}", "2.0"),
      ("{\"promise-trace\":\"99999999999999999999.0\"}", "line 1"),
      ("{\"promise-trace\":\"-1.0\"}", "line 1"), ("{\"promise-trace\":\"1\"}", "line 1"),
      ("", "empty"),
    ])
  func noTrace(text: String, reason: String) {
    var random = TraceFuzzer(seed: 1)
    let error = #expect(throws: TraceError.self) { try Self.read(Array(text.utf8), &random) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test("A byte order mark before the header, and line ends of another system, make no difference")
  func otherSystems() throws {
    var random = TraceFuzzer(seed: 2)
    let text = String(decoding: TraceSamples.trace, as: UTF8.self)
    let bytes = Array(("\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n")).utf8)
    let (events, reader) = try Self.read(bytes, &random)
    #expect(events == TraceSamples.events && reader.problems.isEmpty)
  }

  @Test("A gigabyte without a line feed takes no memory, and the lines after it are read")
  func gigabyte() async {
    // In a process of its own in which nothing else allocates.
    await #expect(processExitsWith: .success) { try Self.readGigabyte() }
  }

  private static func readGigabyte() throws {
    let isLong = ProcessInfo.processInfo.environment["FUZZ_ROUNDS"] != nil
    let megabytes = isLong ? 1024 : 64
    var reader = TraceReader(lineLimit: 1 << 20)
    var events = try reader.read(TraceWriter().line(TraceHeader(isVirtual: true)))
    let piece = Array(repeating: UInt8(ascii: "["), count: 1 << 20)
    let before = Int(live_bytes())
    var most = 0
    for _ in 1...megabytes {
      events += try reader.read(piece)
      most = max(most, Int(live_bytes()) - before)
    }
    events += try reader.read(Array("\n{\"n\":1,\"t\":0,\"k\":\"note\",\"text\":\"a\"}".utf8))
    events += try reader.finish()
    #expect(events.count == 1 && reader.problems.map(\.kind) == [.tooLong])
    #expect(most < 16 << 20)
  }
}
