import Dispatch
import PromiseKitLite
import PromiseSystem
import Synchronization

/// A job that waits for a promise, on the thread that runs it.
struct WaitingJob: Sendable {
  let job: JobID
  /// A Boolean value that indicates whether its wait can end without the promise.
  let canFail: Bool
  /// The semaphore on which its thread blocks.
  let gate: OneShotSemaphore
  /// The code that runs again when it resumes.
  let step: RunningStep
  /// Its index among all waits of the run, in the order in which they began.
  var place = 0
  /// Why it resumes, if it resumes now.
  var ending = PromiseEvent.WaitEnding.deadlock

  /// A Boolean value that indicates whether the promise has settled.
  var isOver: Bool { ending == .settled }

  /// The choice to resume it.
  var resume: Choice { .resume(job: job) }
}

/// Blocks one thread until another thread lets it continue.
final class OneShotSemaphore: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let ending = Mutex(PromiseEvent.WaitEnding.settled)

  /// Lets the thread continue that is or will be blocked here. Called once.
  func open(_ ending: PromiseEvent.WaitEnding = .settled) {
    self.ending.withLock { $0 = ending }
    semaphore.signal()
  }

  /// Blocks until the semaphore is open, and returns why it was opened.
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
  /// The job, or the number assigned to code outside any job that has waited.
  var job: JobID?
  /// How long the running job has asked to be busy; `nil` if no job is running.
  var busy: Int64?
}

/// Identifies a real thread, to distinguish the one that runs a simulation's steps from all others.
struct ThreadMark: Hashable, Sendable {
  let bits: UInt

  /// The calling thread.
  static var current: ThreadMark {
    #if canImport(Darwin)
      ThreadMark(bits: UInt(bitPattern: pthread_self()))
    #else
      ThreadMark(bits: UInt(pthread_self()))
    #endif
  }
}
