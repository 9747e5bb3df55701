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

  /// Runs the recorded program. Returns its output, and the counted events if `counts`.
  func run(
    _ program: String, _ arguments: [String], to format: TraceFormat, counts: Bool = true
  ) -> (output: String, received: Received) {
    let folder = TemporaryFolder()
    switch self {
    case .file:
      let path = folder.path(format.fileName)
      let output = run(program, arguments, path)
      return (output, counts ? format.count(path) : Received())
    case .socket:
      let path = folder.path("socket")
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
