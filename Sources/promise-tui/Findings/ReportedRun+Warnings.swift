import PromiseGraph
import PromiseInsight
import PromiseKitLite

extension ReportedRun {
  /// Adds the warnings of the run with these events.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - lints: Which warnings are reported.
  ///   - places: Finds the files.
  mutating func addWarnings(
    of events: [PromiseEvent], _ lints: LintSettings, _ places: inout ProgramPlaces
  ) {
    var state = RunState(lints: lints)
    for event in events { state.apply(event) }
    warnings = state.culprits(isOver: true).map { culprit in
      let warning = culprit.warning
      var finding = ReportedFinding(
        rule: warning.lint, level: ReportedFinding.Level(warning.severity),
        message: culprit.sentence(in: .english), place: places.place(warning.site),
        event: warning.moment.sequence, identity: state.graph.identity(of: warning))
      finding.fix = warning.fix
      finding.count = culprit.count
      for consequence in culprit.consequences {
        finding.add(
          "\(consequence.sentence(in: .english)) [\(consequence.warning.lint)]",
          at: places.place(consequence.warning.site))
      }
      return finding
    }
  }
}

extension Graph {
  /// Returns what a warning is about without numbers and lines: the operation and the label of its promise, or
  /// else the label of its queue.
  fileprivate func identity(of warning: Warning) -> String {
    if let promise = warning.promise.flatMap({ self[$0] }) {
      return [promise.creation.word, promise.creation.label].compactMap { $0 }
        .joined(separator: " ")
    }
    return warning.queue.map(queueLabel) ?? ""
  }
}
