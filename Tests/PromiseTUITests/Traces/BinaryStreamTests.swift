import Foundation
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Testing

@testable import promise_tui

@Suite("A binary trace that grows")
struct BinaryStreamTests {
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

  private static func stream(
    _ file: GrowingFile, _ mailbox: Mailbox
  ) throws -> BinaryStream {
    let program = LiveProgram(entry: RunDescriptor(name: "program", teaches: ""))
    return try BinaryStream(
      BinaryFile(descriptor: file.descriptor),
      ShownEvents(
        of: program, finder: SourceFinder(below: "/nowhere"), sender: mailbox.newSender()),
      patience: 0)
  }

  /// Returns the numbers of the events that arrived.
  private static func numbers(_ mailbox: Mailbox) -> [Int] {
    mailbox.take().flatMap { message -> [Int] in
      if case .events(let events) = message { events.map(\.sequence) } else { [] }
    }
  }

  @Test("What is written arrives in order, each event once, and then the end")
  func follows() throws {
    let file = try GrowingFile()
    let mailbox = Mailbox {}
    file.write(3)
    var stream = try Self.stream(file, mailbox)
    var seen: [Int] = []
    var ending: TraceEnding?
    for round in 0..<12 {
      if round == 3 { file.write(40, thread: 2) }
      if round == 6 { file.write(2) }
      if round == 9 { file.end(.finished) }
      var goesOn = true
      while goesOn {
        let step = stream.step()
        seen += Self.numbers(mailbox)
        if case .ended(let end) = step { ending = end }
        if case .events = step { goesOn = true } else { goesOn = false }
      }
    }
    #expect(seen == Array(1...45))
    #expect(ending == .finished && stream.count == 45 && stream.newest == 45)
  }

  @Test("While nothing is written, it waits longer, but never long")
  func waits() throws {
    let file = try GrowingFile()
    let mailbox = Mailbox {}
    file.write(1)
    var stream = try Self.stream(file, mailbox)
    for _ in 0..<100 {
      if case .ended = stream.step() { Issue.record("the program is running") }
    }
    #expect((50...1000).contains(stream.pause))
    file.write(1)
    var steps: [BinaryStream.Step] = []
    for _ in 0..<3 { steps.append(stream.step()) }
    #expect(Self.numbers(mailbox) == [1, 2])
  }

  @Test("A process that has ended without a mark was killed; one that could not go on says so")
  func endings() throws {
    for (state, process, expected) in [
      (BinaryTrace.State.running, (pid: 1, start: Int64(1)), TraceEnding.killed),
      (.full, BinaryTrace.thisProcess, .full), (.finished, BinaryTrace.thisProcess, .finished),
    ] {
      let file = try GrowingFile()
      let mailbox = Mailbox {}
      (file.trace.state, file.trace.process) = (state, process)
      file.write(2)
      var stream = try Self.stream(file, mailbox)
      guard case .events = stream.step(), case .ended(let ending) = stream.step() else {
        Issue.record("\(expected)")
        continue
      }
      #expect(ending == expected && Self.numbers(mailbox) == [1, 2])
    }
  }
}
