package import PromiseKitLite

/// Finds the lengths of one timer or job at which the outcome of a run changes.
///
/// As long as no two things coincide, increasing a length moves what depends on it and leaves
/// everything else in place. So the next length at which anything can change is the one at which
/// two times that move at different rates meet. The scenario is run again there, and just beyond.
package struct CriticalSearch: Sendable {
  /// Runs the scenario with the given length in nanoseconds.
  private let run: @Sendable (Int64) -> [PromiseEvent]
  /// The maximum number of runs, and their maximum total duration.
  private let mostRuns: Int
  private let limit: Duration

  package init(
    mostRuns: Int = 900, limit: Duration = .seconds(2),
    run: @escaping @Sendable (Int64) -> [PromiseEvent]
  ) {
    self.run = run
    self.mostRuns = mostRuns
    self.limit = limit
  }

  /// An open interval of lengths with the same outcome, and the length at its end.
  private struct Stretch {
    var inside: RunFacts
    var end: (value: Int64, facts: RunFacts)?
  }

  /// Returns the critical values on both sides of `start`.
  package func values(from start: Int64) -> CriticalValues {
    let events = run(start)
    let first = RunFacts(events)
    var runs = 1
    guard !Self.hasUnfinishedWait(events) else {
      // Each run would cost a thread.
      var values = CriticalValues(lowest: start, highest: start)
      (values.isCutOff, values.runs) = (true, 1)
      return values
    }
    let deadline = ContinuousClock.now + limit
    func scan(_ step: Int64, most: Int) -> (stretches: [Stretch], isCutOff: Bool) {
      var stretches: [Stretch] = []
      var value = start
      while step > 0 || value > 0 {
        guard runs + 3 <= most, ContinuousClock.now < deadline else { return (stretches, true) }
        let near = LengthRun(run(value + step))
        // A step down from 1 leads to 0, which is the end of the range.
        guard step > 0 || value > 1 else {
          stretches.append(Stretch(inside: near.facts, end: (0, near.facts)))
          runs += 1
          break
        }
        let far = LengthRun(run(value + 2 * step))
        runs += 2
        guard near.times.count == far.times.count else { return (stretches, true) }
        let distance = Self.nextMeeting(near.times, far.times)
        let meeting = distance.map { value + step + step * $0 }
        guard let next = step > 0 ? meeting : max(0, meeting ?? 0) else {
          stretches.append(Stretch(inside: near.facts))
          break
        }
        stretches.append(Stretch(inside: near.facts, end: (next, RunFacts(run(next)))))
        runs += 1
        value = next
      }
      return (stretches, false)
    }
    let up = scan(1, most: runs + (mostRuns - runs) / 2)
    let down = scan(-1, most: mostRuns)
    var values = CriticalValues(
      lowest: down.isCutOff ? down.stretches.last?.end?.value ?? start : 0,
      highest: up.isCutOff ? up.stretches.last?.end?.value ?? start : nil)
    values.isCutOff = up.isCutOff || down.isCutOff
    values.runs = runs
    values.points = Self.points(start, first, up.stretches, down.stretches)
    return values
  }

  /// Returns whether a wait is unfinished at the end of the run.
  private static func hasUnfinishedWait(_ events: [PromiseEvent]) -> Bool {
    let began = events.count { if case .waitBegan = $0.kind { true } else { false } }
    return began > events.count { if case .waitEnded = $0.kind { true } else { false } }
  }

  /// Joins both sides, and leaves out the points at which nothing changes.
  private static func points(
    _ start: Int64, _ first: RunFacts, _ up: [Stretch], _ down: [Stretch]
  ) -> [CriticalValues.Point] {
    var points: [CriticalValues.Point] = []
    var place = (value: start, facts: first)
    var above = up.first?.inside
    for stretch in down {
      points.append(
        CriticalValues.Point(
          value: place.value, below: stretch.inside, at: place.facts, above: above ?? place.facts))
      above = stretch.inside
      if let end = stretch.end { place = end }
    }
    points.append(
      CriticalValues.Point(
        value: place.value, below: nil, at: place.facts, above: above ?? place.facts))
    points.reverse()
    for (index, stretch) in up.enumerated() {
      guard let end = stretch.end else { continue }
      let next = up.indices.contains(index + 1) ? up[index + 1].inside : end.facts
      points.append(
        CriticalValues.Point(
          value: end.value, below: stretch.inside, at: end.facts, above: next))
    }
    return points.filter { ($0.below ?? $0.at) != $0.at || $0.at != $0.above }
  }

  /// Returns by how many nanoseconds the length must grow until two different times that approach
  /// each other meet: the smallest such number, or `nil` if no two do. `near` and `far` are the
  /// times of two runs whose lengths differ by one nanosecond.
  static func nextMeeting(_ near: [Int64], _ far: [Int64]) -> Int64? {
    var groups: [Int64: Set<Int64>] = [:]
    for (time, later) in zip(near, far) { groups[later - time, default: []].insert(time) }
    let sorted = groups.map { (slope: $0.key, times: $0.value.sorted()) }
    var least: Int64?
    for one in sorted {
      for other in sorted where one.slope > other.slope {
        // The faster one catches up with what is ahead of it.
        for time in one.times {
          guard let ahead = other.times.first(after: time) else { continue }
          let speed = one.slope - other.slope
          let distance = (ahead - time + speed - 1) / speed
          least = min(least ?? distance, distance)
        }
      }
    }
    return least
  }
}

extension [Int64] {
  /// Returns the first element above `value` in an ascending list.
  fileprivate func first(after value: Int64) -> Int64? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] > value { high = middle } else { low = middle + 1 }
    }
    return low < endIndex ? self[low] : nil
  }
}

/// Runs a scenario at every millisecond of a range. This is for a setting that is not a single
/// timer or job, such as a knob that changes several.
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

  /// Returns the milliseconds at which the outcome differs from the one just before.
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
        // An outcome that occurs at this value only is reported together with the next one.
        if next != facts[index] { index += 1 }
      }
      index += 1
    }
    return values
  }
}
