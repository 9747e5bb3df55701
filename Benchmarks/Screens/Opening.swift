import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Measures how long the program takes to open a trace of a million events.
struct Opening {
  var events: Int
  var bytes: Int
  /// From its start to the end of `open FILE --screen 80x24`.
  var printed: Double
  /// From its start to the first and to the last thing that it draws in a terminal.
  var firstDrawn: Double
  var allDrawn: Double

  /// Measures the times in milliseconds; `nil` if there is no terminal.
  static func measure(_ program: String, scale: Int) -> Opening? {
    let path = "/tmp/promise-opening.\(getpid()).jsonl"
    defer { unlink(path) }
    let trace = Loaded.trace(.manySites, scale: scale)
    guard write(trace.bytes, to: path) else { return nil }
    let printed = Clock.wall.time {
      let child = Child.run(program, ["open", path, "--screen", "80x24"])
      if child.status != 0 { Terminal.fail("\(program) open failed") }
    }
    let start = Clock.wall.now
    guard let terminal = Pseudoterminal(program, ["open", path]) else { return nil }
    defer { terminal.end() }
    // While it reads it shows its progress; the last piece is the one before a long silence.
    var bytes: [UInt8] = []
    guard let first = terminal.next(within: 10_000, into: &bytes) else { return nil }
    var last = first
    while let time = terminal.next(within: 1_500, into: &bytes) { last = time }
    return Opening(
      events: trace.events, bytes: trace.bytes.count, printed: printed / 1e6,
      firstDrawn: Double(first - start) / 1e6, allDrawn: Double(last - start) / 1e6)
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    defer { fclose(file) }
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
}
