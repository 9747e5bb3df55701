import Synchronization

/// Counts from any thread.
package final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  package init() {}

  package var count: Int { number.load(ordering: .acquiring) }

  /// Increments the count, and returns it.
  @discardableResult
  package func add(_ more: Int = 1) -> Int {
    number.add(more, ordering: .acquiringAndReleasing).newValue
  }
}
