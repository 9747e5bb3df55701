import Synchronization

/// How often something came from outside the runs of an exploration, or went there: no schedule contains
/// that, also if it comes when the run is over.
package final class OutsideCount: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  /// There was something.
  package var isAny: Bool { count.load(ordering: .relaxed) > 0 }
  package func add() { count.add(1, ordering: .relaxed) }
}
