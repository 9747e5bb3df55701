import PromiseKitLite
import Synchronization

/// Records what each job has declared to access, and runs the jobs in order.
final class ReadingExecutor: Executor {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var seen: [String] = []
  }
  private let state = Mutex(State())

  /// A line for each job, with its queue.
  static func read(_ scenario: () -> Void) -> [String] {
    let executor = ReadingExecutor()
    let environment = PromiseEnvironment(executor: executor, observers: [])
    environment.run(scenario)
    while let job = executor.state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
      job()
    }
    return executor.seen
  }

  /// A line for each job so far.
  var seen: [String] { state.withLock { $0.seen } }

  var now: Int64 { 0 }
  var thread: ThreadID { 1 }
  var postsDeallocationsLater: Bool { false }

  func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  {
    (declared ?? .serial, declared == nil)
  }

  func enqueue(
    _ job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) {
    let touches = (dispatcher as? AccessingDispatcher)?.touches ?? .anything
    state.withLock { state in
      state.seen.append("\(QueueName.shown(dispatcher.label)): \(touches)")
      state.jobs.append { environment.bind(queue: queue) { job.runToEnd() } }
    }
  }

  func schedule(
    at due: Int64, timer: TimerID?, of promise: PromiseCore, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    ScheduledTimer { false }
  }

  func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding {
    .deadlock
  }

  func work(for nanoseconds: Int64) {}
}
