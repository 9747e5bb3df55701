import Synchronization

extension JobGate {
  /// What a gate holds at one moment.
  package struct View: Sendable {
    /// Whether the gate is closed, and why.
    package var isClosed: Bool
    package var reason: String?
    /// The jobs that it holds, in the order in which they arrived.
    package var jobs: [Job]
    /// The timers that have not fired, in the order in which they would.
    package var timers: [Timer]
    /// How many jobs and timers run or are about to start.
    package var runningCount: Int
    /// How many threads wait for a promise.
    package var waitCount: Int
    /// Whether a job or a timer runs without waiting for a promise, or is about to start.
    package var isBusy: Bool
    /// How many jobs are enqueued and have not arrived, if the gate counts them.
    package var onTheWay: Int
    /// Whether all that is not held has ended, or waits for a promise. Only a gate that holds what it
    /// was told by name knows that.
    package var isQuiet: Bool
  }

  /// A job that a gate holds.
  package struct Job: Sendable {
    package var id: JobID?
    package var subject: GateSubject
    /// Whether its queue would run it next.
    package var canStart: Bool

    /// Returns whether the name stands for it.
    package func matches(_ name: HeldName) -> Bool { name.matches(subject) }
  }

  /// A timer that has not fired.
  package struct Timer: Sendable {
    package var id: TimerID?
    package var subject: GateSubject
    /// Whether it would have fired if the gate was open.
    package var isDue: Bool
    /// How long it takes until it is due, in nanoseconds, if the gate is open from now on.
    package var remaining: Int64

    /// Returns whether the name stands for it.
    package func matches(_ name: HeldName) -> Bool { name == .timer(subject.label ?? "") }
  }

  /// Whether all that is not held has ended, or waits for a promise.
  package var isQuiet: Bool { state.withLock { $0.isQuiet } }

  /// What the gate holds now, without the values that the handlers read. O(n log n)
  package var view: View {
    let (state, now) = (state.withLock { $0 }, now)
    let startable = Set(state.startable.map { ObjectIdentifier($0.job) })
    let jobs = state.heldJobs.map {
      Job(
        id: $0.job.job.id, subject: $0.job.subject(readsValue: false),
        canStart: startable.contains(ObjectIdentifier($0.job)))
    }
    let timers = inOrder(state).map { due, entry in
      Timer(
        id: entry.timer.id,
        subject: GateSubject(entry.timer.promise, on: nil, in: entry.timer.environment),
        isDue: entry.isHeld || due <= now, remaining: max(0, due - now))
    }
    return View(
      isClosed: state.isClosed, reason: state.reason, jobs: jobs, timers: timers,
      runningCount: state.threads.activeCount + state.granted.count + state.firing.count,
      waitCount: state.threads.waitCount, isBusy: state.isBusy,
      onTheWay: state.onTheWay, isQuiet: state.isQuiet)
  }
}
