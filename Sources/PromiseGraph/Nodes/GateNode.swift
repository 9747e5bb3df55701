package import PromiseEvents

/// The gate of a program: whether it is closed, and what it holds.
package struct GateNode: Hashable, Sendable {
  /// Whether no job and no timer starts by itself.
  package internal(set) var isClosed = false
  /// Why it is closed, as the event says.
  package internal(set) var reason: String?
  /// The number of the event that closed or opened it last; 0 if there was none.
  package internal(set) var sequence = 0
  private var heldJobs = IdentitySet()
  private var heldTimers = IdentitySet()
  /// The jobs that it holds, in the order in which they were enqueued.
  package var jobs: some Sequence<JobID> { heldJobs.numbers.lazy.map { JobID($0) } }
  /// The timers that are due and that it holds, in the order in which they were set.
  package var timers: some Sequence<TimerID> { heldTimers.numbers.lazy.map { TimerID($0) } }
  /// How many jobs it holds.
  package var jobCount: Int { heldJobs.count }
  /// How many timers it holds.
  package var timerCount: Int { heldTimers.count }
  /// Returns whether it holds a job.
  package func holds(_ job: JobID) -> Bool { heldJobs.contains(job.rawValue) }
  /// Returns whether it holds a timer.
  package func holds(_ timer: TimerID) -> Bool { heldTimers.contains(timer.rawValue) }
  /// Whether the program has a gate.
  package var isPresent: Bool { sequence > 0 }

  mutating func fold(_ change: PromiseEvent.GateChange, _ number: Int) {
    switch change.action {
    case .closed: (isClosed, reason, sequence) = (true, change.reason, number)
    case .opened:
      self = GateNode()
      (reason, sequence) = (change.reason, number)
    case .held:
      if let job = change.job { heldJobs.insert(job.rawValue) }
      if let timer = change.timer { heldTimers.insert(timer.rawValue) }
    case .released: remove(change.job, change.timer)
    case .missed: break
    }
  }

  /// Forgets a job that starts, or a timer that fires or is stopped.
  mutating func remove(_ job: JobID?, _ timer: TimerID?) {
    if let job, jobCount > 0 { heldJobs.remove(job.rawValue) }
    if let timer, timerCount > 0 { heldTimers.remove(timer.rawValue) }
  }
}
