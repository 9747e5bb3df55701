package import PromiseEvents

/// The gate of a program: whether it is closed, what it holds, and how long it was closed.
package struct GateNode: Equatable, Sendable {
  /// Whether no job and no timer starts by itself.
  package internal(set) var isClosed = false
  /// Why it closed or opened, as the event says.
  package internal(set) var reason: String?
  /// The number of the event that closed or opened it last; 0 if there was none.
  package internal(set) var sequence = 0
  /// Whether it has held anything since it closed, and whether it has let anything go since then.
  package private(set) var hasHeld = false
  package private(set) var hasLetGo = false
  /// The jobs that it holds, each with the number of the event that says so.
  private var heldJobs = IdentityTable<Int>()
  private var heldTimers = IdentitySet()
  /// The jobs that it let start, and that have not started yet.
  private var releasedJobs = IdentitySet()
  private var closings: PagedArray<Closing> = []
  /// How much time the clock of the timers has skipped because a timer fired before it was due.
  private var skipped: Int64 = 0

  /// A time in which it was closed.
  private struct Closing: Equatable, Sendable {
    var began: Int64
    var ended: Int64?
    /// How long it was closed before, in nanoseconds.
    var before: Int64
  }

  /// The jobs that it holds, in order of enqueuing.
  package var jobs: some Sequence<JobID> { heldJobs.numbers.lazy.map { JobID($0) } }
  /// The timers that it holds although they are due on the system's clock.
  package var timers: some Sequence<TimerID> { heldTimers.numbers.lazy.map { TimerID($0) } }
  /// How many jobs it holds.
  package var jobCount: Int { heldJobs.count }
  /// How many timers it holds.
  package var timerCount: Int { heldTimers.count }
  /// Returns whether it holds a job.
  package func holds(_ job: JobID) -> Bool { heldJobs.contains(job.rawValue) }
  /// Returns whether it holds a timer.
  package func holds(_ timer: TimerID) -> Bool { heldTimers.contains(timer.rawValue) }
  /// Returns whether it let a job start that has not started yet.
  func hasReleased(_ job: JobID) -> Bool { releasedJobs.contains(job.rawValue) }
  /// Whether any job that it let start has not started yet.
  var awaitsStart: Bool { releasedJobs.count > 0 }
  /// Returns the number of the event since which it holds a job; `nil` if it does not.
  func arrival(of job: JobID) -> Int? { heldJobs[job.rawValue] }
  /// The reason in the events of a gate that the user has closed or opened.
  package static var byHand: String { "by hand" }

  /// Whether the program has a gate.
  package var isPresent: Bool { sequence > 0 }

  mutating func fold(_ change: PromiseEvent.GateChange, at moment: Moment) {
    switch change.action {
    case .closed:
      if !isClosed {
        closings.append(Closing(began: moment.time, before: closedTime(before: moment.time)))
        (hasHeld, hasLetGo) = (false, false)
      }
      (isClosed, reason, sequence) = (true, change.reason, moment.sequence)
    case .opened:
      if isClosed { closings.update(closings.count - 1) { $0.ended = moment.time } }
      (isClosed, reason, sequence) = (false, change.reason, moment.sequence)
      (heldJobs, heldTimers, releasedJobs) = (IdentityTable(), IdentitySet(), IdentitySet())
    case .held:
      hasHeld = true
      if let job = change.job {
        heldJobs.insert(job.rawValue, moment.sequence)
        releasedJobs.remove(job.rawValue)
      }
      if let timer = change.timer { heldTimers.insert(timer.rawValue) }
    case .released:
      hasLetGo = true
      remove(change.job, change.timer)
      if let job = change.job { releasedJobs.insert(job.rawValue) }
    case .missed: break
    }
  }

  /// Forgets a job that starts, or a timer that fires or is stopped.
  mutating func remove(_ job: JobID?, _ timer: TimerID?) {
    if let job {
      if heldJobs.count > 0 { heldJobs.remove(job.rawValue) }
      if releasedJobs.count > 0 { releasedJobs.remove(job.rawValue) }
    }
    if let timer, timerCount > 0 { heldTimers.remove(timer.rawValue) }
  }
}

// MARK: - Time

extension GateNode {
  /// Returns how long it was closed between two times, in nanoseconds. O(log closings)
  package func closedTime(from start: Int64, to end: Int64) -> Int64 {
    guard !closings.isEmpty, end > start else { return 0 }
    return closedTime(before: end).saturatingMinus(closedTime(before: start))
  }

  private func closedTime(before time: Int64) -> Int64 {
    let place = closings.partitionPoint { $0.began < time }
    guard place > 0 else { return 0 }
    let last = closings[place - 1]
    let end = min(time, last.ended ?? time)
    return last.before.saturatingPlus(max(0, end.saturatingMinus(last.began)))
  }

  /// Returns how far the clock of the timers is behind the system's clock at a time. It stands while the
  /// gate is closed.
  func standing(at time: Int64) -> Int64 {
    closings.isEmpty ? 0 : closedTime(before: time).saturatingMinus(skipped)
  }

  /// Lets the clock of the timers skip some time.
  mutating func skip(_ time: Int64) { skipped = skipped.saturatingPlus(max(0, time)) }
}
