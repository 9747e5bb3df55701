import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Testing

@testable import promise_tui

@Suite("Reading a binary trace")
struct BinaryInputTests {
  private func note(_ number: Int, _ text: String = "", thread: ThreadID = 1) -> PromiseEvent {
    PromiseEvent(
      sequence: number, time: Int64(number) * 1000, thread: thread, queue: 1, kind: .note(text))
  }

  private func withFile<Result>(
    _ bytes: [UInt8], named name: String = "run.ptrace", _ body: (String) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: name).path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try body(path)
  }

  private func read(_ path: String) throws -> (run: Recording, complaints: [String]) {
    let input = try TraceInput.open(path)
    defer { input.close() }
    var complaints: [String] = []
    return (try Recording.read(input) { complaints.append($0) }, complaints)
  }

  @Test("It is recognized by its first bytes, whatever its name; JSON Lines are, too")
  func format() throws {
    let events = [note(1, "a"), note(2, "b", thread: 2), note(3, "c")]
    for name in ["run.ptrace", "run.jsonl", "run"] {
      try withFile(BinaryTrace(title: "cart").bytes(events), named: name) { path in
        let (run, complaints) = try read(path)
        #expect(run.events == events && run.entry.name == "cart" && complaints.isEmpty)
        #expect(run.header.pid == 1 && !run.isVirtual && run.ending == .finished)
      }
      let lines = TraceWriter().bytes(TraceHeader(isVirtual: false), events)
      try withFile(lines, named: name) { path in
        let run = try read(path).run
        #expect(run.events == events && run.ending == .unknown)
      }
    }
  }

  @Test("Exported as JSON Lines, it has the same events, times, threads and queues")
  func converted() throws {
    for trace in BaseTraces.all.prefix(2) {
      try withFile(BinaryTrace().bytes(try trace.read)) { path in
        let (binary, _) = try read(path)
        let export = try Exporter(
          run: binary, range: ExportRange(), size: Size(width: 80, height: 24)
        )
        .export(.jsonl)
        #expect(binary.events.count == trace.events.count)
        try withFile(export.bytes) { path in
          let (lines, complaints) = try read(path)
          #expect(lines.events == binary.events && complaints.isEmpty)
          #expect(lines.header.title == binary.header.title)
          #expect(lines.header.pid == binary.header.pid)
        }
      }
    }
  }

  @Test("How the recording ended is reported, if it is incomplete")
  func endings() throws {
    var running = BinaryTrace(state: .running)
    running.process = BinaryTrace.thisProcess
    let table: [(BinaryTrace, TraceEnding, String?)] = [
      (BinaryTrace(), .finished, nil),
      (BinaryTrace(state: .running), .killed, "killed or crashed: every completed record is here"),
      (BinaryTrace(state: .full), .full, "the file could not grow: what followed is unknown"),
      (running, .running, "the program is still running"),
    ]
    for (trace, ending, sentence) in table {
      try withFile(trace.bytes([note(1), note(2)])) { path in
        let (run, complaints) = try read(path)
        #expect(run.ending == ending && run.events.count == 2 && !run.isDamaged)
        #expect(complaints == (sentence.map { ["\(path): \($0)"] } ?? []))
        #expect(run.isCutShort == (sentence != nil))
        let report = CheckReport(runs: [CheckedRun("run.ptrace", run, isDemo: false)])
        #expect(report.text == (sentence.map { "note  run.ptrace: \($0)\n" } ?? ""))
        let counts = try #require(TraceCounts(path))
        #expect(counts.events == 2 && counts.ending == ending)
      }
    }
  }

  @Test("It is read from a pipe up to a limit, beyond which the message names the way out")
  func pipe() throws {
    let bytes = BinaryTrace(title: "piped").bytes([note(1), note(2)])
    func input() throws -> TraceInput {
      let (reading, writing) = try #require(openPipe())
      let isStarted = startThread {
        _ = writeBytes(bytes[...], to: writing)
        PromiseSystem.close(writing)
      }
      #expect(isStarted)
      return TraceInput(name: "standard input", descriptor: reading, path: nil)
    }
    let whole = try input()
    let run = try Recording.read(whole) { Issue.record("\($0)") }
    #expect(run.events.count == 2 && run.entry.name == "piped")
    PromiseSystem.close(whole.descriptor)
    let long = try input()
    var decoder = TraceDecoder(long.descriptor)
    decoder.mostPiped = 1 << 10
    let error = #expect(throws: CommandError.self) { try decoder.readAll { _ in } }
    #expect(error?.sentence.contains("write it to a file") == true)
    // The rest is read, so that what writes it has somewhere to write.
    var rest = [UInt8](repeating: 0, count: 1 << 16)
    while readBytes(long.descriptor, into: &rest) > 0 {}
    PromiseSystem.close(long.descriptor)
  }

  @Test("A damaged one is read as far as possible, and counts as damaged")
  func damaged() throws {
    var bytes = BinaryTrace().bytes([note(1, "a"), note(2, "b"), note(3, "c")])
    // The second record gets a code that no version has.
    let place = try #require(
      bytes.indices.dropFirst(4096 + 48 + 4).first { bytes[$0] & 0x3F == bytes[4096 + 48] & 0x3F })
    bytes[place] = 0xBC
    try withFile(bytes) { path in
      let (run, complaints) = try read(path)
      #expect(run.isDamaged && run.events.count == 1)
      #expect(complaints.first?.contains("unknown code") == true)
    }
    try withFile(Array(bytes.prefix(100))) { path in
      let error = #expect(throws: CommandError.self) { try read(path) }
      #expect(error?.status == 65 && error?.sentence.contains("PROMISE_TRACE=run.ptrace") == true)
    }
  }

  @Test("A file of zeros may become a trace, and is waited for without reading it again and again")
  func zeros() throws {
    let zeros = [UInt8](repeating: 0, count: 4096)
    try withFile(zeros) { path in
      let input = try TraceInput.open(path)
      defer { input.close() }
      var decoder = TraceDecoder(input.descriptor)
      decoder.startPatience = .max
      var (waits, events) = (0, 0)
      try decoder.readAll(
        waiting: {
          waits += 1
          // In place, as a program does.
          let bytes = BinaryTrace().bytes([note(1), note(2)])
          let file = open(path, O_WRONLY | O_CLOEXEC)
          #expect(writeBytes(bytes[...], to: file) == nil)
          PromiseSystem.close(file)
        }, { events += $0.count })
      #expect(waits == 1 && events == 2)
    }
  }

  @Test("A file that remains zeros is no trace, and no JSON Lines either")
  func remainsZeros() throws {
    try withFile([UInt8](repeating: 0, count: 4096)) { path in
      let input = try TraceInput.open(path)
      defer { input.close() }
      var decoder = TraceDecoder(input.descriptor)
      decoder.startPatience = -1
      let error = #expect(throws: CommandError.self) { try decoder.readAll { _ in } }
      #expect(error?.sentence.contains("it begins with zeros") == true && !decoder.isLines)
    }
  }

  @Test("The first bytes of a binary trace are not taken for JSON Lines", arguments: [1, 3, 7])
  func firstBytes(count: Int) throws {
    let bytes = Array(BinaryTrace().bytes([note(1)]).prefix(count))
    try withFile(bytes) { path in
      let error = #expect(throws: CommandError.self) { try read(path) }
      #expect(
        error?.status == 65 && error?.sentence.contains("it ends after \(count) byte") == true)
    }
    let (reading, writing) = try #require(openPipe())
    #expect(writeBytes(bytes[...], to: writing) == nil)
    PromiseSystem.close(writing)
    defer { PromiseSystem.close(reading) }
    var decoder = TraceDecoder(reading)
    let error = #expect(throws: CommandError.self) { try decoder.readAll { _ in } }
    #expect(error?.sentence.contains("it ends after \(count) byte") == true)
  }
}
