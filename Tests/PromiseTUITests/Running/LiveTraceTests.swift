import Foundation
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Testing

@testable import promise_tui

@Suite("The traces of the processes of a program")
struct LiveTraceTests {
  private let mailbox = Mailbox {}

  /// Calls `body` with a trace whose folder is empty, and with the path of a file in it by its name.
  private func withTrace(
    _ body: (inout LiveTrace, (String) -> String) throws -> Void
  ) throws {
    let plan = RunPlan(arguments: ["/bin/shop"], finder: SourceFinder(below: "/nowhere"))
    var trace = try LiveTrace(of: plan, sender: mailbox.newSender(), patience: 0)
    let folder = trace.folder
    defer {
      trace.close()
      folder.remove()
    }
    try body(&trace) { "\(folder.path)/\($0)" }
  }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private func notes(_ texts: String...) -> [PromiseEvent] {
    texts.enumerated().map { place, text in
      PromiseEvent(
        sequence: place + 1, time: Int64(place), thread: 1, queue: nil, kind: .note(text))
    }
  }

  private func running(pid: Int = BinaryTrace.thisProcess.pid) -> BinaryTrace {
    var trace = BinaryTrace(state: .running)
    trace.process = (pid, BinaryTrace.thisProcess.start)
    return trace
  }

  /// Reads until nothing more comes, and returns the notes, and the notices in brackets.
  private func read(_ trace: inout LiveTrace, hasEnded: Bool = false) -> [String] {
    var seen: [String] = []
    for _ in 0..<4 {
      let isOpen = trace.read(hasEnded: hasEnded)
      #expect(isOpen)
      for message in mailbox.take() {
        switch message {
        case .events(let events):
          for event in events { if case .note(let text) = event.kind { seen.append(text) } }
        case .notice(let text): seen.append("[\(text)]")
        default: break
        }
      }
    }
    return seen
  }

  @Test("Several at the same time are shown together, and one that begins later as well")
  func several() throws {
    try withTrace { trace, path in
      #expect(read(&trace).isEmpty && trace.isEmpty && !trace.hasSentEvents)
      let first = running()
      try write(first.bytes(notes("a")), path("run-7.ptrace"))
      #expect(read(&trace) == ["a"] && !trace.isEmpty && trace.hasSentEvents)
      try write(BinaryTrace().bytes(notes("other")), path("run-8.ptrace"))
      #expect(read(&trace) == ["other"])
      var ended = first
      ended.state = .finished
      let file = try #require(FileHandle(forWritingAtPath: path("run-7.ptrace")))
      try file.write(contentsOf: Data(ended.bytes(notes("a", "b"))))
      #expect(read(&trace) == ["b"] && trace.isEmpty)
      try write(BinaryTrace().bytes(notes("next")), path("run-9.ptrace"))
      #expect(read(&trace, hasEnded: true) == ["next"])
      #expect(trace.isEmpty && trace.problem == nil)
    }
  }

  @Test("A process that replaces itself is shown again, from the beginning of the new program")
  func exec() throws {
    try withTrace { trace, path in
      try write(running().bytes(notes("before")), path("run-7.ptrace"))
      #expect(read(&trace) == ["before"])
      try write(running().bytes(notes("after")), path("run-7.ptrace.7.2"))
      #expect(read(&trace) == ["after"] && !trace.isEmpty)
    }
  }

  @Test("A file without its first bytes is waited for, and JSON Lines are shown as well")
  func others() throws {
    try withTrace { trace, path in
      try write([UInt8](repeating: 0, count: 4096), path("run-7.ptrace"))
      #expect(read(&trace).isEmpty)
      let lines = TraceWriter().bytes(TraceHeader(isVirtual: true), notes("simulated"))
      try write(lines, path("run-7.ptrace"))
      #expect(read(&trace) == ["simulated"] && !trace.isEmpty)
      #expect(read(&trace, hasEnded: true).isEmpty && trace.isEmpty && trace.hasSentEvents)
    }
  }

  @Test("A trace of a newer version is a problem with a next step")
  func newer() throws {
    try withTrace { trace, path in
      var bytes = BinaryTrace().bytes(notes("a"))
      bytes[8] = 9
      try write(bytes, path("run-7.ptrace"))
      #expect(read(&trace).isEmpty && !trace.hasSentEvents)
      #expect(trace.problem?.contains("newer promise-tui") == true)
    }
  }

  #if os(Linux)
    @Test("What was read is given back to the file system, and what follows is still read")
    func space() throws {
      try withTrace { live, path in
        let path = path("run-7.ptrace")
        // One thread fills many chunks.
        let text = String(repeating: "x", count: 1000)
        let events = (1...2000).map { number in
          PromiseEvent(
            sequence: number, time: 0, thread: 1, queue: nil, kind: .note("\(number) \(text)"))
        }
        var trace = running()
        let parts = stride(from: 0, to: events.count, by: 50).map {
          trace.chunk(Array(events[$0..<$0 + 50]), thread: 1)
        }
        let bytes = trace.header(chunks: parts.count) + parts.joined()
        try write(bytes, path)
        #expect(read(&live).count == 2000)
        var about = stat()
        try #require(stat(path, &about) == 0)
        #expect(Int(about.st_size) == bytes.count)
        #expect(Int(about.st_blocks) * 512 < bytes.count / 4)
        trace.state = .finished
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: Data(trace.header(chunks: parts.count)))
        #expect(read(&live).isEmpty && live.isEmpty && live.problem == nil)
      }
    }
  #endif
}
