import PromiseKitLite

/// How much of a run on real queues is still to come, counted from its events: jobs that wait or run,
/// bodies that run, timers that have not fired.
///
/// The events may be applied in any order. Nothing outstanding for a moment is no end yet: between
/// the end of a job and what it sets off, there is such a moment.
struct Outstanding: Hashable, Sendable {
  private(set) var count = 0
  /// How many events were applied.
  private(set) var seen = 0

  init() {}

  /// Nothing that the library knows of is still to happen.
  var isNothing: Bool { count == 0 }

  mutating func apply(_ event: PromiseEvent) {
    seen += 1
    switch event.kind {
    case .jobEnqueued, .bodyStarted, .timerScheduled: count += 1
    case .jobEnded, .bodyEnded, .timerFired: count -= 1
    default: break
    }
  }
}
