import PromiseExploration
import PromiseGraph
import PromiseInsight

extension ExplorationReport {
  /// Returns the demo with a check for each expectation. Its schedules are not of one run, so there are no warnings.
  func reported(_ reporter: inout Reporter) -> [ReportedRun] {
    if let problem { return [ReportedRun(unread: scenario.name, problem)] }
    var run = ReportedRun(name: scenario.name)
    run.checks = expectations.map { expectation in
      ReportedRun.Check(what: expectation.description, failure: failure(of: expectation))
    }
    return [run]
  }

  private func failure(of expectation: Invariant) -> ReportedFinding? {
    let broken = exploration.findings.filter { $0.broken.contains(expectation) }
    guard let first = broken.first else { return nil }
    let count = broken.reduce(0) { $0 + $1.count }
    let rule = FindingRule.expectation
    return ReportedFinding(
      rule: rule.id, level: rule.level,
      message: "\(expectation): violated in \(grouped(count)) of "
        + "\(plural(exploration.schedules, "schedule")), such as: \(first.outcome.headline)",
      details: "replay: \(replay) --schedule \(first.token)",
      identity: expectation.description)
  }
}
