import PromiseSystem

/// Reports, from time to time, how much of a trace has been read.
struct ReadingProgress {
  private let name: String
  private let size: Int?
  /// When the next report is due.
  private var next: Int64 = 0

  /// Creates a report on reading a trace whose length does not say how much is left.
  init(named name: String) { (self.name, size) = (name, nil) }

  /// Creates a report on reading `input`.
  init(of input: TraceInput) {
    name = input.name
    size = input.size
  }

  /// Returns the progress to report now; `nil` if it was reported a moment ago.
  mutating func message(_ bytes: Int, events: Int, at now: Int64 = EventWaiter.now) -> String? {
    guard now >= next else { return nil }
    next = now + 100_000_000
    let part = size.map { $0 > 0 ? " \(min(100, bytes * 100 / $0)) %" : "" } ?? ""
    return "reading \(name)\(part) (\(events) events)"
  }

  /// Postpones the next report, so that a pipe that sends a little now and then causes none.
  mutating func pause(at now: Int64 = EventWaiter.now) { next = now + 200_000_000 }
}
