package import PromiseEvents

/// What a promise is doing at the playhead: the state that its glyph shows.
package enum PromiseState: Hashable, Sendable {
  /// Nothing has happened that would settle it.
  case pending
  /// The handler that will settle it waits in its queue.
  case queued
  /// The handler or body that will settle it runs.
  case running
  /// The promise settles when the adopted one does.
  case lockedIn(to: PromiseID)
  case fulfilled
  case rejected
  case cancelled
  /// Freed while pending: it never settles.
  case lost
  /// The promise that had adopted it settles in its place.
  case forwarded(to: PromiseID)
  /// A task that awaits no promise: it runs, or has ended, which no event says.
  case idle
  /// Events were lost since its last event, and none has confirmed its state again.
  case unknown
}

extension PromiseState {
  /// Whether nothing more can happen to a promise in this state. A task that is idle can await another
  /// promise.
  package var isFinal: Bool {
    switch self {
    case .fulfilled, .rejected, .cancelled, .lost, .forwarded, .idle: true
    case .pending, .queued, .running, .lockedIn, .unknown: false
    }
  }

  /// Whether it has adopted another promise.
  package var isLockedIn: Bool {
    if case .lockedIn = self { true } else { false }
  }

  /// Creates the state that a settlement leads to.
  package init(_ outcome: PromiseEvent.Outcome) {
    switch outcome {
    case .fulfilled: self = .fulfilled
    case .rejected: self = .rejected
    case .cancelled: self = .cancelled
    }
  }
}

/// How many promises are in each state.
package struct StateCounts: Hashable, Sendable {
  package var pending = 0
  package var queued = 0
  package var running = 0
  package var lockedIn = 0
  package var fulfilled = 0
  package var rejected = 0
  package var cancelled = 0
  /// Freed while pending.
  package var lost = 0
  /// Replaced by other promises, which are counted instead.
  package var forwarded = 0
  /// Tasks that await nothing.
  package var idle = 0
  /// Not confirmed since events were lost.
  package var unknown = 0
  /// Forgotten while their outcome was unknown.
  package var gone = 0

  /// Creates counts of no promises.
  package init() {}

  /// The number of all promises ever seen.
  package var total: Int { settled + open + lost + forwarded + idle + gone }
  /// Fulfilled, rejected or cancelled.
  package var settled: Int { fulfilled + rejected + cancelled }
  /// The number that may still settle.
  package var open: Int { pending + queued + running + lockedIn + unknown }

  /// Moves one promise from one state to another; to `nil` when it is forgotten.
  mutating func move(from old: PromiseState, to new: PromiseState?) {
    add(-1, to: old)
    if let new { add(1, to: new) } else { gone += 1 }
  }

  /// Adds `change` promises to `state`.
  mutating func add(_ change: Int, to state: PromiseState) {
    switch state {
    case .pending: pending += change
    case .queued: queued += change
    case .running: running += change
    case .lockedIn: lockedIn += change
    case .fulfilled: fulfilled += change
    case .rejected: rejected += change
    case .cancelled: cancelled += change
    case .lost: lost += change
    case .forwarded: forwarded += change
    case .idle: idle += change
    case .unknown: unknown += change
    }
  }

  /// After a gap, counts every state that may have changed in it as unknown.
  mutating func forgetOpen() {
    (unknown, pending, queued, running, lockedIn) = (open, 0, 0, 0, 0)
  }
}
