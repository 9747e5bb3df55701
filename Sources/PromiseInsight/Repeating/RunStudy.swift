import PromiseEvents
import PromiseGraph

/// What is known of all runs of a program, for the evidence and for the closest pair. Its size is bounded.
package struct RunStudy: Sendable {
  private var numbers = HandlerNumbers()
  private var orders: RunOrders
  private var pool: RunPool

  /// Creates a study without runs.
  package init(orders: RunOrders = RunOrders(), pool: RunPool = RunPool()) {
    (self.orders, self.pool) = (orders, pool)
  }

  /// Adds a run that has ended, and whose trace was read. One that lost events is left out, because its order is not
  /// fully known.
  ///
  /// - Parameters:
  ///   - run: What it did.
  ///   - number: Its number.
  ///   - group: The index of its group; `nil` if its group is not kept.
  ///   - isFirst: Whether it is the first run of its group.
  ///   - fails: Whether it fails.
  ///   - bytes: The size of its trace; `nil` if it is not kept.
  /// - Returns: The numbers of the runs whose traces are no longer needed.
  package mutating func add(
    _ run: ComparedRun, number: Int, group: Int?, isFirst: Bool, fails: Bool, bytes: Int?
  ) -> [Int] {
    guard run.isWhole else { return [number] }
    let moments = numbers.moments(of: run)
    orders.add(moments, fails: fails)
    guard let group, let bytes else { return [number] }
    return pool.add(
      RunPool.Member(
        number: number, group: group, fails: fails, isFirst: isFirst, bytes: bytes,
        moments: moments))
  }

  /// What distinguishes the failing runs from those that pass.
  package var evidence: RunEvidence? { RunEvidence(orders, numbers) }

  /// Returns the failing and the passing run with the fewest differences.
  package func pair(firstOnly: Bool) -> RunPool.Pair? { pool.pair(firstOnly: firstOnly) }
}
