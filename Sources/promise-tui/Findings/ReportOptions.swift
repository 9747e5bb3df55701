import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// A form in which a command reports what it found.
enum ReportFormat: String, CaseIterable, Sendable {
  /// The command's own report.
  case text
  /// `file:line:column: warning: message`
  case lines
  /// Workflow commands, and a summary of the step.
  case github
  /// SARIF 2.1.0
  case sarif
  /// JUnit XML
  case junit

  /// Whether it is lines that can follow others; the rest are documents of their own.
  var isLines: Bool { self == .text || self == .lines || self == .github }
}

/// The option that selects the reports of what a run shows.
struct ReportOptions: ParsableArguments {
  @Option(
    name: .customLong("report"),
    help: ArgumentHelp(
      "Report warnings and failed checks in this format: text, lines (as compilers print), github (annotations), sarif or junit; to a file, as in sarif=promise.sarif, or to standard output in place of the text. May be repeated.",
      valueName: "format[=file]"),
    completion: .list(ReportFormat.allCases.map(\.rawValue)), transform: FormatTarget.reading)
  var targets: [FormatTarget<ReportFormat>] = []

  /// Whether no report is selected.
  var isEmpty: Bool { targets.isEmpty }

  /// Whether standard output shows the command's own report: nothing else is written there, or it is asked for.
  var showsText: Bool {
    let shown = targets.filter { $0.file == nil }
    return shown.isEmpty || shown.contains { $0.format == .text }
  }

  func validate() throws {
    let shown = targets.filter { $0.file == nil }.map(\.format)
    if let twice = shown.first(where: { format in shown.count { $0 == format } > 1 }) {
      throw ValidationError("--report \(twice) is given twice: leave one out, or name a file.")
    }
    if shown.count > 1, let whole = shown.first(where: { !$0.isLines }) {
      let other = shown.first { $0 != whole } ?? whole
      throw ValidationError(
        "--report \(whole) and --report \(other) cannot both go to standard output: "
          + "name a file, as in \(whole)=report.\(whole == .junit ? "xml" : whole.rawValue).")
    }
    let files = targets.compactMap(\.file)
    let paths = files.map(Folder.absolute)
    if let index = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
      throw ValidationError(
        "two reports go to \(files[index]): name another file for one of them.")
    }
  }

  /// Rejects a report that would replace one of the command's own files, and a report on standard output beside
  /// `form`, the option for another text that goes there.
  func validate(beside form: String? = nil, replacing inputs: [String] = []) throws {
    let inputs = Set(inputs.filter { $0 != "-" && Folder.exists($0) }.map(Folder.absolute))
    if let file = targets.compactMap(\.file).first(where: { inputs.contains(Folder.absolute($0)) })
    {
      throw ValidationError(
        "--report would replace \(file), which is read: name another file for the report.")
    }
    if let form, let shown = targets.first(where: { $0.file == nil }) {
      throw ValidationError(
        "\(form) and --report \(shown.format) cannot both go to standard output: "
          + "name a file for the report.")
    }
  }
}

/// Writes the reports of one command.
struct Reporter {
  let options: ReportOptions
  /// The command, `promise-tui check`, and the version of this program.
  let command: String
  let version: String
  /// Which warnings are reported.
  var lints = LintSettings()
  var places: ProgramPlaces

  /// Writes the command's own report, if standard output shows it, and then the others.
  ///
  /// - Parameters:
  ///   - runs: What was found in each run.
  ///   - status: The exit status of the command.
  ///   - isShown: Whether standard output shows the command's own report already.
  ///   - text: The command's own report.
  /// - Throws: The exit status, after it is reported which file cannot be written.
  func write(
    _ runs: [ReportedRun], status: Int32, isShown: Bool = false, text: @autoclosure () -> String
  ) throws {
    if options.showsText, !isShown { Output.emit(text()) }
    let report = report(runs, status: status)
    var problem: ExitCode?
    for target in options.targets where target.format != .text || target.file != nil {
      let bytes = target.format == .text ? text() : report.text(as: target.format)
      guard let file = target.file else {
        Output.emit(Array(bytes.utf8))
        continue
      }
      do throws(FileProblem) {
        try FileText.write(bytes, to: file)
      } catch {
        problem = CommandError.unwritable(error.path, error.number)
          .about("--report \(target.format)").report()
      }
    }
    if options.targets.contains(where: { $0.format == .github }) {
      do {
        try StepSummary.append(GitHubReport(report: report).summary)
      } catch {
        problem = error.report()
      }
    }
    if let problem { throw problem }
  }

  /// Returns the report of these runs.
  func report(_ runs: [ReportedRun], status: Int32) -> FindingReport {
    FindingReport(
      command: command, version: version, runs: runs, root: places.root, status: status)
  }
}

extension FindingReport {
  /// Returns the report in a format; the text is the command's own.
  fileprivate func text(as format: ReportFormat) -> String {
    switch format {
    case .text: ""
    case .lines: CompilerLines(report: self).text
    case .github: GitHubReport(report: self).annotations
    case .sarif: SarifReport(report: self).text
    case .junit: JUnitReport(report: self).text
    }
  }
}
