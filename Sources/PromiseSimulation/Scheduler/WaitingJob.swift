import PromiseKitLite

/// A job that waits for a promise, on the thread that runs it.
struct WaitingJob: Sendable {
  let job: JobID
  /// Its wait can end without the promise.
  let canFail: Bool
  /// Where its thread stands.
  let gate: Gate
  /// What runs again when it goes on.
  let step: RunningStep
  /// Its place among all waits of the run, in the order in which they began.
  var place = 0
  /// Why it goes on, if it does now.
  var ending = PromiseEvent.WaitEnding.deadlock

  /// The promise is settled.
  var isOver: Bool { ending == .settled }

  /// The choice to let it go on.
  var resume: Choice { .resume(job: job) }
}
