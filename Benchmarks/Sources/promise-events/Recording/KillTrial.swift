import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Kills a recorded program at some moment, and compares what it did with what its trace contains.
struct KillTrial {
  /// The notes that the program had posted, and that are not in the trace.
  var lost: Int
  /// About how long the program took for these.
  var milliseconds: Double

  /// Runs one trial. `moment` is when the program is killed, in milliseconds after its first note.
  init(_ program: String, threads: Int, moment: Int, recording: RecordedTrace) {
    let folder = TemporaryFolder()
    let (trace, counts) = (folder.path(RecordedTrace.fileName), folder.path("counts"))
    let file = open(counts, O_RDWR | O_CREAT, 0o600)
    guard file >= 0, ftruncate(file, off_t(threads * 8)) == 0 else {
      Terminal.fail("cannot write \(counts)")
    }
    defer { close(file) }
    func posted() -> [UInt64] {
      var numbers = [UInt64](repeating: 0, count: threads)
      let size = numbers.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
      return size == threads * 8 ? numbers : []
    }

    let child = Child.start(
      program, ["counted", "\(threads)", counts], environment: ["PROMISE_TRACE": trace])
    while posted().first == 0 { usleep(200) }
    let start = Clock.wall.now
    usleep(UInt32(moment * 1000))
    kill(child.process, SIGKILL)
    let time = Double(Clock.wall.now - start) / 1e6
    guard child.end().signal == SIGKILL else { Terminal.fail("\(program) was not killed") }

    var received = Received()
    received.notes = []
    recording.read(trace) { received.read($0) }
    var kept = [Int](repeating: 0, count: threads)
    for note in received.notes ?? [] {
      let words = note.split(separator: " ")
      if words.count == 2, let thread = Int(words[0]), kept.indices.contains(thread) {
        kept[thread] += 1
      }
    }
    let all = posted().map { Int($0) }
    // The last note of a thread may be in the trace before it is counted.
    lost = zip(all, kept).reduce(0) { $0 + max(0, $1.0 - $1.1) }
    let total = all.reduce(0, +)
    milliseconds = total == 0 ? 0 : time * Double(lost) / Double(total)
  }
}
