import Dispatch
import Foundation
import Synchronization

/// Runs `body` on a thread with a stack of 512 KB and waits for it.
func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  done.wait()
}

/// Counts the lives that have begun and not ended.
final class LifeCounter: Sendable {
  private let count = Atomic<Int>(0)
  var alive: Int { count.load(ordering: .relaxed) }
  func add(_ number: Int) { count.add(number, ordering: .relaxed) }
}

/// Something that is alive as long as somebody refers to it.
final class Life: Sendable {
  let one = 1
  private let counter: LifeCounter

  init(_ counter: LifeCounter) {
    self.counter = counter
    counter.add(1)
  }

  deinit { counter.add(-1) }
}
