import Dispatch
package import PromiseKitLite

/// A queue of JavaScript's event loop. All of them share one thread.
package struct LoopQueue: Dispatcher, Hashable {
  /// The name that is shown.
  package let label: String
  /// Its place in the order in which the loop looks at its queues.
  let rank: Int

  /// What runs as soon as the running code has ended, before promises.
  package static let nextTick = LoopQueue(label: "nextTick", rank: 0)
  /// Where the handlers of promises run.
  package static let microtasks = LoopQueue(label: "microtasks", rank: 1)
  /// Tasks that the program enqueues itself.
  package static let tasks = LoopQueue(label: "main", rank: 3)
  /// What runs after the timers that are due.
  package static let immediates = LoopQueue(label: "immediates", rank: 4)

  /// The place of a timer that is due.
  static let rankOfTimers = 2

  static let all = [nextTick, microtasks, tasks, immediates]

  /// It runs one job at a time.
  package var kind: PromiseEvent.QueueKind? { .serial }

  /// Outside a simulation, the main queue is what comes closest.
  package func dispatch(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async(execute: body)
  }
}
