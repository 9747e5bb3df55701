import Synchronization

/// Counts from any thread.
final class Counter: Sendable {
  private let number = Atomic<Int>(0)
  var count: Int { number.load(ordering: .acquiring) }

  /// Answers how often it was called.
  @discardableResult
  func add(_ more: Int = 1) -> Int { number.add(more, ordering: .acquiringAndReleasing).newValue }
}
