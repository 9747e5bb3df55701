import Synchronization

/// Counts from any thread.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  var count: Int { number.load(ordering: .acquiring) }

  /// Increments the count, and returns it.
  @discardableResult
  func add(_ more: Int = 1) -> Int { number.add(more, ordering: .acquiringAndReleasing).newValue }
}
