import Synchronization

// What may start while the gate is closed, by the rules of the queues.

extension JobGate {
  /// What a closed gate lets go.
  package enum Choice: Hashable, Sendable {
    /// A job starts on its queue.
    case job(JobID)
    /// A timer fires.
    case timer(TimerID)
  }

  /// Lets the next job start: the one that has been held for longest of those that can start. If
  /// there is none, a timer that is due fires; otherwise the next job that arrives starts.
  ///
  /// A timer that is not due does not fire: the gate does not know of the jobs that started while it
  /// was open.
  package func step() {
    change { state, after in
      guard state.isClosed else { return }
      state.stepsNext = true
      step(&state, &after)
    }
  }

  func step(_ state: inout State, _ after: inout Aftermath) {
    if let job = state.startable.first {
      grant(job.job, because: nil, &state, &after)
    } else if let timer = state.nextTimer {
      grant(timer, because: nil, &state, &after)
    }
  }

  /// Lets each queue start its next job; if none can start, this is the same as ``step()``.
  package func turn() {
    change { state, after in
      guard state.isClosed else { return }
      var lanes: Set<LaneKey> = []
      for job in state.startable where lanes.insert(job.job.lane).inserted {
        grant(job.job, because: nil, &state, &after)
      }
      guard lanes.isEmpty else { return }
      state.stepsNext = true
      step(&state, &after)
    }
  }

  /// Lets a job start, or a timer fire. Returns why that is not possible; `nil` if it is.
  package func release(_ choice: Choice, because reason: String? = nil) -> String? {
    let problem = change { state, after -> String? in
      guard state.isClosed else { return "the gate is open" }
      switch choice {
      case .job(let id):
        guard let job = state.startable.first(where: { $0.job.job.id == id }) else {
          return state.problem(with: id)
        }
        grant(job.job, because: reason, &state, &after)
      case .timer(let id):
        guard let entry = state.timers.values.first(where: { $0.timer.id == id }) else {
          return "\(id) is no timer that can fire"
        }
        guard entry.isHeld || firstTimer(state) === entry.timer else {
          return "another timer is due first"
        }
        grant(entry.timer, because: reason, &state, &after)
      }
      return nil
    }
    return problem ?? nil
  }
}

extension JobGate.State {
  /// The jobs that can start now, by the rules of their queues, in the order in which they arrived.
  var startable: [HeldJob] {
    lanes.values.flatMap { $0.startable() }.sorted { $0.arrival < $1.arrival }
  }

  /// Returns why a job cannot start now.
  fileprivate func problem(with id: JobID) -> String {
    guard let held = heldJobs.first(where: { $0.job.job.id == id }) else {
      return "the gate does not hold \(id)"
    }
    let lane = lanes[held.job.lane]
    let isBusy = lane.map { $0.grantedCount + $0.runningCount > 0 } ?? false
    if lane?.isConcurrent == true {
      if held.job.isBarrier {
        return "it is a barrier: the jobs before it on its queue are first"
      }
      return lane?.isBehindBarrier(held.job) == true
        ? "a barrier of its queue is first"
        : "\(GateLane.window) jobs before it on its queue are first"
    }
    return isBusy
      ? "another job of its queue is running, or about to start"
      : "a job before it on its queue is first"
  }

  /// The timers that the gate holds, in order of their due times.
  var heldTimers: [GateTimer] {
    timers.values.filter(\.isHeld).map(\.timer)
      .sorted { ($0.place, $0.number) < ($1.place, $1.number) }
  }

  /// The timer that has been due for longest.
  var nextTimer: GateTimer? { heldTimers.first }
}
