import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Records programs, and reads what was recorded.
struct RecordedTrace {
  /// The name of the files.
  static let fileName = "run.ptrace"
  /// The path of promise-tui, which converts them to JSON Lines.
  var screens: String

  /// Runs the recorded program. Returns its output, and the counted events if `counts`.
  func run(
    _ program: String, _ arguments: [String], counts: Bool = true
  ) -> (output: String, received: Received) {
    let folder = TemporaryFolder()
    let path = folder.path(Self.fileName)
    let child = Child.run(program, arguments, environment: ["PROMISE_TRACE": path])
    guard child.status == 0 else { Terminal.fail("\(program) failed") }
    return withExtendedLifetime(folder) { (child.output, counts ? count(path) : Received()) }
  }

  /// Counts the events of the trace at `path`, and its bytes.
  private func count(_ path: String) -> Received {
    var received = Received()
    read(path) { received.read($0) }
    var about = stat()
    if stat(path, &about) == 0 { received.bytes = Int(about.st_size) }
    return received
  }

  /// Passes a descriptor with the lines of the trace at `path`.
  func read(_ path: String, _ body: (Int32) -> Void) {
    let child = Child.start(screens, ["export", path, "--as", "jsonl"])
    body(child.output)
    guard child.end().status == 0 else { Terminal.fail("\(screens) does not read the trace") }
  }
}
