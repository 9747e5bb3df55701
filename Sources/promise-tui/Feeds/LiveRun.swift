import Demos
import Dispatch
import PromiseKitLite
import Synchronization

/// One run of a demo on Dispatch's queues and in real time.
final class LiveRun: PromiseObserver {
  private let take: @Sendable (PromiseEvent) -> Void
  /// Called at the end; none afterwards, when nothing counts any more.
  private let finish: Mutex<(@Sendable (Bool) -> Void)?>
  /// What the main program returned, which is what keeps its last promise.
  private let kept = Mutex<(any Sendable)?>(nil)

  private init(
    take: @escaping @Sendable (PromiseEvent) -> Void, finish: @escaping @Sendable (Bool) -> Void
  ) {
    self.take = take
    self.finish = Mutex(finish)
  }

  /// Begins a run. `take` is given each event, on any thread and maybe out of order; `finish` is
  /// called with true when nothing more can come, and with false when `limit` is over before.
  static func begin(
    _ scenario: Scenario, limit: DispatchTimeInterval,
    take: @escaping @Sendable (PromiseEvent) -> Void,
    finish: @escaping @Sendable (_ isWhole: Bool) -> Void
  ) {
    let run = LiveRun(take: take, finish: finish)
    let executor = WatchedExecutor(whenIdle: { run.end(isWhole: true) })
    let environment = PromiseEnvironment(executor: executor, observers: [run])
    executor.begin()
    // Main is where a program begins.
    DispatchQueue.main.async {
      let last = scenario.begin(in: environment)
      run.kept.withLock { $0 = last }
      executor.end()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit) { run.end(isWhole: false) }
  }

  func receive(_ event: PromiseEvent) {
    if finish.withLock({ $0 != nil }) { take(event) }
  }

  /// The first end counts. What the run kept is freed after it, so that nobody is told of that.
  private func end(isWhole: Bool) {
    let finish = self.finish.withLock { slot in
      defer { slot = nil }
      return slot
    }
    finish?(isWhole)
    let last = kept.withLock { slot in
      defer { slot = nil }
      return slot
    }
    withExtendedLifetime(last) {}
  }
}
