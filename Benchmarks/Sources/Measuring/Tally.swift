import Synchronization

/// A sum that the handlers of a load add to: one for each thread, so that adding is no contest, and
/// atomic, because a handler may run on another thread than the one that attached it.
public final class Tally: Sendable {
  private let sum = Atomic<Int>(0)

  public init() {}

  @inline(__always)
  public func add(_ value: Int) { sum.add(value, ordering: .relaxed) }

  /// What was added.
  public var total: Int { sum.load(ordering: .relaxed) }
}
