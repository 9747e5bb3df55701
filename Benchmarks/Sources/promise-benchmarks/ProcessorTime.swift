#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the threads of this process have had of the processors: other programs do not disturb it, as
/// they would a clock on the wall. The loads do one thing at a time, so it is their time.
enum ProcessorTime {
  /// In nanoseconds.
  static var now: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
