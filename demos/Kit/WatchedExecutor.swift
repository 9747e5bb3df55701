package import PromiseKitLite
import Synchronization

/// An executor that uses Dispatch's queues and clock, and reports when no more work is waiting or
/// running.
package final class WatchedExecutor: Executor {
  /// The executor that runs the work.
  private let dispatch = DispatchExecutor()
  private let state: Mutex<State>
  private let drainsMain: Bool

  private struct State {
    /// The number of jobs, timers and callers that have not ended.
    var count = 0
    var whenIdle: (@Sendable () -> Void)?
    /// The jobs that wait on main if no thread runs it.
    var onMain: [any Job] = []
  }

  /// Creates an executor that calls `whenIdle` once, on the thread that ended the last work, after
  /// everything that the work held has been freed.
  ///
  /// If `drainsMain` is `false`, jobs on the main queue wait there forever, as in a server.
  package init(drainsMain: Bool = true, whenIdle: @escaping @Sendable () -> Void) {
    self.drainsMain = drainsMain
    state = Mutex(State(whenIdle: whenIdle))
  }

  /// Counts work that begins.
  package func begin() { state.withLock { $0.count += 1 } }

  /// Counts work that has ended.
  package func end() {
    let call = state.withLock { state -> (@Sendable () -> Void)? in
      state.count -= 1
      guard state.count == 0 else { return nil }
      defer { state.whenIdle = nil }
      return state.whenIdle
    }
    call?()
  }

  package var now: Int64 { dispatch.now }
  package var thread: ThreadID { dispatch.thread }
  package var postsDeallocationsLater: Bool { dispatch.postsDeallocationsLater }

  package func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  {
    dispatch.kind(ofQueue: label, declared: declared)
  }

  package func enqueue(
    _ job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) {
    guard isRun(dispatcher) else { return state.withLock { $0.onMain.append(job) } }
    dispatch.enqueue(watched(job), on: dispatcher, queue: queue, in: environment)
  }

  package func block(
    for job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) -> (@Sendable () -> Void)? {
    guard isRun(dispatcher) else { return nil }
    return dispatch.block(for: watched(job), on: dispatcher, queue: queue, in: environment)
  }

  private func isRun(_ dispatcher: any Dispatcher) -> Bool {
    drainsMain || dispatcher.label != "main"
  }

  private func watched(_ job: any Job) -> any Job {
    let body = watched { job.runToEnd() }
    return ClosureJob(id: job.id) {
      body()
      return {}
    }
  }

  package func schedule(
    at due: Int64, timer: TimerID?, of promise: PromiseCore, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    begin()
    let slot = Slot(fire)
    let scheduled = dispatch.schedule(at: due, timer: timer, of: promise, in: environment) {
      slot.call()
      self.end()
    }
    return ScheduledTimer {
      guard scheduled.cancel() else { return false }
      slot.empty()
      self.end()
      return true
    }
  }

  package func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding {
    dispatch.wait(in: environment, canFail: canFail, until: register)
  }

  package func work(for nanoseconds: Int64) { dispatch.work(for: nanoseconds) }

  /// Returns a closure that runs `body`. Call it once: it counts as work until `body` has run and
  /// been freed.
  private func watched(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    begin()
    let slot = Slot(body)
    return {
      slot.call()
      self.end()
    }
  }
}

/// A closure that is freed as soon as it has been called.
private final class Slot: Sendable {
  private let body: Mutex<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

  func call() { take()?() }

  func empty() { _ = take() }

  private func take() -> (@Sendable () -> Void)? {
    body.withLock { slot in
      defer { slot = nil }
      return slot
    }
  }
}
