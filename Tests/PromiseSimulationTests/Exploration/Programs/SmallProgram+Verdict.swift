import PromiseExploration
import PromiseSimulation

extension SmallProgram {
  enum Verdict {
    /// There are more schedules than the limit.
    case tooLarge
    case same(schedules: Int, reduced: Int, outcomes: Int)
    case different(String)
  }

  /// The outcomes of the schedules, with the reduction and without.
  func compared(most: Int) -> Verdict {
    let scenario = scenario()
    let full = scenario.explore(
      .unreduced, within: Budget(schedules: most), expecting: expectations)
    switch full.coverage {
    case .exhaustive: break
    case .scheduleLimit: return .tooLarge
    default: return .different("without the reduction: \(full.coverage)")
    }
    let reduced = scenario.explore(
      within: Budget(schedules: most), expecting: expectations)
    guard reduced.coverage == .exhaustive else {
      return .different("with the reduction: \(reduced.coverage)")
    }
    let all = Set(full.findings.map(Seen.init))
    let some = Set(reduced.findings.map(Seen.init))
    if let missed = full.findings.first(where: { !some.contains(Seen($0)) }) {
      return .different("the reduction misses \(Seen(missed)), schedule \(missed.schedule)")
    }
    if let invented = reduced.findings.first(where: { !all.contains(Seen($0)) }) {
      return .different("only the reduction has \(Seen(invented)), schedule \(invented.schedule)")
    }
    for finding in reduced.findings {
      let runs = (0..<2).map { _ in scenario.run(finding.schedule) }
      if runs[0].outcome != finding.outcome {
        return .different("\(finding.token) comes to another outcome")
      }
      if runs[0].events != runs[1].events { return .different("\(finding.token) has other events") }
      if runs[0].strayedAt != nil { return .different("\(finding.token) strays") }
    }
    return .same(
      schedules: full.schedules, reduced: reduced.schedules, outcomes: full.findings.count)
  }

  /// What two explorations have in common.
  private struct Seen: Hashable, CustomStringConvertible {
    var outcome: Exploration.Outcome
    var broken: [Invariant]
    init(_ finding: Exploration.Finding) {
      (outcome, broken) = (finding.outcome, finding.broken)
      // The sentence names promises and jobs by their numbers, which may differ in another order.
      if outcome.deadlock != nil { outcome.deadlock = "deadlock" }
    }

    var description: String { "\(outcome) \(broken)" }
  }

  /// Returns the smallest program that can be found in which `find` still finds a fault, with that
  /// fault.
  func shrunk(_ fault: String, _ find: (SmallProgram) -> String?) -> (SmallProgram, String) {
    var (program, fault) = (self, fault)
    var isSmallest = false
    while !isSmallest {
      isSmallest = true
      for smaller in program.smaller {
        guard let found = find(smaller) else { continue }
        (program, fault, isSmallest) = (smaller, found, false)
        break
      }
    }
    return (program, fault)
  }
}
