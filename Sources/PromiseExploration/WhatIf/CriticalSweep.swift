package import PromiseKitLite

/// Runs a scenario at every millisecond of a range: for what is no single timer or job, as a knob that sets
/// several.
package struct CriticalSweep: Sendable {
  private let range: ClosedRange<Int>
  private let limit: Duration
  private let run: @Sendable (Int) -> [PromiseEvent]

  package init(
    from lowest: Int, to highest: Int, limit: Duration = .seconds(5),
    run: @escaping @Sendable (Int) -> [PromiseEvent]
  ) {
    range = lowest...max(lowest, highest)
    self.limit = limit
    self.run = run
  }

  /// The milliseconds at which something else comes out than just before.
  package func values() -> CriticalValues {
    let deadline = ContinuousClock.now + limit
    var values = CriticalValues(lowest: Int64(range.lowerBound) * 1_000_000)
    var facts: [RunFacts] = []
    for value in range {
      guard ContinuousClock.now < deadline else {
        values.isCutOff = true
        break
      }
      facts.append(RunFacts(run(value)))
    }
    values.runs = facts.count
    values.highest = Int64(range.lowerBound + max(0, facts.count - 1)) * 1_000_000
    var index = 1
    while index < facts.count {
      if facts[index] != facts[index - 1] {
        let next = facts.indices.contains(index + 1) ? facts[index + 1] : facts[index]
        values.points.append(
          CriticalValues.Point(
            value: Int64(range.lowerBound + index) * 1_000_000, below: facts[index - 1],
            at: facts[index], above: next))
        // What comes out at this one alone is told with what follows.
        if next != facts[index] { index += 1 }
      }
      index += 1
    }
    return values
  }
}
