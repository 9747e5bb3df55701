import PromiseSystem

/// What a thread sleeps at that waits for files too: a pipe to itself.
struct Bell: Sendable {
  /// What is ready to be read when the bell was rung.
  let hearing: Int32
  private let ringing: Int32

  /// A bell; none where the process has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (hearing, ringing) = (ends[0], ends[1])
  }

  /// Wakes who sleeps.
  func ring() {
    var byte: UInt8 = 0
    _ = systemWrite(ringing, &byte, 1)
  }

  /// Makes the bell silent.
  func silence() {
    var bytes: (UInt64, UInt64) = (0, 0)
    while systemRead(hearing, &bytes, 16) == 16 {}
  }
}
