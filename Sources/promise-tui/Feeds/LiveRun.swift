import Dispatch
import PromiseKitLite
import Synchronization

/// One run of a demo on Dispatch's queues and in real time.
final class LiveRun: PromiseObserver {
  /// What is still to come; none once the run is over, when nothing counts any more: not even that
  /// its last promises are freed.
  private let outstanding = Mutex<Outstanding?>(Outstanding())
  private let take: @Sendable (PromiseEvent) -> Void
  private let queue = DispatchQueue(label: "promise-tui.live")

  private init(take: @escaping @Sendable (PromiseEvent) -> Void) { self.take = take }

  /// Begins a run. `take` is given each event, on any thread and maybe out of order; `finish` is
  /// called with true when nothing more can come, and with false when `limit` is over before.
  static func begin(
    _ scenario: Scenario, limit: DispatchTimeInterval,
    take: @escaping @Sendable (PromiseEvent) -> Void,
    finish: @escaping @Sendable (_ isWhole: Bool) -> Void
  ) {
    let run = LiveRun(take: take)
    let environment = PromiseEnvironment(observers: [run])
    let deadline = DispatchTime.now() + limit
    // Main is where a program begins.
    DispatchQueue.main.async {
      let kept = scenario.begin(in: environment)
      run.watch(until: deadline) { isWhole in
        withExtendedLifetime(kept) { finish(isWhole) }
      }
    }
  }

  func receive(_ event: PromiseEvent) {
    let isOver = outstanding.withLock { outstanding in
      outstanding?.apply(event)
      return outstanding == nil
    }
    if !isOver { take(event) }
  }

  /// Looks from time to time whether nothing is left: between a job's end and what it sets off there
  /// is a moment in which nothing seems to be, so it has to last.
  private func watch(
    until deadline: DispatchTime, last: Outstanding? = nil,
    finish: @escaping @Sendable (Bool) -> Void
  ) {
    queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
      guard let now = outstanding.withLock({ $0 }) else { return }
      let isWhole = now.isNothing && now == last
      guard isWhole || .now() > deadline else {
        return watch(until: deadline, last: now, finish: finish)
      }
      outstanding.withLock { $0 = nil }
      finish(isWhole)
    }
  }
}
