import PromiseKitLite
import Synchronization
import TestSupport

/// A place for a promise that its own handler needs, or the code that settles it.
final class Slot: Sendable {
  private let promise = Mutex<Promise<Thing>?>(nil)

  func put(_ new: Promise<Thing>) { promise.withLock { $0 = new } }

  /// Takes the promise out of the slot, so that no reference cycle is left.
  func take() -> Promise<Thing> {
    promise.withLock { $0.take() } ?? Promise(error: Failure("the slot is empty"))
  }
}
