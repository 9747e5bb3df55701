/// The steps inside the library at which a test of a debug build can delay a thread, so that other threads get ahead of it
/// there. In a release build they do nothing.
package enum Step: Int, CaseIterable, Sendable {
  /// A handler was appended to its promise, and nothing was enqueued for it yet.
  case attached
  /// The promise is settled, and none of its handlers was notified yet.
  case settled
  /// The next handler of a settled promise is about to be notified.
  case notifying
  /// A handler is about to be enqueued on its queue.
  case enqueuing
  /// A handler was enqueued on its queue; others that belong to the same batch may follow.
  case enqueued
  /// All handlers that a settled promise had were notified or enqueued.
  case drained
  /// A job started, and its handler did not run yet.
  case started
  /// A handler returned, and its promise is not settled yet.
  case returned
  /// A promise is locked in to another one, and does not wait for it yet.
  case lockedIn
  /// The promise that another one is locked in to has settled.
  case adopted
  /// A context is canceled, and the next of its promises is not rejected yet.
  case cancelling
  /// A promise is being freed.
  case freed
  /// A thread or a task that waits for a promise is about to be resumed.
  case resuming
  /// A queue has a name in the events, and its declaration was not recorded yet.
  case named
}

#if DEBUG
  import Synchronization

  extension Step {
    /// The number of pauses that are installed.
    private static let count = Atomic<Int>(0)
    private static let pauses = Mutex<[Int: @Sendable (Step) -> Void]>([:])

    /// Calls the pauses that are installed.
    @inline(__always)
    static func reached(_ step: Step) {
      if count.load(ordering: .relaxed) != 0 { step.pause() }
    }

    /// Whether pauses are installed, so that no thread is late because of what the program does.
    static var isPausing: Bool { count.load(ordering: .relaxed) != 0 }

    @inline(never)
    private func pause() {
      for pause in Self.pauses.withLock({ Array($0.values) }) { pause(self) }
    }

    /// Calls `pause` at each step of each thread of the process while `body` runs. It must not use promises.
    package static func pausing<R>(
      _ pause: @escaping @Sendable (Step) -> Void, _ body: () throws -> R
    ) rethrows -> R {
      let number = count.add(1, ordering: .relaxed).newValue
      pauses.withLock { $0[number] = pause }
      defer {
        pauses.withLock { $0[number] = nil }
        count.subtract(1, ordering: .relaxed)
      }
      return try body()
    }
  }
#else
  extension Step {
    @inline(__always)
    static func reached(_ step: Step) {}
    @inline(__always)
    static var isPausing: Bool { false }
  }
#endif
