import Dispatch

extension JobGate {
  /// Timers that fire one after another. A timer that blocks its thread does not stop the others.
  struct TimerSeries: Sendable {
    private var timers: [GateTimer] = []
    /// How many of them have fired.
    private var fired = 0
    private var isFiring = false
    /// The number of times a thread took over.
    private var turn = 0
    /// How many turns are not over.
    private var openTurns = 0

    var isEmpty: Bool { count == 0 }
    var count: Int { timers.count - fired }

    /// Whether the turn of a timer is not over: all that its promise settles.
    var isInTurn: Bool { openTurns > 0 }

    mutating func endTurn() { openTurns -= 1 }

    mutating func append(_ timer: GateTimer) { timers.append(timer) }

    /// Returns whether the caller has to start a thread that fires what is there.
    mutating func begin() -> Bool {
      guard !isFiring, !isEmpty else { return false }
      isFiring = true
      return true
    }

    /// Returns the next timer and the number of the turn in which it fires; `nil` if there is none,
    /// or if another thread has taken over since `last`.
    mutating func next(after last: Int?) -> (timer: GateTimer, turn: Int)? {
      guard last == nil || last == turn else { return nil }
      turn += 1
      guard !isEmpty else {
        (timers, fired, isFiring) = ([], 0, false)
        return nil
      }
      openTurns += 1
      defer { fired += 1 }
      return (timers[fired], turn)
    }
  }

  /// Fires timers until none is left, or until another thread takes over.
  ///
  /// - Parameter last: The turn after which this thread takes over; `nil` if no thread fires timers.
  func fireNext(after last: Int? = nil) {
    var last = last
    while true {
      let next = change { state, after -> (timer: GateTimer, turn: Int)? in
        guard let next = state.firing.next(after: last) else { return nil }
        state.threads.begin(base.thread)
        return next
      }
      guard let next = next ?? nil else { return }
      last = next.turn
      // The handlers that run inline may block, and wait for what another timer does.
      let limit = DispatchTimeInterval.nanoseconds(Int(longestTurn))
      DispatchQueue.global().asyncAfter(deadline: .now() + limit) {
        self.fireNext(after: next.turn)
      }
      if next.timer.isOver.set() {
        next.timer.environment.bind(queue: nil, next.timer.fire)
      }
      change { state, after in
        state.threads.end(base.thread)
        state.firing.endTurn()
        state.following?.note(at: now)
        advance(&state, &after)
      }
    }
  }
}
