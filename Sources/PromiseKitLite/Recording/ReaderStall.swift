import PromiseSystem

/// How long a reader of a socket has read nothing although there was something to read, as far as
/// that was checked.
struct ReaderStall {
  private var last: (unread: Int, waiting: Int, sent: Int)?
  private var since: UInt64?

  /// Checks whether the reader has read anything since the last check.
  ///
  /// - Parameters:
  ///   - descriptor: The socket.
  ///   - waiting: The number of bytes that the system has not accepted yet.
  ///   - sent: The number of bytes that it has accepted so far.
  ///   - now: The time in nanoseconds.
  mutating func check(_ descriptor: Int32, waiting: Int, sent: Int, at now: UInt64) {
    check(unread: Self.unread(descriptor), waiting: waiting, sent: sent, at: now)
  }

  /// - Parameter unread: The number of bytes that the system holds for the reader.
  mutating func check(unread: Int, waiting: Int, sent: Int, at now: UInt64) {
    let hasNothing = unread == 0 && waiting == 0
    let hasRead =
      last.map { unread < $0.unread || $0.waiting > 0 && sent > $0.sent } ?? true
    last = (unread, waiting, sent)
    since = hasNothing || hasRead ? now : since ?? now
  }

  /// How long it had read nothing at the last check.
  func duration(at now: UInt64) -> UInt64 { since.map { now - $0 } ?? 0 }

  /// Returns how much the system holds for the reader of a socket; 0 if it does not say.
  private static func unread(_ descriptor: Int32) -> Int {
    var count: Int32 = 0
    #if canImport(Darwin)
      var length = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(descriptor, SOL_SOCKET, SO_NWRITE, &count, &length) == 0 else { return 0 }
    #else
      guard ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 else { return 0 }
    #endif
    return Int(count)
  }
}
