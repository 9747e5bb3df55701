package import PromiseKitLite
import Synchronization

/// Dispatch's queues and clock, and word of when nothing waits or runs on them any more.
package final class WatchedExecutor: Executor {
  /// Dispatch's own.
  private let dispatch = DispatchExecutor()
  private let state: Mutex<State>
  private let drainsMain: Bool

  private struct State {
    /// How many jobs, timers and callers are not over.
    var count = 0
    var whenIdle: (@Sendable () -> Void)?
    /// What waits on main where nobody runs that.
    var onMain: [Job] = []
  }

  /// Calls `whenIdle` once, on the thread that did the last thing, after everything that it held was
  /// freed.
  ///
  /// Without `drainsMain` what is put on the main queue waits there for ever, as in a server.
  package init(drainsMain: Bool = true, whenIdle: @escaping @Sendable () -> Void) {
    self.drainsMain = drainsMain
    state = Mutex(State(whenIdle: whenIdle))
  }

  /// Something has begun.
  package func begin() { state.withLock { $0.count += 1 } }

  /// Something that had begun is over.
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
  package var tellsDeallocationsLater: Bool { dispatch.tellsDeallocationsLater }

  package func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  {
    dispatch.kind(ofQueue: label, declared: declared)
  }

  package func enqueue(
    _ job: Job, on dispatcher: any Dispatcher, queue: QueueID?, in environment: PromiseEnvironment
  ) {
    if !drainsMain, dispatcher.label == "main" {
      return state.withLock { $0.onMain.append(job) }
    }
    let body = watched { job.run()() }
    let watchedJob = Job(id: job.id) {
      body()
      return {}
    }
    dispatch.enqueue(watchedJob, on: dispatcher, queue: queue, in: environment)
  }

  package func schedule(
    at due: Int64, timer: TimerID?, in environment: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer {
    begin()
    let slot = Slot(fire)
    let scheduled = dispatch.schedule(at: due, timer: timer, in: environment) {
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

  /// `body`, to be called once: it counts until it has run and was freed.
  private func watched(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    begin()
    let slot = Slot(body)
    return {
      slot.call()
      self.end()
    }
  }
}

/// A closure that is freed as soon as it was called.
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
