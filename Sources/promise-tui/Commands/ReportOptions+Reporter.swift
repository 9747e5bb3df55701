import ArgumentParser
import PromiseGraph
import PromiseInsight

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
      options: self, command: "promise-tui \(command)", version: PromiseTUI.configuration.version,
      lints: lints, places: ProgramPlaces(finder))
  }
}
