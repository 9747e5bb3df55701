#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What a load is timed by.
public enum Clock: Sendable {
  /// What the threads of this process have had of the processors. Other programs do not disturb it,
  /// as they would a clock on the wall. For loads that do one thing at a time.
  case processor
  /// The clock on the wall, for loads that keep several threads busy.
  case wall

  /// In nanoseconds.
  public var now: UInt64 {
    var time = timespec()
    switch self {
    case .processor: clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
    }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// How long `body` takes, in nanoseconds.
  public func time(_ body: () -> Void) -> Double {
    let start = now
    body()
    return Double(now - start)
  }
}
