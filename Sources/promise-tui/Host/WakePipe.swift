import PromiseSystem

/// A pipe to oneself: what wakes a thread that waits in `poll`, from any thread and from signal
/// handlers.
struct WakePipe: Sendable {
  /// The end to wait at.
  let reading: Int32
  /// The end to write the numbers of signals to.
  let writing: Int32

  /// Makes the pipe; none where the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      // Nobody may ever wait at either end, least of all a signal handler.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    reading = ends[0]
    writing = ends[1]
  }

  /// Wakes whoever waits. A full pipe wakes as well.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Empties the pipe; answers the signals that came, each once.
  func drain() -> Set<Int32> {
    var signals: Set<Int32> = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let count = read(reading, &buffer, buffer.count), count > 0 {
      signals.formUnion(buffer[..<count].lazy.filter { $0 != 0 }.map(Int32.init))
    }
    return signals
  }
}
