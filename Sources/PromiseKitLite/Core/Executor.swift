import Dispatch
import PromiseSystem
import Synchronization

/// A piece of work for a queue.
package protocol Job: AnyObject, Sendable {
  /// Its name in the events; `nil` without an observer.
  var id: JobID? { get }
  /// Runs the program's closure, and returns the rest of the job: posting its end and settling its
  /// promise. In a simulation, the rest follows after the time that the closure requested with
  /// ``PromiseEnvironment/work(for:)``.
  func run() -> @Sendable () -> Void
  /// Runs the program's closure, and immediately afterward the rest of the job, as on real queues.
  func runToEnd()
  /// The promise that it settles, if it settles one.
  var promise: PromiseCore? { get }
  /// The settlement that its handler reads, if it runs a handler.
  var read: Settled? { get }
}

/// A job that runs a closure.
package final class ClosureJob: Job {
  package let id: JobID?
  package var promise: PromiseCore? { nil }
  package var read: Settled? { nil }
  private let body: @Sendable () -> @Sendable () -> Void

  /// Creates a job. `body` returns the rest of the job.
  package init(id: JobID?, _ body: @escaping @Sendable () -> @Sendable () -> Void) {
    (self.id, self.body) = (id, body)
  }

  package func run() -> @Sendable () -> Void { body() }
  package func runToEnd() { body()() }
}

/// The object that runs an environment's jobs and timers: Dispatch, or a simulation.
package protocol Executor: AnyObject, Sendable {
  /// The time in nanoseconds since the clock began.
  var now: Int64 { get }
  /// The running thread, by its number in this environment.
  var thread: ThreadID { get }
  /// The time and the running thread.
  var instant: (now: Int64, thread: ThreadID) { get }
  /// Whether freed promises are reported at the end of a turn, in order, rather than immediately.
  /// This makes two runs of a simulation agree, whatever the optimizer does to lifetimes.
  var postsDeallocationsLater: Bool { get }

  /// Whether the running code keeps main busy, even if it is not a job.
  var isOnMain: Bool { get }

  /// Returns the kind of a queue. `declared` is the kind that the dispatcher itself declares.
  func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  /// Enqueues a job on a dispatcher. The executor binds the environment around it.
  func enqueue(
    _ job: any Job, on dispatcher: any Dispatcher, queue: QueueID?, in: PromiseEnvironment)
  /// Returns the block that runs a job on a real queue, for the caller to dispatch; `nil` if the executor
  /// enqueues jobs itself.
  func block(
    for job: any Job, on dispatcher: any Dispatcher, queue: QueueID?, in: PromiseEnvironment
  ) -> (@Sendable () -> Void)?
  /// Calls `fire`, which settles `promise`, at `due`, unless the returned timer is canceled before.
  func schedule(
    at due: Int64, timer: TimerID?, of promise: PromiseCore, in: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer
  /// Returns the job that waits if the running code does; `nil` outside the jobs of this executor.
  func waiter(in environment: PromiseEnvironment) -> JobID?
  /// Blocks the thread until the closure that `register` receives is called. If that can never
  /// happen, returns the reason if the caller `canFail`, and does not return otherwise.
  func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding
  /// Keeps the running job busy for a number of nanoseconds.
  func work(for nanoseconds: Int64)
  /// Returns the bits of the `number`th identity of a trace or a span: random ones, or the same ones in
  /// every replay of a simulation.
  func randomBits(_ number: Int) -> UInt64
}

extension Executor {
  package func randomBits(_ number: Int) -> UInt64 { .random(in: .min ... .max) }

  package var instant: (now: Int64, thread: ThreadID) { (now, thread) }

  package var isOnMain: Bool { false }

  package func waiter(in environment: PromiseEnvironment) -> JobID? { environment.runningJob }

  package func enqueue(
    _ job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) {
    block(for: job, on: dispatcher, queue: queue, in: environment).map(dispatcher.dispatchOnce)
  }

  package func block(
    for job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) -> (@Sendable () -> Void)? { nil }
}

/// A timer that an executor has started.
package struct ScheduledTimer: Sendable {
  /// Stops the timer and releases its closure. Returns `false`, without an effect, if the timer has
  /// fired or was already stopped.
  package let cancel: @Sendable () -> Bool

  package init(cancel: @escaping @Sendable () -> Bool) { self.cancel = cancel }
}

/// The executor for real queues and real time.
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
  package var postsDeallocationsLater: Bool { false }
  package var isOnMain: Bool { MainQueue.isCurrent }

  package func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  {
    declared.map { ($0, false) } ?? (.serial, true)
  }

  package func block(
    for job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) -> (@Sendable () -> Void)? {
    { environment.bind(queue: queue, job: job.id) { job.runToEnd() } }
  }

  package func schedule(
    at due: Int64, timer: TimerID?, of promise: PromiseCore, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    let deadline = DispatchTime(
      uptimeNanoseconds: min(epoch + UInt64(max(0, due)), Self.endOfTime))
    // The source lives as long as its handler, which refers to it; canceling the source releases
    // the handler. Its functions can be called from any thread.
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

  /// The last instant for which a timer can be set, 73 years after the machine's start. In a larger
  /// number, Dispatch interprets the highest bits as another clock, and the timer fires
  /// immediately.
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

/// The state of Dispatch's main queue.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the running code is a job of the main queue, or the main program, which also blocks
  /// it. With `dispatchMain()`, main's jobs run on any thread, so the thread alone does not
  /// determine this.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
