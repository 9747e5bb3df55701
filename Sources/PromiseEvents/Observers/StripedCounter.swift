import Synchronization

/// Counts what several threads do, without making them share a counter.
package final class StripedCounter: Sendable {
  private let stripes = (0..<16).map { _ in Stripe() }

  private final class Stripe: Sendable {
    let count = Atomic<Int>(0)
    // Fills the rest of the cache line.
    private let padding = (0, 0, 0, 0, 0)
  }

  package init() {}

  /// Adds one for an event that happened on `thread`.
  package func count(on thread: ThreadID?) {
    stripes[(thread?.rawValue ?? 0) & 15].count.add(1, ordering: .relaxed)
  }

  /// The total so far.
  package var total: Int { stripes.reduce(0) { $0 + $1.count.load(ordering: .relaxed) } }
}
