import PromiseEvents
package import PromiseGraph

/// What is known of all runs of a program, for the evidence and for the closest pair. Its size is bounded.
package struct RunStudy: Sendable {
  private var numbers = HandlerNumbers()
  private var orders: RunOrders
  private var pool: RunPool

  /// Creates a study without runs.
  package init(orders: RunOrders = RunOrders(), pool: RunPool = RunPool()) {
    (self.orders, self.pool) = (orders, pool)
  }

  /// A run that has ended, and whose trace was read.
  package struct Run: Sendable {
    package var number: Int
    /// The index of its group; `nil` if its group is not kept.
    package var group: Int?
    package var isFirst: Bool
    package var fails: Bool
    package var events: ComparedRun
    /// The size of its trace; `nil` if it is not kept.
    package var bytes: Int?

    package init(
      number: Int, group: Int?, isFirst: Bool, fails: Bool, events: ComparedRun, bytes: Int?
    ) {
      (self.number, self.group, self.isFirst, self.fails) = (number, group, isFirst, fails)
      (self.events, self.bytes) = (events, bytes)
    }
  }

  /// Adds a run. One that lost events is left out, because its order is not fully known.
  ///
  /// - Returns: The numbers of the runs whose traces are no longer needed.
  package mutating func add(_ run: Run) -> [Int] {
    guard run.events.isWhole else { return [run.number] }
    let moments = numbers.moments(of: run.events)
    orders.add(moments, fails: run.fails)
    guard let group = run.group, let bytes = run.bytes else { return [run.number] }
    return pool.add(
      RunPool.Member(
        number: run.number, group: group, fails: run.fails, isFirst: run.isFirst, bytes: bytes,
        moments: moments))
  }

  /// What distinguishes the failing runs from those that pass.
  package var evidence: RunEvidence? { RunEvidence(orders, numbers) }

  /// Returns the failing and the passing run with the fewest differences.
  package func pair(firstOnly: Bool) -> RunPool.Pair? { pool.pair(firstOnly: firstOnly) }
}
