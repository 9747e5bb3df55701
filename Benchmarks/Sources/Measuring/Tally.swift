import Synchronization

/// A sum to which the handlers of a load add. There is one per thread, so that adding has no
/// contention; it is atomic because a handler may run on another thread than the one that attached
/// it.
public final class Tally: Sendable {
  private let sum = Atomic<Int>(0)

  public init() {}

  @inline(__always)
  public func add(_ value: Int) { sum.add(value, ordering: .relaxed) }

  /// The sum.
  public var total: Int { sum.load(ordering: .relaxed) }
}
