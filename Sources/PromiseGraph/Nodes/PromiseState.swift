package import PromiseEvents

/// What a promise is doing at the playhead: the state that its glyph shows.
package enum PromiseState: Hashable, Sendable {
  /// Nothing has happened that would settle it.
  case pending
  /// The handler that will settle it waits in its queue.
  case queued
  /// The handler or body that will settle it runs.
  case running
  /// It settles as the adopted promise does.
  case lockedIn(to: PromiseID)
  case fulfilled
  case rejected
  case cancelled
  /// Freed while pending: it never settles.
  case lost
  /// Its place passed to the promise that had adopted it.
  case forwarded(to: PromiseID)
  /// Events were lost since its last one; no event has proved its state again.
  case unknown
}

extension PromiseState {
  /// Nothing more can happen to a promise in this state.
  package var isFinal: Bool {
    switch self {
    case .fulfilled, .rejected, .cancelled, .lost, .forwarded: true
    case .pending, .queued, .running, .lockedIn, .unknown: false
    }
  }

  /// The state that a settlement leads to.
  package init(_ outcome: PromiseEvent.Outcome) {
    switch outcome {
    case .fulfilled: self = .fulfilled
    case .rejected: self = .rejected
    case .cancelled: self = .cancelled
    }
  }
}

/// How many promises are in which state.
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
  /// Their places passed to others, which count in their stead.
  package var forwarded = 0
  /// Not proved since events were lost.
  package var unknown = 0
  /// Forgotten before anybody knew how they end.
  package var gone = 0

  /// No promise at all.
  package init() {}

  /// All promises ever seen.
  package var total: Int { settled + open + lost + forwarded + gone }
  /// Fulfilled, rejected or cancelled.
  package var settled: Int { fulfilled + rejected + cancelled }
  /// May settle yet.
  package var open: Int { pending + queued + running + lockedIn + unknown }

  /// One promise goes from one state to another; to none when it is forgotten.
  mutating func move(from old: PromiseState, to new: PromiseState?) {
    add(-1, to: old)
    if let new { add(1, to: new) } else { gone += 1 }
  }

  /// `change` more promises are in `state`.
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
    case .unknown: unknown += change
    }
  }

  /// After a gap no state is known that may have changed in it.
  mutating func forgetOpen() {
    (unknown, pending, queued, running, lockedIn) = (open, 0, 0, 0, 0)
  }
}
