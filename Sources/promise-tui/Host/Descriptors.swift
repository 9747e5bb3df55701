import CHost
import PromiseSystem

/// A pipe from this process to itself: it wakes a thread that waits in `poll`, from any thread and
/// from signal handlers.
struct WakePipe: Sendable {
  /// The end to wait on.
  let reading: Int32
  /// The end that signal numbers are written to.
  let writing: Int32

  /// Creates the pipe; `nil` if no descriptors are left.
  init?() {
    guard let ends = openPipe() else { return nil }
    (reading, writing) = ends
    // Neither end may ever block, least of all in a signal handler.
    for end in [reading, writing] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Closes both ends.
  func close() {
    PromiseSystem.close(reading)
    PromiseSystem.close(writing)
  }

  /// Wakes the thread that waits. A full pipe wakes it as well.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Empties the pipe, and returns the signals that arrived, each once.
  func drain() -> Set<Int32> {
    var signals: Set<Int32> = []
    var buffer = [UInt8](repeating: 0, count: 256)
    while case let count = read(reading, &buffer, buffer.count), count > 0 {
      signals.formUnion(buffer[..<count].lazy.filter { $0 != 0 }.map(Int32.init))
    }
    return signals
  }
}

/// The reading end of a pipe that another program writes to. Reading never blocks.
final class PipeReader {
  /// The descriptor to wait on.
  let descriptor: Int32
  /// Whether the other end is closed.
  private(set) var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Creates a pipe, and returns its reading end and the descriptor to give to a writer and then
  /// close.
  static func pipe() -> (end: PipeReader, writing: Int32)? {
    guard let ends = openPipe() else { return nil }
    _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
    return (PipeReader(descriptor: ends.reading), ends.writing)
  }

  /// Reads what has arrived, up to the size of the buffer; empty if nothing has.
  func read() -> [UInt8] {
    guard !isAtEnd else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = readBytes(descriptor, into: &buffer)
    if count <= 0 { isAtEnd = count == 0 || errno != EAGAIN }
    return Array(buffer[..<max(0, count)])
  }
}

/// The writing end of a pipe that another program reads from. Writing never blocks.
final class PipeWriter {
  /// The descriptor to give to the program. It stays open here, so that writing to a program that has
  /// ended is no error.
  let reading: Int32
  /// The descriptor to wait on; -1 after the last byte, when the program reads the end.
  private(set) var descriptor: Int32
  private var rest: ArraySlice<UInt8>

  /// Creates a pipe for these bytes; `nil` if no descriptors are left.
  init?(_ bytes: [UInt8]) {
    guard let ends = openPipe() else { return nil }
    (reading, descriptor, rest) = (ends.reading, ends.writing, bytes[...])
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit {
    if !isWritten { close(descriptor) }
    close(reading)
  }

  /// Whether everything was written.
  var isWritten: Bool { descriptor < 0 }

  /// Writes what fits.
  func write() {
    guard !isWritten else { return }
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { PromiseSystem.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
    }
    close(descriptor)
    descriptor = -1
  }
}

/// Creates a pipe that other programs do not inherit; `nil` if no descriptors are left.
func openPipe() -> (reading: Int32, writing: Int32)? {
  var ends: [Int32] = [-1, -1]
  guard host_open_pipe(&ends) else { return nil }
  return (ends[0], ends[1])
}

/// Waits until some of these descriptors are readable or at their end, or `writing` has room, for at
/// most `milliseconds`, or without limit if that is negative. Returns which ones can be read; negative
/// descriptors never are.
func waitToRead(
  _ descriptors: [Int32], orToWrite writing: Int32 = -1, milliseconds: Int32 = -1
) -> [Bool] {
  var sources = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  sources.append(pollfd(fd: writing, events: Int16(POLLOUT), revents: 0))
  while true {
    let count = poll(&sources, nfds_t(sources.count), milliseconds)
    if count < 0, errno == EINTR { continue }
    return sources.dropLast().map { count > 0 && $0.revents != 0 }
  }
}

/// Returns whether nothing can be read at the moment. A descriptor that is readable nevertheless is at
/// its end.
func hasNothing(_ descriptor: Int32) -> Bool { host_is_empty(descriptor) }

/// Reads what is available and fits. Returns the number of bytes; 0 at the end, and -1 with the
/// reason in `errno`.
func readBytes(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count >= 0 || errno != EINTR { return count }
  }
}

/// Writes all bytes; returns the error number if that fails.
func writeBytes(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32? {
  var rest = bytes
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
  }
  return nil
}
