import Testing

@testable import promise_tui

import PromiseSystem

@Suite("A child process")
struct ChildProcessTests {
  /// Returns what a shell prints when it runs `script`, and how it ends.
  private static func run(
    _ script: String, variables: [String: String?] = [:]
  ) throws -> (String, ChildProcess.Ending) {
    let (end, writing) = try #require(PipeReader.pipe())
    let child = try ChildProcess.start(
      ChildProcess.Program(
        arguments: ["sh", "-c", script], variables: variables, descriptors: [STDOUT_FILENO: writing]
      ))
    close(writing)
    let ending = try #require(child.wait(milliseconds: -1))
    var bytes: [UInt8] = []
    while case let more = end.read(), !more.isEmpty { bytes += more }
    return (String(decoding: bytes, as: UTF8.self), ending)
  }

  @Test("It is found by its name, prints to its descriptors, and reports its status")
  func status() throws {
    let (text, ending) = try Self.run("echo hello; exit 3")
    #expect(text == "hello\n")
    #expect(ending == .exited(3))
  }

  @Test("It inherits our variables, except for those that are changed")
  func variables() throws {
    let (text, _) = try Self.run(
      "echo ${HOME-none} $X ${PATH:+path}", variables: ["HOME": nil, "X": "1 2"])
    #expect(text == "none 1 2 path\n")
  }

  @Test("It has no input, and its errors are discarded, unless requested otherwise")
  func nowhere() throws {
    let (text, ending) = try Self.run("cat; echo lost >&2; echo end")
    #expect(text == "end\n")
    #expect(ending == .exited(0))
  }

  @Test("It is ended along with everything that it started")
  func group() throws {
    let (end, writing) = try #require(PipeReader.pipe())
    let child = try ChildProcess.start(
      ChildProcess.Program(
        arguments: ["sh", "-c", "sleep 100 & echo begun; wait"],
        descriptors: [STDOUT_FILENO: writing]))
    close(writing)
    var source = pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&source, 1, -1)
    #expect(end.read() == Array("begun\n".utf8))
    child.end()
    #expect(child.ending == .signalled(SIGKILL))
    // The pipe reaches its end only when no process holds it open.
    poll(&source, 1, -1)
    #expect(end.read().isEmpty && end.isAtEnd)
  }

  @Test("A missing program does not start, and the error says why")
  func missing() {
    #expect {
      try ChildProcess.start(ChildProcess.Program(arguments: ["/nonexistent/program"]))
    } throws: { error in
      (error as? CommandError)?.number == ENOENT
    }
  }
}
