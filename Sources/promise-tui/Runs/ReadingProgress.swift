import Dispatch

/// How far the reading of a trace is, said now and then.
struct ReadingProgress {
  private let name: String
  private let size: Int?
  /// When it is said again.
  private var next: UInt64 = 0

  /// Of what is read from `input`.
  init(of input: TraceInput) {
    name = input.name
    size = input.size
  }

  /// What there is to say now; none where it was said a moment ago.
  mutating func words(_ bytes: Int, events: Int, at now: UInt64 = Self.now) -> String? {
    guard now >= next else { return nil }
    next = now + 100_000_000
    let part = size.map { $0 > 0 ? " \(min(100, bytes * 100 / $0)) %" : "" } ?? ""
    return "reading \(name)\(part) (\(events) events)"
  }

  /// Nothing is said of a pipe that tells a little now and then.
  mutating func pause(at now: UInt64 = Self.now) { next = now + 200_000_000 }

  /// Nanoseconds on a clock that only goes forward.
  static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }
}
