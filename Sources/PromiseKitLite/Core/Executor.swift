import Dispatch
import PromiseSystem
import Synchronization

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

/// Real queues, real time.
package final class DispatchExecutor: Executor {
  private let epoch = DispatchTime.now().uptimeNanoseconds

  package init() {}

  package var now: Int64 {
    #if canImport(Glibc)
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - Int64(epoch)
    #else
      Int64(DispatchTime.now().uptimeNanoseconds - epoch)
    #endif
  }
  package var thread: ThreadID { ThreadNumber.current }
  package var tellsDeallocationsLater: Bool { false }
  package var isOnMain: Bool { MainQueue.isCurrent }

  package func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  {
    declared.map { ($0, false) } ?? (.serial, true)
  }

  package func enqueue(
    _ job: Job, on dispatcher: any Dispatcher, queue: QueueID?, in environment: PromiseEnvironment
  ) {
    dispatcher.dispatchOnce {
      environment.bind(queue: queue, job: job.id) { job.run()() }
    }
  }

  package func schedule(
    at due: Int64, timer: TimerID?, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let deadline = DispatchTime(
      uptimeNanoseconds: min(epoch + UInt64(max(0, due)), Self.endOfTime))
    // The source is alive as long as its handler, which holds it, and which cancelling takes away.
    // Its functions may be called from any thread.
    nonisolated(unsafe) let source = DispatchSource.makeTimerSource(queue: .global())
    let isOver = Flag()
    source.setEventHandler {
      guard isOver.set() else { return }
      source.cancel()
      environment.bind(queue: nil, fire)
    }
    source.schedule(deadline: deadline)
    source.resume()
    return ScheduledTimer {
      guard isOver.set() else { return false }
      source.cancel()
      return true
    }
  }

  /// The last instant that can be waited for, 73 years after the machine's start: in a larger number
  /// Dispatch takes the highest bits for the name of another clock, and the timer fires at once.
  private static let endOfTime: UInt64 = 1 << 61

  package func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding {
    let semaphore = DispatchSemaphore(value: 0)
    register { semaphore.signal() }
    semaphore.wait()
    return .settled
  }

  package func work(for nanoseconds: Int64) {
    guard nanoseconds > 0 else { return }
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    var wanted = timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    var left = timespec()
    while nanosleep(&wanted, &left) == -1, errno == EINTR { wanted = left }
  }
}

/// The numbers of the process's threads in events, in the order of first sight.
enum ThreadNumber {
  /// The number of the thread that asks.
  static var current: ThreadID {
    if let known = pthread_getspecific(key) { return ThreadID(Int(bitPattern: known)) }
    let number = count.add(1, ordering: .relaxed).newValue
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return ThreadID(number)
  }

  private static let count = Atomic<Int>(0)
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "PromiseKitLite: no thread-specific key is left in this process")
    return key
  }()
}
