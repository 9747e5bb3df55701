/// What the running code runs in.
final class Context: Sendable {
  let environment: PromiseEnvironment
  /// The queue whose job is running; none outside any job.
  let queue: QueueID?
  /// The job that is running, where somebody observes; none outside any job.
  let job: JobID?
  /// What cancels the promises that are made here.
  let cancellation: CancelContext?

  init(
    environment: PromiseEnvironment, queue: QueueID?, job: JobID?, cancellation: CancelContext?
  ) {
    (self.environment, self.queue) = (environment, queue)
    (self.job, self.cancellation) = (job, cancellation)
  }

  @TaskLocal static var current: Context?
}
