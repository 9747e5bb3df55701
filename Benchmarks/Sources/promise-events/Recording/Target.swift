import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where a program's events go.
enum Target: CaseIterable {
  case file, socket

  var title: String {
    switch self {
    case .file: "a file"
    case .socket: "a socket"
    }
  }

  /// Runs the recorded program in a temporary folder. Returns its output, and the counted events.
  func run(_ program: String, _ arguments: [String]) -> (output: String, received: Received) {
    var name = Array("/tmp/promise-recording-XXXXXX\0".utf8CString)
    guard mkdtemp(&name) != nil else { Terminal.fail("no folder below /tmp") }
    let folder = String(
      decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let path = folder + "/trace"
    defer {
      unlink(path)
      rmdir(folder)
    }
    switch self {
    case .file:
      let output = run(program, arguments, path)
      var received = Received()
      let file = open(path, O_RDONLY)
      guard file >= 0 else { Terminal.fail("\(program) wrote no trace") }
      received.read(file)
      close(file)
      return (output, received)
    case .socket:
      let listener = Listener(at: path)
      let output = run(program, arguments, "unix:" + path)
      return (output, listener.end())
    }
  }

  private func run(_ program: String, _ arguments: [String], _ trace: String) -> String {
    let child = Child.run(program, arguments, environment: ["PROMISE_TRACE": trace])
    guard child.status == 0 else { Terminal.fail("\(program) failed") }
    return child.output
  }
}
