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

  /// What the calling code runs in, or ``outside``. Not an optional, which Swift takes twice as long to read.
  @TaskLocal static var bound = Context.outside

  /// Where nobody has bound anything.
  private static let outside = Context(
    environment: .shared, queue: nil, job: nil, cancellation: nil)

  /// What the calling code runs in; none where nobody has bound anything.
  static var current: Context? {
    let context = bound
    return context === outside ? nil : context
  }
}
