import PromiseGraph
import PromiseInsight
import PromiseScreens

extension RepetitionReport {
  /// Returns each outcome as a run with one check.
  func reported(_ reporter: inout Reporter) -> [ReportedRun] {
    repetition.groups.enumerated().map { place, group in
      let title = "outcome \(place + 1)"
      let what = "\(plan.name): \(title)"
      guard group.first.fails else { return ReportedRun(what, check: what, trace: group.trace) }
      let reasons = group.first.reasonsToFail.joined(separator: "; ")
      let why = reasons.isEmpty ? "\(group.first.ending)" : reasons
      let count = "\(grouped(group.count)) of \(plural(repetition.runs, "run")) failed"
      return ReportedRun(
        what, check: what, trace: group.trace, failure: "\(title): \(count): \(why)",
        lastOutput: group.first.crashSummary, identity: "\(plan.name) \(why)", &reporter)
    }
  }
}

extension OrderReport {
  /// Returns the order as one run with one check.
  func reported(_ reporter: inout Reporter) -> [ReportedRun] {
    let what = "\(plan.name): order of jobs and timers"
    let trace = state.files[.failing]?.trace
    guard fails else { return [ReportedRun(plan.name, check: what, trace: trace)] }
    let sentence = state.search?.sentence ?? remarks.first ?? "a run failed"
    return [
      ReportedRun(
        plan.name, check: what, trace: trace, failure: sentence,
        identity: "\(plan.name) \(sentence)", &reporter)
    ]
  }
}

extension ReportedRun {
  /// Creates a run with a check that succeeded, named by its trace, or else by `name`.
  fileprivate init(_ name: String, check what: String, trace: String?) {
    self.init(name: trace ?? name)
    checks = [Check(what: what)]
  }

  /// Creates a run with a check that failed. The warnings of its trace show where to look.
  fileprivate init(
    _ name: String, check what: String, trace: String?, failure: String,
    lastOutput: String? = nil, identity: String, _ reporter: inout Reporter
  ) {
    self.init(name, check: what, trace: trace)
    let rule = FindingRule.failingRun
    checks[0].failure = ReportedFinding(
      rule: rule.id, level: rule.level, message: failure,
      details: [
        lastOutput.map { "last output: \($0)" },
        trace.map { "look at it: promise-tui open \(shellQuoted($0))" },
      ].compactMap { $0 }.joined(separator: "\n"), identity: identity)
    if let trace { addWarnings(of: Recording.events(of: trace), reporter.lints, &reporter.places) }
  }
}
