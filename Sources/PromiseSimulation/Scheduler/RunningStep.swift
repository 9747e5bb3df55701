import PromiseKitLite

/// The code that is running: a step, or the main program.
struct RunningStep: Sendable {
  /// The real thread.
  let mark: ThreadMark
  /// The simulated thread.
  var thread: ThreadID
  /// The job, or the number that stands for what is none and has waited.
  var job: JobID?
  /// How long the job that runs has asked to be busy; none where no job runs.
  var busy: Int64?
}
