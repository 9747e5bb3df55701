import CRecording
import PromiseSystem

extension PromiseTrace.Header {
  /// The instant at which the times of a trace are 0, on the clocks of its machine. With it, traces of
  /// several processes can be put side by side.
  ///
  /// ```swift
  /// var header = PromiseTrace.Header(isVirtual: false, title: "checkout")
  /// header.origin = PromiseTrace.Header.ClockOrigin(
  ///   boot: "6d4a…", monotonic: 81_500_000_000, unix: 1_790_000_000_000_000_000)
  /// ```
  public struct ClockOrigin: Hashable, Sendable {
    /// Identifies the machine since its start: traces with the same value have the same monotonic
    /// clock. Empty if it is not known.
    public var boot: String
    /// The instant in nanoseconds of the machine's monotonic clock.
    public var monotonic: Int64
    /// The instant in nanoseconds since 1970-01-01 00:00 UTC, by the machine's clock.
    public var unix: Int64

    /// Creates an origin from its parts.
    public init(boot: String, monotonic: Int64, unix: Int64) {
      (self.boot, self.monotonic, self.unix) = (boot, monotonic, unix)
    }
  }
}

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
