import PromiseSystem

/// A pipe to oneself: what wakes a thread that waits in `poll`, from any thread and from signal
/// handlers.
struct WakePipe: Sendable {
  /// The end to wait at.
  let reading: Int32
  /// The end to write the numbers of signals to.
  let writing: Int32

  /// Makes the pipe; `nil` if the process has no descriptors left.
  init?() {
    guard let ends = openPipe() else { return nil }
    (reading, writing) = ends
    // Neither end may ever block, least of all in a signal handler.
    for end in [reading, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
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

/// The end of a pipe that another program writes into: read without ever waiting.
final class ReadingEnd {
  /// Where to wait for bytes.
  let descriptor: Int32
  /// The other end is closed.
  private(set) var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// A pipe: the end to read, and the descriptor to hand to a writer and to close then.
  static func pipe() -> (end: ReadingEnd, writing: Int32)? {
    guard let ends = openPipe() else { return nil }
    _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
    return (ReadingEnd(descriptor: ends.reading), ends.writing)
  }

  /// What has come since the last time, as much as fits into a piece; nothing where nothing has.
  func read() -> [UInt8] {
    guard !isAtEnd else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = readBytes(descriptor, into: &buffer)
    if count <= 0 { isAtEnd = count == 0 || errno != EAGAIN }
    return Array(buffer[..<max(0, count)])
  }
}

/// Both ends of a pipe, which no other program is handed; `nil` if the process has no descriptors left.
func openPipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return nil }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  return (ends[0], ends[1])
}

/// Waits until some of these descriptors can be read, or are at their end, for so many milliseconds, or where
/// that is negative for as long as it takes. Answers of each whether it can be; a negative one never can.
func waitToRead(_ descriptors: [Int32], milliseconds: Int32 = -1) -> [Bool] {
  var sources = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  while true {
    let count = poll(&sources, nfds_t(sources.count), milliseconds)
    if count < 0, errno == EINTR { continue }
    return sources.map { count > 0 && $0.revents != 0 }
  }
}

/// Reads as much as there is and fits: how much that was, 0 at the end, and -1 where `errno` says why not.
func readBytes(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}

/// Writes all of it; answers the number of the error, if there is one.
func writeBytes(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32? {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
  }
  return nil
}
