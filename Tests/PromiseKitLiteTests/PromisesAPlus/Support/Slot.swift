import PromiseKitLite
import Synchronization
import TestSupport

/// A place for a promise that its own handler needs.
final class Slot<Value: Sendable>: Sendable {
  private let promise = Mutex<Promise<Value>?>(nil)

  func put(_ new: Promise<Value>) { promise.withLock { $0 = new } }

  /// Takes the promise out of the slot, so that no reference cycle is left.
  func take() -> Promise<Value> {
    let taken = promise.withLock { slot in
      defer { slot = nil }
      return slot
    }
    return taken ?? Promise(error: Failure("the slot is empty"))
  }
}
