import Dispatch
import PromiseKitLite
import Synchronization

extension Program {
  /// Runs the program on Dispatch queues, each of its threads on one of its own, and returns where
  /// a promise contradicts the rules; `nil` if none does.
  package func fault() -> String? {
    let tally = Tally()
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder, tally])
    environment.declare(queue: "wide", kind: .concurrent(width: nil))
    environment.defaults.map = Queues.side
    environment.defaults.return = Queues.side
    let library = LibraryRun()
    DispatchQueue.concurrentPerform(iterations: threads.count) { thread in
      environment.run { library.run(threads[thread]) }
    }
    tally.waitUntilIdle()
    library.end()
    tally.waitUntilNothingLives()
    let events = recorder.events
    return Consistency(events, onOneThread: false).violations.first
      ?? Laws(self, events).violations.first
  }
}

/// Tracks what is in progress, and which promises are alive.
private final class Tally: PromiseObserver {
  private let state = Mutex(State())
  private let changed = DispatchSemaphore(value: 0)

  private struct State {
    var living = 0
    /// Jobs and timers.
    var pending = 0
  }

  func receive(_ event: PromiseEvent) {
    let isDone = state.withLock { state in
      switch event.kind {
      case .created: state.living += 1
      case .deallocated: state.living -= 1
      case .jobEnqueued, .timerScheduled: state.pending += 1
      case .jobEnded, .timerFired, .timerCancelled: state.pending -= 1
      default: return false
      }
      return state.living == 0 || state.pending == 0
    }
    if isDone { changed.signal() }
  }

  /// Waits until no job and no timer is in progress.
  func waitUntilIdle() { wait { $0.pending == 0 } }

  /// Waits until every promise is freed.
  func waitUntilNothingLives() { wait { $0.living == 0 } }

  private func wait(_ isOver: (State) -> Bool) {
    while !state.withLock({ isOver($0) }) { changed.wait() }
  }
}
