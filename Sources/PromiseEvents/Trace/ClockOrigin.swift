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
