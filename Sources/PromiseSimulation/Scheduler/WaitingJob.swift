import Dispatch
import PromiseKitLite
import PromiseSystem
import Synchronization

/// A job that waits for a promise, on the thread that runs it.
struct WaitingJob: Sendable {
  let job: JobID
  /// Its wait can end without the promise.
  let canFail: Bool
  /// Where its thread stands.
  let gate: OneShotSemaphore
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

/// Where one thread stands still until another one lets it go on.
final class OneShotSemaphore: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let ending = Mutex(PromiseEvent.WaitEnding.settled)

  /// Lets the thread go on that stands here, or will. Called once.
  func open(_ ending: PromiseEvent.WaitEnding = .settled) {
    self.ending.withLock { $0 = ending }
    semaphore.signal()
  }

  /// Stands still until the gate is open, and answers why it is.
  @discardableResult
  func pass() -> PromiseEvent.WaitEnding {
    semaphore.wait()
    return ending.withLock { $0 }
  }
}

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

/// Tells the real thread that steps a simulation from every other one.
struct ThreadMark: Hashable, Sendable {
  private let bits: UInt

  /// The thread that asks.
  static var current: ThreadMark {
    #if canImport(Darwin)
      ThreadMark(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadMark(bits: UInt(pthread_self()))
    #endif
  }
}
