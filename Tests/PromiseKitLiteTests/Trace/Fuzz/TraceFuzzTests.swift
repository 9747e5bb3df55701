import CLiveBytes
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("A damaged trace is read as far as possible")
struct TraceFuzzTests {
  @Test(
    "Whatever is wrong with a line affects only that line, and is reported with its number and the reason"
  )
  func lines() throws {
    let (trace, whole) = (TraceSamples.trace, Set(TraceSamples.events))
    try Rounds(40).each { round, random in
      let bytes = random.damaged(lines: trace)
      let lineCount = bytes.count { $0 == 0x0A } + 1
      do throws(TraceError) {
        let (events, reader) = try random.read(bytes)
        let kept = events.count { whole.contains($0) }
        // At most four lines and thirty bytes were damaged.
        #expect(kept >= min(whole.count, lineCount - 1) - 40 || lineCount < whole.count, "\(round)")
        #expect(reader.problemCount <= 40, "\(round)")
        #expect(reader.problems.allSatisfy { (2...lineCount).contains($0.line) }, "\(round)")
        #expect(reader.problems.allSatisfy { !"\($0)".isEmpty }, "\(round)")
      } catch {
        // The header was damaged.
        let reason = "\(error)"
        #expect(
          error == .empty || reason.contains("line 1") || reason.contains("version"), "\(round)")
      }
    }
  }

  @Test("Random events of every kind are read back as they were written")
  func roundTrip() throws {
    let scalars: [Unicode.Scalar] = [
      "a", "\"", "\\", "\0", "\n", "\u{7F}", "\u{9F}", "é", "日", "\u{FFFD}", "\u{10FFFF}", " ",
    ]
    try Rounds(20).each { round, random in
      let text = String(
        String.UnicodeScalarView((0..<random.below(41)).map { _ in random.any(of: scalars) }))
      let events = TraceSamples.kinds(with: text).map { kind in
        PromiseEvent(
          sequence: Int.random(in: 1...(1 << 53 - 1), using: &random),
          time: Int64.random(in: -1 << 61...1 << 61, using: &random),
          thread: ThreadID(1 + random.below(9)), queue: nil, kind: kind)
      }
      let (read, reader) = try random.read(TraceSamples.trace(of: events, title: text))
      #expect(read == events && reader.problems.isEmpty, "\(round)")
      #expect(reader.header?.title == text, "\(round)")
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
    var random = SeededGenerator(seed: 1)
    let error = #expect(throws: TraceError.self) { try random.read(Array(text.utf8)) }
    #expect(error?.description.contains(reason) == true)
  }

  @Test("A byte order mark before the header, and line ends of another system, make no difference")
  func otherSystems() throws {
    var random = SeededGenerator(seed: 2)
    let text = String(decoding: TraceSamples.trace, as: UTF8.self)
    let bytes = Array(("\u{FEFF}" + text.split(separator: "\n").joined(separator: "\r\n")).utf8)
    let (events, reader) = try random.read(bytes)
    #expect(events == TraceSamples.events && reader.problems.isEmpty)
  }

  @Test("A line of nearly a gigabyte takes no memory, and the lines after it are read")
  func gigabyte() async {
    // In a process of its own in which nothing else allocates.
    await #expect(processExitsWith: .success) { try Self.readGigabyte() }
  }

  private static func readGigabyte() throws {
    let megabytes = Rounds.isFuzzing ? 1000 : 64
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
