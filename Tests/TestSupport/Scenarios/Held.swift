import PromiseKitLite
import Synchronization

/// Holds something until it is released.
package final class Held<Value: Sendable>: Sendable {
  private let held: Mutex<Value?>
  package init(_ value: Value? = nil) { held = Mutex(value) }

  package var value: Value? {
    get { held.withLock { $0 } }
    set {
      let old = exchange(newValue)
      withExtendedLifetime(old) {}
    }
  }

  /// Returns it, and holds nothing.
  package func take() -> Value? { exchange(nil) }

  private func exchange(_ new: Value?) -> Value? {
    held.withLock { held in
      defer { held = new }
      return held
    }
  }
}
