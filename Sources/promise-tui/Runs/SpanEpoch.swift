import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSystem

/// When the time 0 of a run was, for exports that have dates.
enum SpanEpoch {
  /// The time now, in nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
      + Int64(time.tv_nsec)
  }

  /// Returns the time 0 of events of which the last one happened at `end`, by default now.
  static func ending(_ events: [PromiseEvent], at end: Int64 = now) -> Int64 {
    end.saturatingMinus(max(0, events.last?.time ?? 0))
  }

  /// Returns when a file was last written, in nanoseconds since 1970; `nil` if there is no such file.
  static func modification(of path: String) -> Int64? {
    var about = stat()
    guard stat(path, &about) == 0 else { return nil }
    #if canImport(Darwin)
      let time = about.st_mtimespec
    #else
      let time = about.st_mtim
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
