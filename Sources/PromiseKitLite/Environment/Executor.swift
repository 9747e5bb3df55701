/// One piece of work for a queue.
package struct Job: Sendable {
  /// Its name in the events; none where nobody observes.
  package let id: JobID?
  /// Runs the program's closure and answers what is left to do once the job's time is over: telling
  /// its end, settling its promise. On real queues that follows at once; in a simulation after the
  /// time that the closure asked for with ``PromiseEnvironment/work(for:)``.
  package let run: @Sendable () -> @Sendable () -> Void

  package init(id: JobID?, run: @escaping @Sendable () -> @Sendable () -> Void) {
    self.id = id
    self.run = run
  }
}

/// What runs an environment's jobs and timers: Dispatch, or a simulation.
package protocol Executor: AnyObject, Sendable {
  /// Nanoseconds since the clock began.
  var now: Int64 { get }
  /// The thread that is running, by its number in this environment.
  var thread: ThreadID { get }
  /// Freed promises are told at the end of a turn, in order, rather than at the instant: so that two
  /// runs of a simulation agree whatever the optimiser does to lifetimes.
  var tellsDeallocationsLater: Bool { get }

  /// The running code keeps main busy, also where it is no job.
  var isOnMain: Bool { get }

  /// What is known of a queue; `declared` is what the dispatcher says itself.
  func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  /// Puts a job on a queue. The executor binds the environment around it.
  func enqueue(_ job: Job, on dispatcher: any Dispatcher, queue: QueueID?, in: PromiseEnvironment)
  /// Calls `fire` at `due`, unless what it answers stops it before.
  func schedule(
    at due: Int64, timer: TimerID?, in: PromiseEnvironment, fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer
  /// The job that waits if the running code does; none outside any job that the executor runs.
  func waiter(in environment: PromiseEnvironment) -> JobID?
  /// Blocks the thread until the closure is called that `register` is given. Where it can never be, it
  /// answers why not, if the caller `canFail`; otherwise it does not return.
  func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding
  /// The running job is busy for so many nanoseconds.
  func work(for nanoseconds: Int64)
}

extension Executor {
  package var isOnMain: Bool { false }

  package func waiter(in environment: PromiseEnvironment) -> JobID? { environment.runningJob }
}

/// A timer that an executor has set.
package struct ScheduledTimer: Sendable {
  /// Stops the timer and lets go of what it would have called. Answers false, and does nothing, if it
  /// has fired or was stopped before.
  package let cancel: @Sendable () -> Bool

  package init(cancel: @escaping @Sendable () -> Bool) { self.cancel = cancel }
}
