import PromiseSystem

/// The clock of what is sent, and chance; tests have their own.
struct SendingClock {
  /// Nanoseconds on a monotonic clock.
  var now: () -> Int64
  /// Waits for so many nanoseconds; returns `false` if sending was stopped.
  var pause: (Int64) -> Bool
  /// A number from 0 up to 1.
  var chance: () -> Double
  /// Seconds since 1970.
  var date: () -> Int64

  /// The clock of the machine. `interrupted` becomes readable when sending stops.
  static func real(interrupted: Int32 = -1) -> Self {
    Self(
      now: { EventWaiter.now },
      pause: { time in
        !waitToRead(
          [interrupted], milliseconds: Int32(clamping: (max(0, time) + 999_999) / 1_000_000))[0]
      },
      chance: { Double.random(in: 0..<1) },
      date: { Int64(PromiseSystem.time(nil)) })
  }
}

/// How long to wait before a request is sent again: longer each time, up to a limit, and by chance, so
/// that many senders do not come back at the same moment.
struct Backoff: Hashable, Sendable {
  /// In nanoseconds.
  var first: Int64 = 1_000_000_000
  var longest: Int64 = 30_000_000_000

  /// Returns the pause after a number of failures; half of it is chance.
  func pause(after failures: Int, chance: Double) -> Int64 {
    let doubled = first << Int64(min(20, max(0, failures - 1)))
    let whole = min(longest, doubled)
    return whole / 2 + Int64(Double(whole / 2) * chance)
  }
}
