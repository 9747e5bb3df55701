import Testing

@testable import promise_tui

import PromiseSystem

@Suite("A child process")
struct ChildProcessTests {
  /// Returns the output of a shell that runs `script`, and how it ends.
  private static func run(
    _ script: String, variables: [String: String?] = [:]
  ) throws -> (String, ChildProcess.Ending) {
    let (end, writing) = try #require(PipeReader.pipe())
    let child = try ChildProcess.start(
      ChildProcess.Program(
        arguments: ["sh", "-c", script], variables: variables, descriptors: [STDOUT_FILENO: writing]))
    close(writing)
    let ending = try #require(child.wait(milliseconds: -1))
    var bytes: [UInt8] = []
    while case let more = end.read(), !more.isEmpty { bytes += more }
    return (String(decoding: bytes, as: UTF8.self), ending)
  }

  @Test("It is found by its name, prints where it is told to, and its status is known")
  func status() throws {
    let (text, ending) = try Self.run("echo hello; exit 3")
    #expect(text == "hello\n")
    #expect(ending == .exited(3))
  }

  @Test("It has our variables, except for those that are changed")
  func variables() throws {
    let (text, _) = try Self.run(
      "echo ${HOME-none} $X ${PATH:+path}", variables: ["HOME": nil, "X": "1 2"])
    #expect(text == "none 1 2 path\n")
  }

  @Test("It receives no input, and its errors are discarded, unless requested otherwise")
  func nowhere() throws {
    let (text, ending) = try Self.run("cat; echo lost >&2; echo end")
    #expect(text == "end\n")
    #expect(ending == .exited(0))
  }

  @Test("It is ended together with everything that it has started")
  func group() throws {
    let (end, writing) = try #require(PipeReader.pipe())
    let child = try ChildProcess.start(
      ChildProcess.Program(
        arguments: ["sh", "-c", "sleep 100 & echo begun; wait"], descriptors: [STDOUT_FILENO: writing]))
    close(writing)
    var source = pollfd(fd: end.descriptor, events: Int16(POLLIN), revents: 0)
    poll(&source, 1, 60_000)
    #expect(end.read() == Array("begun\n".utf8))
    child.end()
    #expect(child.ending == .signalled(SIGKILL))
    // The pipe reaches its end only when no process holds it any longer.
    poll(&source, 1, 60_000)
    #expect(end.read().isEmpty && end.isAtEnd)
  }

  @Test("A program that does not exist does not start, and the reason is reported")
  func missing() {
    #expect {
      try ChildProcess.start(ChildProcess.Program(arguments: ["/nonexistent/program"]))
    } throws: { error in
      (error as? ChildProcess.StartError)?.number == ENOENT
    }
  }
}
