import Dispatch
import PromiseSystem

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
