import Demos
import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// One run of a demo on Dispatch queues, in real time.
final class LiveRun: PromiseObserver {
  private let take: @Sendable (PromiseEvent) -> Void
  private let printed: PrintedLines
  /// Called when the run ends; `nil` afterwards, when further events are ignored.
  private let finish: Mutex<(@Sendable (Bool) -> Void)?>
  /// The environment of the run; `nil` after its end.
  private let environment = Mutex<PromiseEnvironment?>(nil)
  /// What the main program returned, which keeps its last promise alive.
  private let kept = Mutex<(any Sendable)?>(nil)

  private init(
    printed: @escaping PrintedLines, take: @escaping @Sendable (PromiseEvent) -> Void,
    finish: @escaping @Sendable (Bool) -> Void
  ) {
    self.printed = printed
    self.take = take
    self.finish = Mutex(finish)
  }

  /// Begins a run. `take` receives each event, on any thread and possibly out of order; `finish` is
  /// called with `true` when nothing more can happen, and with `false` if `limit` expires first.
  ///
  /// What is printed during the run becomes notes: directly after the next event, or a moment
  /// later.
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
    // A program begins on the main queue.
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

  /// Turns what was printed since the last call into notes.
  private func notePrinted(atEnd: Bool = false) {
    guard let environment = environment.withLock({ $0 }) else { return }
    for line in printed(atEnd) { environment.post(.note(line)) }
  }

  /// Checks periodically for output of jobs that post no event for a long time.
  private func listen() {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in
      guard environment.withLock({ $0 != nil }) else { return }
      notePrinted()
      listen()
    }
  }

  /// Ends the run; only the first call counts. What the run kept is freed afterwards, so that no
  /// event reports that.
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
