import Foundation
import Synchronization

/// Runs `body` on the given number of threads, which start when all of them are ready, and waits
/// until they have ended.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let (gate, group) = (OneShotSemaphore(count), DispatchGroup())
  for index in 0..<count {
    group.enter()
    Thread {
      gate.pass()
      body(index)
      group.leave()
    }.start()
  }
  group.wait()
}

/// Opens when the given number of threads are waiting.
private final class OneShotSemaphore: Sendable {
  private let missing: Atomic<Int>

  init(_ count: Int) { missing = Atomic(count) }

  func pass() {
    missing.subtract(1, ordering: .relaxed)
    while missing.load(ordering: .relaxed) > 0 { sched_yield() }
  }
}
