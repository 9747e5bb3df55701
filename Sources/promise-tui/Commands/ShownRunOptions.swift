import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// The options for how the run of a program is shown: on the screen, or as text.
struct ShownRunOptions: ParsableArguments {
  @OptionGroup var forms: FormOptions

  @OptionGroup var reports: ReportOptions

  @OptionGroup var sources: SourceOptions

  /// Rejects options that cannot be combined. `inputs` are the command's own files.
  func validate(_ options: ScreenOptions, replacing inputs: [String]) throws {
    try forms.validate(beside: options.narrate ? ["--narrate"] : [])
    try reports.validate(
      beside: forms.plain ? nil : forms.chosen.first, replacing: inputs)
  }

  /// Returns the text to print; `nil` to show the screen.
  func form(_ options: ScreenOptions) -> PrintedForm? {
    forms.form(options) ?? (reports.isEmpty ? nil : options.text)
  }

  /// Returns what writes the reports of a command.
  func reporter(_ command: String, _ options: ScreenOptions) -> Reporter {
    reports.reporter(command, sources.finder, options.lints)
  }

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
    checks: [ReportedRun.Check] = [], _ reporter: Reporter
  ) throws {
    var reporter = reporter
    if reports.showsText || forms.plain {
      try form.print(run, lints: reporter.lints, finder: sources.finder)
    }
    guard !reports.isEmpty else { return }
    var reported = ReportedRun(
      name: name, length: (run.events.last?.time ?? 0) / 1_000_000, checks: checks)
    reported.addWarnings(of: run.events, reporter.lints, &reporter.places)
    try reporter.write(
      [reported], status: status, isShown: true,
      text: PrintedRun(run, lints: reporter.lints).report)
  }
}

extension ReportOptions {
  /// Returns what writes the reports of a command.
  ///
  /// - Parameters:
  ///   - command: The name of the command: `check`.
  ///   - finder: Finds the files of the program.
  ///   - lints: Which warnings are reported.
  func reporter(
    _ command: String, _ finder: SourceFinder, _ lints: LintSettings = LintSettings()
  ) -> Reporter {
    Reporter(
      options: self, command: "promise-tui \(command)", version: programVersion, lints: lints,
      places: ProgramPlaces(finder))
  }
}
