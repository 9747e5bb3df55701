import Demos
import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One run of a demo on Dispatch's queues and in real time.
final class LiveRun: PromiseObserver {
  private let take: @Sendable (PromiseEvent) -> Void
  private let printed: PrintedLines
  /// Called at the end; none afterwards, when nothing counts any more.
  private let finish: Mutex<(@Sendable (Bool) -> Void)?>
  /// What it runs in, until the end.
  private let environment = Mutex<PromiseEnvironment?>(nil)
  /// What the main program returned, which is what keeps its last promise.
  private let kept = Mutex<(any Sendable)?>(nil)

  private init(
    printed: @escaping PrintedLines, take: @escaping @Sendable (PromiseEvent) -> Void,
    finish: @escaping @Sendable (Bool) -> Void
  ) {
    self.printed = printed
    self.take = take
    self.finish = Mutex(finish)
  }

  /// Begins a run. `take` is given each event, on any thread and maybe out of order; `finish` is
  /// called with true when nothing more can come, and with false when `limit` is over before.
  ///
  /// What is printed meanwhile becomes notes: right after the next event, or a moment later.
  static func begin(
    _ scenario: RunnableDemo, limit: DispatchTimeInterval,
    printed: @escaping PrintedLines = { _ in [] },
    take: @escaping @Sendable (PromiseEvent) -> Void,
    finish: @escaping @Sendable (_ isWhole: Bool) -> Void
  ) {
    let run = LiveRun(printed: printed, take: take, finish: finish)
    let executor = WatchedExecutor(
      drainsMain: scenario.queues.allSatisfy { $0.label != "main" || $0.isDrained },
      whenIdle: { run.end(isWhole: true) })
    let environment = PromiseEnvironment(executor: executor, observers: [run])
    run.environment.withLock { $0 = environment }
    run.listen()
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
    guard finish.withLock({ $0 != nil }) else { return }
    take(event)
    if case .note = event.kind { return }
    notePrinted()
  }

  /// Makes notes of what was printed since the last time.
  private func notePrinted(atEnd: Bool = false) {
    guard let environment = environment.withLock({ $0 }) else { return }
    for line in printed(atEnd) { environment.post(.note(line)) }
  }

  /// Looks from time to time for what is printed by jobs that cause no event for long.
  private func listen() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
      guard environment.withLock({ $0 != nil }) else { return }
      notePrinted()
      listen()
    }
  }

  /// The first end counts. What the run kept is freed after it, so that nobody is told of that.
  private func end(isWhole: Bool) {
    notePrinted(atEnd: true)
    environment.withLock { $0 = nil }
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
