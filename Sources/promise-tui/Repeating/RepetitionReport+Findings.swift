import PromiseGraph
import PromiseInsight
import PromiseScreens

extension RepetitionReport {
  /// Returns each outcome as a run with one check. The warnings of the traces that were kept of failing ones show
  /// where to look.
  func reported(_ reporter: inout Reporter) -> [ReportedRun] {
    var runs: [ReportedRun] = []
    for (place, group) in repetition.groups.enumerated() {
      let title = "outcome \(place + 1)"
      var run = ReportedRun(name: group.trace ?? "\(plan.name): \(title)")
      var check = ReportedRun.Check(what: "\(plan.name): \(title)")
      if group.first.fails {
        let reasons = group.first.reasonsToFail.joined(separator: "; ")
        let rule = FindingRule.failingRun
        check.failure = ReportedFinding(
          rule: rule.id, level: rule.level,
          message: "\(title): \(grouped(group.count)) of \(plural(repetition.runs, "run")) failed: "
            + (reasons.isEmpty ? "\(group.first.ending)" : reasons),
          details: [
            group.first.crashSummary.map { "last output: \($0)" },
            group.trace.map { "look at it: promise-tui open \(shellQuoted($0))" },
          ].compactMap { $0 }.joined(separator: "\n"),
          identity: "\(plan.name) \(reasons.isEmpty ? "\(group.first.ending)" : reasons)")
        if let trace = group.trace {
          run.addWarnings(of: Recording.events(of: trace), reporter.lints, &reporter.places)
        }
      }
      run.checks = [check]
      runs.append(run)
    }
    return runs
  }
}
