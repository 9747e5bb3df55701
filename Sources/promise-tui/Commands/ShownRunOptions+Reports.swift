import PromiseKitLite
import PromiseScreens

extension ShownRunOptions {
  /// The option for a text other than the report, if one was given.
  var otherForm: String? { forms.plain ? nil : forms.chosen.first }

  /// Prints a finished run, unless another report goes to standard output in its place, and writes the reports.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - form: What is printed.
  ///   - name: The name of the run in the reports: a trace, or a program.
  ///   - status: The exit status of the command.
  ///   - checks: The results of checks.
  ///   - reporter: Writes the reports.
  func print(
    _ run: Recording, as form: PrintedForm, named name: String, status: Int32,
    checks: [ReportedRun.Check] = [], _ reporter: inout Reporter
  ) throws {
    if reporter.options.showsText || forms.plain { try print(run, as: form) }
    guard !reporter.options.isEmpty else { return }
    var reported = ReportedRun(
      name: name, length: (run.events.last?.time ?? 0) / 1_000_000, checks: checks)
    reported.addWarnings(of: run.events, reporter.lints, &reporter.places)
    try reporter.write(
      [reported], status: status, isShown: true,
      text: PrintedRun(run, lints: reporter.lints).report)
  }
}
