import Foundation
import PromiseKitLite
import PromiseScreens
import PromiseSystem
import Testing

@testable import promise_tui

@Suite("The traces of the processes of a program")
struct TraceFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
  private let mailbox = Mailbox {}

  /// Creates an empty folder, which the body fills.
  private func withFiles(_ body: (inout TraceFiles) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let plan = RunPlan(arguments: ["/bin/shop"], finder: SourceFinder(below: "/nowhere"))
    var files = TraceFiles(in: folder.path, plan: plan, sender: mailbox.newSender(), patience: 0)
    defer { files.close() }
    try body(&files)
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
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
  private func read(_ files: inout TraceFiles, hasEnded: Bool = false) -> [String] {
    var seen: [String] = []
    for _ in 0..<4 {
      let isOpen = files.read(hasEnded: hasEnded)
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
    try withFiles { files in
      #expect(read(&files).isEmpty && files.isEmpty && !files.hasSentEvents)
      let first = running()
      try write(first.bytes(notes("a")), "run-7.ptrace")
      #expect(read(&files) == ["a"] && !files.isEmpty && files.hasSentEvents)
      try write(BinaryTrace().bytes(notes("other")), "run-8.ptrace")
      #expect(read(&files) == ["other"])
      var ended = first
      ended.state = .finished
      let file = try #require(
        FileHandle(forWritingAtPath: folder.appending(path: "run-7.ptrace").path))
      try file.write(contentsOf: Data(ended.bytes(notes("a", "b"))))
      #expect(read(&files) == ["b"] && files.isEmpty)
      try write(BinaryTrace().bytes(notes("next")), "run-9.ptrace")
      #expect(read(&files, hasEnded: true) == ["next"])
      #expect(files.isEmpty && files.problem == nil)
    }
  }

  @Test("A process that replaces itself is shown again, from the beginning of the new program")
  func exec() throws {
    try withFiles { files in
      try write(running().bytes(notes("before")), "run-7.ptrace")
      #expect(read(&files) == ["before"])
      try write(running().bytes(notes("after")), "run-7.ptrace.7.2")
      #expect(read(&files) == ["after"] && !files.isEmpty)
    }
  }

  @Test("A file without its first bytes is waited for, and JSON Lines are shown as well")
  func others() throws {
    try withFiles { files in
      try write([UInt8](repeating: 0, count: 4096), "run-7.ptrace")
      #expect(read(&files).isEmpty)
      let lines = TraceWriter().bytes(TraceHeader(isVirtual: true), notes("simulated"))
      try write(lines, "run-7.ptrace")
      #expect(read(&files) == ["simulated"] && !files.isEmpty)
      #expect(read(&files, hasEnded: true).isEmpty && files.isEmpty && files.hasSentEvents)
    }
  }

  @Test("A trace of a newer version is a problem with a next step")
  func newer() throws {
    try withFiles { files in
      var bytes = BinaryTrace().bytes(notes("a"))
      bytes[8] = 9
      try write(bytes, "run-7.ptrace")
      #expect(read(&files).isEmpty && !files.hasSentEvents)
      #expect(files.problem?.contains("newer promise-tui") == true)
    }
  }

  #if os(Linux)
    @Test("What was read is given back to the file system, and what follows is still read")
    func space() throws {
      try withFiles { files in
        let path = folder.appending(path: "run-7.ptrace").path
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
        try write(bytes, "run-7.ptrace")
        #expect(read(&files).count == 2000)
        var about = stat()
        try #require(stat(path, &about) == 0)
        #expect(Int(about.st_size) == bytes.count)
        #expect(Int(about.st_blocks) * 512 < bytes.count / 4)
        trace.state = .finished
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.write(contentsOf: Data(trace.header(chunks: parts.count)))
        #expect(read(&files).isEmpty && files.isEmpty && files.problem == nil)
      }
    }
  #endif
}
