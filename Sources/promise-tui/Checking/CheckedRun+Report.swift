import PromiseGraph
import PromiseInsight
import PromiseKitLite

extension CheckedRun {
  /// Returns the results of the checks, and the warnings, for a report.
  ///
  /// - Parameters:
  ///   - golden: The path of the golden order; a difference without a place in the source is there.
  ///   - lints: Which warnings are reported.
  ///   - places: Finds the files.
  func reported(
    golden: String?, _ lints: LintSettings, _ places: inout ProgramPlaces
  ) -> ReportedRun {
    var run = ReportedRun(name: name, length: length)
    run.checks = results.map { result in
      ReportedRun.Check(
        what: result.what, failure: finding(of: result, golden: golden, &places))
    }
    run.addWarnings(of: events, lints, &places)
    return run
  }

  private func finding(
    of result: CheckResult, golden: String?, _ places: inout ProgramPlaces
  ) -> ReportedFinding? {
    guard let failure = result.failure else { return nil }
    let rule: FindingRule = result.isOrder ? .goldenOrder : .expectation
    let file = golden.map { ProgramPlace(file: $0, path: Folder.absolute($0), line: 1) }
    let known = places.place(events.site(ofEvent: result.event))
    // The same check of another run is not the same failure.
    var finding = ReportedFinding(
      rule: rule.id, level: rule.level, message: "\(result.what): \(failure)",
      details: result.details, place: known ?? (result.isOrder ? file : nil), event: result.event,
      identity: result.what)
    if result.isOrder, known != nil { finding.add("the expected order", at: file) }
    return finding
  }
}

extension ReportedRun {
  /// Creates a run that could not be checked, with the reason.
  init(unread name: String, _ reason: String) {
    self.init(name: name)
    problem = ReportedFinding(
      rule: FindingRule.unreadableRun.id, level: .error, message: "\(name): \(reason)",
      identity: name)
  }
}
