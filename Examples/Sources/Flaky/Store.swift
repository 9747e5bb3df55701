import Dispatch
import PromiseKitLite
import Synchronization

/// Stores a basket. A queue of its own writes the basket and its journal.
final class Store: Sendable {
  private let queue = DispatchQueue(label: "store")
  private let items = Mutex<[String]>([])

  /// The basket that was written last.
  var current: [String] { items.withLock { $0 } }

  /// Writes the basket.
  func write(_ basket: [String]) -> Guarantee<Void> {
    queue.async(.promise, label: "write") { self.items.withLock { $0 = basket } }
  }

  /// Writes the journal to disk at every full tenth of a second, as everything on this machine
  /// does. This keeps the queue busy for a few milliseconds.
  func keepJournal() {
    let tenth: UInt64 = 100_000_000
    let rest = tenth - DispatchTime.now().uptimeNanoseconds % tenth
    after(label: "tenth of a second", .nanoseconds(Int(rest)))
      .done(label: "journal", on: queue) { PromiseEnvironment.work(for: .milliseconds(5)) }
      .done(on: nil) { self.keepJournal() }
  }
}
