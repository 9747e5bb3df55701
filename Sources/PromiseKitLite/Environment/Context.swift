/// What the running code runs in.
final class Context: Sendable {
  let environment: PromiseEnvironment
  /// The queue whose job is running; none outside any job.
  let queue: QueueID?
  /// What cancels the promises that are made here.
  let cancellation: CancelContext?

  init(environment: PromiseEnvironment, queue: QueueID?, cancellation: CancelContext?) {
    (self.environment, self.queue) = (environment, queue)
    self.cancellation = cancellation
  }

  @TaskLocal static var current: Context?
}
