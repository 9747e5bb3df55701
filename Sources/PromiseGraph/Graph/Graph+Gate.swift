package import PromiseEvents

// What the gate of a program does to its jobs and timers, and what it could let start.
extension Graph {
  /// Closes or opens the gate, or changes what it holds.
  mutating func change(_ change: PromiseEvent.GateChange, at moment: Moment) {
    if change.action == .released, let timer = change.timer.flatMap({ self.timer($0) }),
      timer.fired == nil, timer.due < .max
    {
      // It fires as if the time until then had passed.
      gate.skip(timer.due.saturatingMinus(time))
    }
    gate.fold(change, at: moment)
  }

  /// Returns a timer as it is now: while it has not fired, it is due later by the time for which the gate
  /// was closed.
  func current(_ timer: TimerNode) -> TimerNode {
    guard timer.fired == nil, timer.cancelled == nil, timer.due < .max else { return timer }
    let late = gate.standing(at: time).saturatingMinus(timer.standing)
    guard late != 0 else { return timer }
    var timer = timer
    timer.due = timer.due.saturatingPlus(late)
    timer.late = late
    return timer
  }

  /// Returns how long a job waited in its queue while the gate was open, in nanoseconds; `nil` if it has
  /// not started.
  package func openWait(of job: JobNode) -> Int64? {
    guard let waited = job.waited, let enqueued = job.enqueued, let started = job.started else {
      return nil
    }
    return max(0, waited.saturatingMinus(gate.closedTime(from: enqueued.time, to: started.time)))
  }
}

extension Graph {
  /// What the closed gate could let start: the jobs in order of arrival at the gate, then the timer
  /// that is due first. Empty while it is open. O(queues * 64)
  ///
  /// Of a serial queue that is the first job, if none of its jobs runs or is about to start; of a
  /// concurrent queue any of the first 64. Whether a job is a barrier is not known here.
  package var startable: [PromiseEvent.Choice] {
    guard gate.isClosed else { return [] }
    let jobs =
      gate.jobCount == 0
      ? [] : queueTables.order.flatMap { startableJobs(on: $0) }.sorted { $0.arrival < $1.arrival }
    return jobs.map { .start(queue: $0.queue, job: $0.job) } + (nextTimer.map { [$0] } ?? [])
  }

  /// The timer that fires first, as a choice.
  package var nextTimer: PromiseEvent.Choice? {
    pendingTimers.first { $0.due < .max }.map { .fire(timer: $0.id) }
  }

  /// Whether the closed gate holds no job that can start now, and no timer that is due.
  package var hasNothingToStart: Bool {
    gate.timerCount == 0
      && (gate.jobCount == 0 || queueTables.order.allSatisfy { startableJobs(on: $0).isEmpty })
  }

  /// Whether any job runs or is about to start, apart from those whose thread waits for a promise.
  package var runsJobs: Bool {
    gate.awaitsStart
      || threadTables.jobs.numbers.contains { thread in
        !waitTables.threads.contains(thread)
          && threadTables.jobs.read(thread) { $0.count > 0 } == true
      }
  }

  /// Returns the job to let start so that a held job of a queue can run: this one, or another one that has
  /// to start before it; `nil` if none of the queue can start now.
  package func startableJob(for job: JobID, on queue: QueueID) -> JobID? {
    let jobs = startableJobs(on: queue)
    if jobs.contains(where: { $0.job == job }) { return job }
    // The others of a concurrent queue do not keep a job from being reached.
    if !gate.holds(job), case .concurrent? = queueKind(queue) { return nil }
    return jobs.min { $0.arrival < $1.arrival }?.job
  }

  private func startableJobs(
    on id: QueueID
  ) -> [(queue: QueueID, job: JobID, arrival: Int)] {
    guard let queue = queueTables.queues[id.rawValue], queue.gaps == gaps,
      queue.waitingJobs.count > 0
    else { return [] }
    var isConcurrent = false
    if case .concurrent = queue.kind { isConcurrent = true }
    let waiting = queue.waitingJobs.numbers(in: queueTables.neighbors, limit: Self.longestWindow)
    if !isConcurrent,
      queue.runningJobs.count > 0 || waiting.contains(where: { gate.hasReleased(JobID($0)) })
    {
      return []
    }
    let held = waiting.lazy.compactMap { number in
      gate.arrival(of: JobID(number)).map { (queue: id, job: JobID(number), arrival: $0) }
    }
    return Array(held.prefix(isConcurrent ? Self.window : 1))
  }

  /// How many threads a queue of Dispatch may have: a job behind more others cannot start before them.
  private static var window: Int { 64 }
  /// How many waiting jobs of a queue are looked at: those in the window, and others that are not held.
  private static var longestWindow: Int { 256 }
}
