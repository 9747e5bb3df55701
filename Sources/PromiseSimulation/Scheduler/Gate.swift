import Dispatch
import PromiseKitLite
import Synchronization

/// Where one thread stands still until another one lets it go on.
final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let ending = Mutex(PromiseEvent.WaitEnding.settled)

  /// Lets the thread go on that stands here, or will. Called once.
  func open(_ ending: PromiseEvent.WaitEnding = .settled) {
    self.ending.withLock { $0 = ending }
    semaphore.signal()
  }

  /// Stands still until the gate is open, and answers why it is.
  @discardableResult
  func pass() -> PromiseEvent.WaitEnding {
    semaphore.wait()
    return ending.withLock { $0 }
  }
}
