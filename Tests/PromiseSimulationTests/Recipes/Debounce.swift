import PromiseKitLite
import Synchronization

/// Runs only the last of several calls, once there has been no other for a while.
final class Debounce: Sendable {
  private let label: String
  private let seconds: Double
  private let last = Mutex<CancelContext?>(nil)

  init(_ label: String, seconds: Double) { (self.label, self.seconds) = (label, seconds) }

  /// Cancels the call before this one, even if it is running, and calls `body` after the pause.
  func run<U: Thenable>(_ body: @escaping @Sendable () throws -> U) -> Promise<U.Value> {
    let context = CancelContext()
    let earlier = last.withLock { last in
      defer { last = context }
      return last
    }
    earlier?.cancel()
    let pause = context.run { after(seconds: seconds) }
    // What follows belongs to the caller's context only, so a handler can call `run` again.
    return Guarantee().then(label: "pause before \(label)", on: nil) { pause }
      .then(label: label) { try context.run { try body() } }
  }
}
