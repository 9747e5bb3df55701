import PromiseSystem

/// The end of a pipe that somebody else writes into: read without ever waiting.
final class ReadingEnd {
  /// Where to wait for bytes.
  let descriptor: Int32
  /// Nobody writes any more.
  private(set) var isAtEnd = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// A pipe: the end to read, and the descriptor to hand to a writer and to close then.
  static func pipe() -> (end: ReadingEnd, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard systemPipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    return (ReadingEnd(descriptor: ends[0]), ends[1])
  }

  /// What has come since the last time, as much as fits into a piece; nothing where nothing has.
  func read() -> [UInt8] {
    guard !isAtEnd else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(descriptor, &buffer, buffer.count)
      if count > 0 { return Array(buffer[..<count]) }
      if count < 0, errno == EINTR { continue }
      isAtEnd = count == 0 || errno != EAGAIN
      return []
    }
  }
}

// What methods of those names hide.
private func systemPipe(_ ends: inout [Int32]) -> Int32 { pipe(&ends) }
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int { read(descriptor, bytes, count) }
