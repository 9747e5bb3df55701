import PromiseKitLite
import Synchronization

/// Holds something until it is released.
final class Held<Value: Sendable>: Sendable {
  private let held: Mutex<Value?>
  init(_ value: Value? = nil) { held = Mutex(value) }

  var value: Value? {
    get { held.withLock { $0 } }
    set {
      let old = exchange(newValue)
      withExtendedLifetime(old) {}
    }
  }

  /// Returns it, and holds nothing.
  func take() -> Value? { exchange(nil) }

  private func exchange(_ new: Value?) -> Value? {
    held.withLock { held in
      defer { held = new }
      return held
    }
  }
}
