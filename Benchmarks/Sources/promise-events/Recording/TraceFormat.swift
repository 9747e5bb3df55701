import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The format of the recorded files: the extension of a file determines it.
struct TraceFormat {
  /// The name of the files, such as `run.jsonl`.
  var fileName: String
  /// The path of promise-tui, which converts other formats to JSON Lines.
  var screens: String

  private var isText: Bool { fileName.hasSuffix(".jsonl") }

  /// Counts the events of the trace at `path`, and its bytes.
  func count(_ path: String) -> Received {
    var received = Received()
    read(path) { received.read($0) }
    var about = stat()
    if stat(path, &about) == 0 { received.bytes = Int(about.st_size) }
    return received
  }

  /// Passes a descriptor with the lines of the trace at `path`.
  func read(_ path: String, _ body: (Int32) -> Void) {
    if isText {
      let file = open(path, O_RDONLY)
      guard file >= 0 else { Terminal.fail("there is no trace") }
      body(file)
      close(file)
    } else {
      let child = Child.start(screens, ["export", path, "--as", "jsonl"])
      body(child.output)
      guard child.end().status == 0 else { Terminal.fail("\(screens) does not read the trace") }
    }
  }
}
