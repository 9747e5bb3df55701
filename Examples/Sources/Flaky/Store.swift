import Dispatch
import PromiseKitLite
import Synchronization

/// Keeps a basket. A queue of its own writes it, and the journal of what was written.
final class Store: Sendable {
  private let queue = DispatchQueue(label: "store")
  private let items = Mutex<[String]>([])

  /// What was written last.
  var current: [String] { items.withLock { $0 } }

  /// Writes the basket.
  func write(_ basket: [String]) -> Guarantee<Void> {
    queue.async(.promise, label: "write") { self.items.withLock { $0 = basket } }
  }

  /// Brings the journal to the disk, as everything on this machine does, at each full tenth of a second:
  /// the queue is busy with it for some milliseconds.
  func keepJournal() {
    let tenth: UInt64 = 100_000_000
    let rest = tenth - DispatchTime.now().uptimeNanoseconds % tenth
    after(label: "tenth of a second", .nanoseconds(Int(rest)))
      .done(label: "journal", on: queue) { PromiseEnvironment.work(for: .milliseconds(5)) }
      .done(on: nil) { self.keepJournal() }
  }
}
