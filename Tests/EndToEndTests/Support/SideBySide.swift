import Dispatch
import Synchronization
import Testing

/// Runs a few tests of a suite at the same time, each on a thread of its own.
///
/// A test that waits for a screen blocks its thread. On the threads of Swift's concurrency, of which there are
/// as many as processors, it would hold up every other test. The number is bounded, so that no test waits for
/// its screen because the machine is busy with too many others.
struct SideBySide: SuiteTrait, TestTrait, TestScoping {
  /// The most tests at a time.
  private static let width = 4
  private static let places = Places(width)
  private static let threads = BlockingThreads()

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await Self.places.enter()
    defer { Self.places.leave() }
    try await withTaskExecutorPreference(Self.threads) { try await function() }
  }
}

extension Trait where Self == SideBySide {
  /// A few tests at the same time, each on a thread of its own.
  static var sideBySide: SideBySide { SideBySide() }
}

/// A number of places; a task that finds none free waits without a thread.
private final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Takes a place, in order of arrival.
  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock {
        guard $0.free > 0 else {
          $0.waiting.append(continuation)
          return false
        }
        $0.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  /// Passes the place on to the task that has waited longest.
  func leave() {
    let next = state.withLock {
      guard !$0.waiting.isEmpty else {
        $0.free += 1
        return nil as CheckedContinuation<Void, Never>?
      }
      return $0.waiting.removeFirst()
    }
    next?.resume()
  }
}

/// Runs jobs on threads that may block.
private final class BlockingThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "end-to-end tests", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
