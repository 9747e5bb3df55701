import CRecording
import PromiseSystem

extension PromiseTrace.Header.ClockOrigin {
  /// The origin of events for which `clock` returns the time now, in nanoseconds. Both are read until
  /// no other thread or process ran for long between the two.
  package init(of clock: () -> Int64) {
    var best: (gap: Int64, monotonic: Int64) = (.max, 0)
    for _ in 0..<8 where best.gap > 2_000 {
      let before = cr_nanoseconds()
      let now = clock()
      let gap = cr_nanoseconds() - before
      if gap < best.gap { best = (gap, before + gap / 2 - now) }
    }
    self.init(
      boot: ProcessMark.boot, monotonic: best.monotonic, unix: Self.unix(at: best.monotonic))
  }

  /// Returns the time since 1970 at an instant of the monotonic clock.
  private static func unix(at monotonic: Int64) -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let now = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    return now - (cr_nanoseconds() - monotonic)
  }
}
