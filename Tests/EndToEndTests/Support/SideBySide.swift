import Foundation
import Synchronization
import Testing

/// Runs the tests of a suite two at a time, on threads of their own.
///
/// A test that waits for a screen blocks its thread. On the threads of Swift's concurrency, of which there are
/// as many as processors, it would hold up every other test, and each of its steps would wait behind all tests
/// that have not run yet. Few run at a time, so that none waits for its screen because others use the machine.
struct SideBySide: SuiteTrait, TestTrait, TestScoping {
  /// The most tests at a time.
  private static let width = 2
  private static let places = Places(width)
  /// One thread more than tests, for what happens between them.
  private static let threads = BlockingThreads(width + 1)

  var isRecursive: Bool { true }

  /// Applies to a suite, and to each case of a test.
  func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    test.isSuite || testCase != nil ? self : nil
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTaskExecutorPreference(Self.threads) {
      guard testCase != nil else { return try await function() }
      await Self.places.enter()
      defer { Self.places.leave() }
      try await function()
    }
  }
}

extension Trait where Self == SideBySide {
  /// Two tests at the same time, on threads of their own.
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

/// Runs jobs in order of arrival on a few threads that may block.
private final class BlockingThreads: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])
  private let arrived = DispatchSemaphore(value: 0)

  init(_ count: Int) {
    for _ in 0..<count {
      Thread { [self] in
        while true {
          arrived.wait()
          let job = jobs.withLock { $0.removeFirst() }
          job.runSynchronously(on: asUnownedTaskExecutor())
        }
      }.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    arrived.signal()
  }
}
