#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The clock that times a load.
public enum Clock: Sendable {
  /// The processor time of all threads of this process, which other programs barely affect. For
  /// loads that do one thing at a time.
  case processor
  /// The wall clock, for loads that keep several threads busy.
  case wall

  /// The current time in nanoseconds.
  public var now: UInt64 {
    var time = timespec()
    switch self {
    case .processor: clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
    }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Returns how long `body` takes, in nanoseconds.
  public func time(_ body: () -> Void) -> Double {
    let start = now
    body()
    return Double(now - start)
  }
}
