/// What the running code runs in.
struct Context: Sendable {
  let environment: PromiseEnvironment
  /// The queue whose job is running; none outside any job.
  let queue: QueueID?
  /// What cancels the promises that are made here.
  let cancellation: CancelContext?

  @TaskLocal static var current: Context?
}
