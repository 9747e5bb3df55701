import Foundation
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Testing

@testable import promise_tui

@Suite("A trace that grows")
struct GrowingTraceTests {
  /// A file of ours that looks like that of a program.
  private final class GrowingFile {
    let path: String
    let descriptor: Int32
    var trace = BinaryTrace(title: "grows", state: .running)
    private var events: [PromiseEvent] = []

    init() throws {
      path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ptrace").path
      descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      try #require(descriptor >= 0)
      trace.process = BinaryTrace.thisProcess
    }

    deinit {
      PromiseSystem.close(descriptor)
      unlink(path)
    }

    /// Writes more events, as a recorder does: their bytes first.
    func write(_ count: Int, thread: ThreadID = 1) {
      let first = events.count + 1
      events += (first..<first + count).map {
        PromiseEvent(
          sequence: $0, time: Int64($0) * 1000, thread: thread, queue: 1, kind: .note("event \($0)")
        )
      }
      let bytes = trace.bytes(events)
      pwrite(descriptor, bytes, bytes.count, 0)
    }

    func end(_ state: BinaryTrace.State) {
      trace.state = state
      write(0)
    }
  }

  private func sequences(_ step: TraceDecoder.Step) -> [Int] {
    if case .events(let events) = step { events.map(\.sequence) } else { [] }
  }

  /// Returns the numbers of the next events. Those that a first look finds are returned after a second one.
  private func nextEvents(_ trace: inout GrowingTrace) throws -> [Int] {
    for _ in 0..<3 {
      let new = sequences(try trace.read(hasEnded: false))
      if !new.isEmpty { return new }
    }
    return []
  }

  @Test("What is written arrives in order, each event once, and then the end")
  func follows() throws {
    let file = try GrowingFile()
    file.write(3)
    var trace = try #require(GrowingTrace(file.path))
    trace.decoder.patience = 0
    defer { trace.close() }
    var seen: [Int] = []
    var rounds = 0
    while true {
      let step = try trace.read(hasEnded: false)
      seen += sequences(step)
      if case .ended = step { break }
      guard case .nothing = step else { continue }
      rounds += 1
      switch rounds {
      case 3: file.write(40, thread: 2)
      case 6: file.write(2)
      case 9: file.end(.finished)
      default: break
      }
    }
    #expect(seen == Array(1...45) && rounds == 9)
    #expect(trace.decoder.ending == .finished && trace.decoder.count == 45)
    #expect(trace.decoder.header?.title == "grows")
  }

  @Test("Lines that grow are read whole, and only their program's end is an end")
  func lines() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    let events = (1...3).map {
      PromiseEvent(sequence: $0, time: 0, thread: 1, queue: nil, kind: .note("event \($0)"))
    }
    let bytes = TraceWriter().bytes(TraceHeader(isVirtual: true), events)
    defer { unlink(path) }
    let writer = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    try #require(writer >= 0)
    defer { PromiseSystem.close(writer) }
    var trace = try #require(GrowingTrace(path))
    defer { trace.close() }
    var seen: [Int] = []
    // A line is read when its last byte is there.
    for byte in bytes {
      #expect(writeBytes([byte][...], to: writer) == nil)
      let new = sequences(try trace.read(hasEnded: false))
      #expect(new.isEmpty || byte == UInt8(ascii: "\n"))
      seen += new
    }
    #expect(seen == [1, 2, 3])
    guard case .nothing = try trace.read(hasEnded: false) else {
      Issue.record("the program is running")
      return
    }
    var step = try trace.read(hasEnded: true)
    if case .events = step { step = try trace.read(hasEnded: true) }
    guard case .ended = step else {
      Issue.record("the program has ended")
      return
    }
  }

  @Test("While nothing is written, it waits longer, but never long")
  func waits() throws {
    let file = try GrowingFile()
    file.write(1)
    var trace = try #require(GrowingTrace(file.path))
    trace.decoder.patience = 0
    defer { trace.close() }
    #expect(try nextEvents(&trace) == [1])
    let first = trace.pause
    for _ in 0..<100 {
      guard case .nothing = try trace.read(hasEnded: false) else {
        Issue.record("nothing was written")
        break
      }
    }
    #expect(trace.pause > first)
    file.write(1)
    #expect(try nextEvents(&trace) == [2] && trace.pause == first)
  }

  @Test("A process that has ended without a mark was killed; one that could not go on says so")
  func endings() throws {
    for (state, process, expected) in [
      (BinaryTrace.State.running, (pid: 1, start: Int64(1)), TraceEnding.killed),
      (.full, BinaryTrace.thisProcess, .full), (.finished, BinaryTrace.thisProcess, .finished),
    ] {
      let file = try GrowingFile()
      (file.trace.state, file.trace.process) = (state, process)
      file.write(2)
      var trace = try #require(GrowingTrace(file.path))
      defer { trace.close() }
      #expect(sequences(try trace.read(hasEnded: false)) == [1, 2])
      guard case .ended = try trace.read(hasEnded: false) else {
        Issue.record("\(expected)")
        continue
      }
      #expect(trace.decoder.ending == expected)
    }
  }

  @Test("A process in a container counts as running while its file is locked, or grows")
  func container() throws {
    let file = try GrowingFile()
    file.trace.namespace = 1
    file.write(2)
    let other = open(file.path, O_RDONLY | O_CLOEXEC)
    try #require(other >= 0)
    defer { PromiseSystem.close(other) }
    var reader = try BinaryTraceReader(BinaryFile(descriptor: other))
    #expect(reader.ending == .cutShort)
    #expect(flock(file.descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(reader.ending == .running)
    #expect(flock(file.descriptor, LOCK_UN) == 0)
    #expect(reader.ending == .cutShort)
    (reader.patience, reader.quiet) = (1, .max)
    #expect(reader.ending == .running)
    reader.quiet = 0
    #expect(reader.ending == .cutShort)
    // Looking at the lock does not leave one behind.
    #expect(flock(file.descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  @Test("Of a trace that is not followed, what happens after the first look is left out")
  func notFollowed() throws {
    let file = try GrowingFile()
    // An event each hour, and it is half past five.
    let hour: Int64 = 3_600_000_000_000
    let first = EventWaiter.now - 5 * hour - hour / 2
    file.trace.comparisons = [(1_000_000, first), (1_000_010, first + 10 * hour)]
    file.write(10)
    var decoder = TraceDecoder(file.descriptor)
    var seen: [Int] = []
    try decoder.readAll { seen += $0.map(\.sequence) }
    #expect(seen == [1, 2, 3, 4, 5] && decoder.ending == .running)
  }

  @Test("A file that is written again is another one, or is shorter than what was read")
  func again() throws {
    let file = try GrowingFile()
    file.write(2)
    let trace = try #require(GrowingTrace(file.path))
    defer { trace.close() }
    #expect(!trace.isWrittenAgain(after: 100))
    #expect(trace.isWrittenAgain(after: 1 << 30))
    let other = file.path + ".new"
    try Data([1]).write(to: URL(filePath: other))
    #expect(rename(other, file.path) == 0)
    #expect(trace.isWrittenAgain(after: 0))
  }
}
