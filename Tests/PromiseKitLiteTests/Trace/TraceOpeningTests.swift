import Testing

@testable import PromiseEvents
@testable import PromiseKitLite
import PromiseSystem

@Suite("The file of a trace")
struct TraceOpeningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let trace = "{\"promise-trace\":\"1.0\"}\n"

  private func open(_ name: String = "run.jsonl") throws -> TraceOpening {
    try TraceOpening.lines(at: folder.path(name))
  }

  /// Expects that the file cannot be opened, for a reason that contains these words.
  private func refused(_ reason: String, _ name: String = "run.jsonl") {
    let failure = #expect(throws: PromiseTrace.Failure.self) { try open(name).descriptor.close() }
    #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "")")
  }

  @Test("is new, empty, and readable only by its owner")
  func new() throws {
    let opening = try open()
    defer { opening.descriptor.close() }
    #expect(opening.path == folder.path("run.jsonl"))
    #expect(opening.remark == nil)
    #expect(folder.mode("run.jsonl") == 0o600)
    #expect(opening.descriptor.number > 2)
    #expect(fcntl(opening.descriptor.number, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test("may exist if it is empty")
  func empty() throws {
    folder.write("", to: "run.jsonl", mode: 0o666)
    let opening = try open()
    opening.descriptor.close()
    #expect(folder.mode("run.jsonl") == 0o600)
    #expect(folder.names == ["run.jsonl"])
  }

  @Test("moves an earlier trace to .1, where it replaces an older one")
  func moved() throws {
    for round in 1...3 {
      let opening = try open()
      #expect(opening.remark == nil)
      #expect(folder.bytes("run.jsonl").isEmpty)
      let text = Self.trace + "\(round)"
      _ = text.withCString { systemWrite(opening.descriptor.number, $0, strlen($0)) }
      opening.descriptor.close()
    }
    #expect(folder.names.sorted() == ["run.jsonl", "run.jsonl.1"])
    #expect(folder.bytes("run.jsonl") == Array((Self.trace + "3").utf8))
    #expect(folder.bytes("run.jsonl.1") == Array((Self.trace + "2").utf8))
  }

  @Test("is not moved onto something other than a trace")
  func otherOlder() throws {
    folder.write(Self.trace, to: "run.jsonl")
    folder.write("dear diary", to: "run.jsonl.1")
    refused("run.jsonl.1 contains something other than a trace")
    #expect(folder.bytes("run.jsonl") == Array(Self.trace.utf8))
    #expect(folder.bytes("run.jsonl.1") == Array("dear diary".utf8))
  }

  @Test("is a binary trace as well as one in JSON Lines")
  func binary() throws {
    let magic = [0x89] + Array("PTRACE\n".utf8)
    let file = systemOpen(folder.path("run.ptrace"), O_WRONLY | O_CREAT, 0o600)
    #expect(systemWrite(file, magic, magic.count) == magic.count)
    systemClose(file)
    try open("run.ptrace").descriptor.close()
    #expect(folder.names.sorted() == ["run.ptrace", "run.ptrace.1"])
    #expect(folder.bytes("run.ptrace.1") == magic)
  }

  @Test("is never a link, whether it leads to a file or not")
  func links() throws {
    folder.write(Self.trace, to: "target")
    symlink(folder.path("target"), folder.path("link"))
    symlink(folder.path("nothing"), folder.path("dangling"))
    link(folder.path("target"), folder.path("second"))
    refused("is a symbolic link", "link")
    refused("is a symbolic link", "dangling")
    refused("hard link", "second")
    #expect(folder.names.sorted() == ["dangling", "link", "second", "target"])
    #expect(folder.bytes("target") == Array(Self.trace.utf8))
  }

  @Test("is never a folder, a socket, or a file that contains something else")
  func others() throws {
    folder.write("dear diary", to: "notes.txt")
    refused("something other than a trace", "notes.txt")
    let socket = try GateOpening.open(folder.path("socket"))
    refused("is not a file that can hold a trace", "socket")
    socket.descriptor.close()
    refused("Is a directory", ".")
  }

  @Test(
    "belongs to this user",
    // Only the administrator can give files away.
    .enabled(if: geteuid() == 0))
  func owner() throws {
    for text in ["", Self.trace] {
      folder.write(text, to: "run.jsonl", mode: 0o666)
      try #require(chown(folder.path("run.jsonl"), 65534, 65534) == 0)
      refused("belongs to another user")
      #expect(folder.bytes("run.jsonl") == Array(text.utf8))
    }
    try #require(mkfifo(folder.path("pipe"), 0o666) == 0)
    try #require(chown(folder.path("pipe"), 65534, 65534) == 0)
    refused("belongs to another user", "pipe")
  }

  @Test("gets the process ID if another process is writing to it")
  func busy() throws {
    let first = try open()
    let second = try open()
    #expect(second.path == folder.path("run.jsonl.\(getpid())"))
    #expect(second.remark?.contains("another process is writing to") == true)
    let third = try open()
    #expect(third.path == folder.path("run.jsonl.\(getpid()).2"))
    for opening in [first, second, third] { opening.descriptor.close() }
  }

  @Test("keeps the trace that this process wrote before it replaced its program")
  func exec() throws {
    // A trace of this process that this program has not written, now and long ago.
    let own = "{\"promise-trace\":\"1.8\",\"clock\":\"monotonic\",\"pid\":\(getpid())}\n"
    folder.write(own, to: "run.jsonl")
    // The system can give a new file the number of one that another test has recorded to and removed.
    for number in 0..<1000 {
      guard let file = FileIdentity(at: folder.path("run.jsonl")), OwnTraces.contains(file) else {
        break
      }
      rename(folder.path("run.jsonl"), folder.path("other-\(number)"))
      folder.write(own, to: "run.jsonl")
    }
    let opening = try open()
    #expect(opening.path == folder.path("run.jsonl.\(getpid())"))
    #expect(opening.remark?.contains("an earlier program of this process") == true)
    opening.descriptor.close()
    var times = (timeval(), timeval())
    withUnsafePointer(to: &times) {
      $0.withMemoryRebound(to: timeval.self, capacity: 2) { times in
        _ = utimes(folder.path("run.jsonl"), times)
      }
    }
    let again = try open()
    #expect(again.path == folder.path("run.jsonl"))
    again.descriptor.close()
    #expect(folder.bytes("run.jsonl.1") == Array(own.utf8))
  }

  @Test("A descriptor whose number stands for another file is not used and not closed")
  func stolen() throws {
    let opening = try open()
    let number = opening.descriptor.number
    #expect(opening.descriptor.isIntact)
    folder.write("mine", to: "other")
    let other = systemOpen(folder.path("other"), O_RDWR | O_CLOEXEC, 0)
    defer { systemClose(number) }
    #expect(dup2(other, number) == number)
    systemClose(other)
    #expect(!opening.descriptor.isIntact)
    opening.descriptor.close()
    #expect(fcntl(number, F_GETFD) >= 0)
  }

  @Test("A descriptor that is taken over moves out of the program's way, if there is room")
  func taken() throws {
    let file = systemOpen("/dev/null", O_RDWR | O_CLOEXEC, 0)
    let guarded = try #require(GuardedDescriptor(taking: file))
    #expect(guarded.number >= 10)
    guarded.close()
    #expect(GuardedDescriptor(taking: -1) == nil)
  }
}
