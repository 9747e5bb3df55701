import PromiseKitLite

#if !PROMISE_TSAN
  import Synchronization
#endif

/// A serial queue whose jobs run when ``run()`` is called, on that thread and its stack.
final class PumpedQueue: Dispatcher {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  var label: String { "pumped" }
  var kind: PromiseEvent.QueueKind? { .serial }

  func dispatch(_ body: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(body) } }

  /// Runs the jobs, and the jobs that they enqueue, until none is left.
  func run() {
    while true {
      var jobs = waiting.withLock { waiting in
        defer { waiting = [] }
        return Array(waiting.reversed())
      }
      guard !jobs.isEmpty else { return }
      while let job = jobs.popLast() { job() }
    }
  }
}
