package import PromiseSimulation

/// What the schedules of one part of an exploration led to.
///
/// The tally of two parts is that of the first one with that of the second one appended, so the
/// result does not depend on how the schedules were divided.
package struct Tally: Hashable, Sendable {
  /// The outcomes, in order of discovery.
  package private(set) var findings: [Finding] = []
  /// The number of schedules that were run to their end.
  package var schedules = 0
  /// The number of runs that were abandoned.
  package var pruned = 0
  /// The total number of steps of all runs.
  package var steps = 0
  package var deadlocks = 0
  package var neverSettled = 0
  /// The number of lost threads.
  package var parked = 0
  package var hasEndlessRuns = false
  /// The orders of handlers that were seen, as hashes.
  package var orders: Set<UInt64> = []
  /// Expectations that must hold in some schedule, and have held in none.
  package var unmet: Set<Invariant>
  /// Why not every schedule was run; `nil` if every one was.
  package var coverage: Coverage?
  /// The indices of the findings by their keys.
  private var places: [Key: Int] = [:]

  /// Creates the tally of no schedules, when some expectations must hold in some schedule.
  package init(unmet: Set<Invariant>) { self.unmet = unmet }

  /// What distinguishes findings: the outcome, and the expectations that it breaks.
  struct Key: Hashable, Sendable {
    var outcome: Exploration.Outcome
    var broken: [Invariant]

    init(_ outcome: Exploration.Outcome, _ broken: [Invariant]) {
      self.outcome = outcome.unnumbered
      self.broken = broken
    }
  }

  /// One outcome.
  package struct Finding: Hashable, Sendable {
    package var outcome: Exploration.Outcome
    package var broken: [Invariant]
    package var count: Int
    /// The number of the first schedule with this outcome, from 1.
    package var first: Int
    package var schedule: Schedule
    /// The handlers in that schedule, in order; `nil` if they are not known yet.
    package var order: [String]?

    /// Creates an outcome from its parts.
    package init(
      outcome: Exploration.Outcome, broken: [Invariant], count: Int, first: Int, schedule: Schedule,
      order: [String]?
    ) {
      (self.outcome, self.broken) = (outcome, broken)
      (self.count, self.first) = (count, first)
      (self.schedule, self.order) = (schedule, order)
    }

    var key: Key { Key(outcome, broken) }
  }
}

extension Tally {
  /// Counts a schedule with a known outcome. Returns false, without an effect, if the outcome is
  /// new.
  mutating func count(_ key: Key) -> Bool {
    guard let place = places[key] else { return false }
    findings[place].count += 1
    schedules += 1
    return true
  }

  /// Counts the first schedule with an outcome.
  mutating func add(_ finding: Finding) {
    insert(finding)
    schedules += 1
  }

  /// Inserts an outcome whose schedules are counted already.
  package mutating func insert(_ finding: Finding) {
    places[finding.key] = findings.count
    findings.append(finding)
  }

  /// Counts the schedules of the part that follows.
  mutating func append(_ next: Tally) {
    for var finding in next.findings {
      finding.first += schedules
      if let place = places[finding.key] {
        findings[place].count += finding.count
      } else {
        places[finding.key] = findings.count
        findings.append(finding)
      }
    }
    schedules += next.schedules
    pruned += next.pruned
    steps += next.steps
    deadlocks += next.deadlocks
    neverSettled += next.neverSettled
    parked += next.parked
    hasEndlessRuns = hasEndlessRuns || next.hasEndlessRuns
    if orders.isEmpty { orders = next.orders } else { orders.formUnion(next.orders) }
    unmet.formIntersection(next.unmet)
    coverage = next.coverage
  }
}
