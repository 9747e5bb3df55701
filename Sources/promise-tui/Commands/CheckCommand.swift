import ArgumentParser
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSimulation

/// `promise-tui check TRACE`: checks a run against its expected order and other expectations.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a recorded run against its expected order.",
    usage: "promise-tui check <run> ... [<options>]",
    discussion: """
      A run is a trace file, '-' for a trace on standard input, or a demo. Its order is compared with \
      a golden order: a text file with one line for each handler and note, such as 'fetch on net', \
      which --update writes. Lines between '{' and '}' may come in any order. A number at the \
      beginning of a line is a time in milliseconds; it is compared if the run was simulated. A line \
      'expect: login before fetch' states what else must hold.

      --expect states what must hold on the command line: 'login before fetch', 'never rejection', \
      'fetch on net', 'submit starts 1 time', 'never warns slow-handler'. docs/expectations.md lists \
      all forms.

      --report also writes the failed checks and the warnings for other programs: docs/checking.md shows \
      a workflow for CI, docs/editors.md the settings of editors. With --report, nothing needs to be \
      expected.

      With --format-only, nothing is expected of the run: each line of a trace in JSON Lines is checked \
      against docs/trace-format.md, for traces that a program of your own writes.

      The exit status is 0 if everything holds, 1 if not, 64 for bad usage, 65 for a trace or an order \
      that cannot be read or whose format is wrong, and 66 for a missing file.

      EXAMPLES
        promise-tui check run.ptrace --golden checkout.order --update
        promise-tui check run.ptrace --golden checkout.order
        promise-tui check run-*.ptrace --golden my.order --report junit=checks.xml
        promise-tui check run.ptrace --expect "A before B" --expect "never unhandled"
        promise-tui check then-order --expect "A before B"
        promise-tui check run.ptrace --report sarif=promise.sarif --report github
        promise-tui check run.jsonl --format-only
      """)

  @Argument(
    help: ArgumentHelp("The traces or demos to check.", valueName: "run"), completion: .runs)
  var names: [String] = []

  @Option(
    help: ArgumentHelp("The file with the expected order.", valueName: "file"),
    completion: .file())
  var golden: String?

  @Flag(help: "Write the order of the runs to the golden file; what still matches is kept.")
  var update = false

  @Option(
    name: .customLong("expect"),
    help: ArgumentHelp("What must hold. May be repeated.", valueName: "A before B"),
    transform: Arguments.expectation)
  var expectations: [RunExpectation] = []

  @Option(
    help: ArgumentHelp(
      "Also write the results as JUnit XML, as --report junit=file does.", valueName: "file"),
    completion: .file())
  var junit: String?

  @OptionGroup var reports: ReportOptions

  @OptionGroup var sources: SourceOptions

  @OptionGroup var lints: LintOptions

  @Flag(help: "Ignore the times in the golden order.")
  var noTimes = false

  @Flag(help: "Print only failures.")
  var quiet = false

  @Flag(help: "Check only the format of traces in JSON Lines, line by line.")
  var formatOnly = false

  @OptionGroup var knobs: KnobOptions

  func validate() throws {
    guard !names.isEmpty else {
      throw ValidationError("check needs a trace or a demo. \(Catalog.names)")
    }
    for (option, name) in [("--golden", golden), ("--junit", junit)] where name?.isEmpty == true {
      throw ValidationError("\(option) needs the name of a file.")
    }
    if formatOnly {
      guard golden == nil, !update, expectations.isEmpty, junit == nil, reports.isEmpty else {
        throw ValidationError("--format-only checks only the format: leave out the other options.")
      }
      return
    }
    if golden == nil, update { throw ValidationError("--update requires --golden.") }
    if golden == nil, expectations.isEmpty, reports.isEmpty {
      throw ValidationError(
        "No expectation given: use --golden FILE, or --expect \"A before B\".")
    }
    if reports.isEmpty, junit == nil, !lints.allowed.isEmpty || !lints.warned.isEmpty {
      throw ValidationError("-A and -W select the warnings of a report: use them with --report.")
    }
    try ReportOptions.checkFiles(reports.targets.compactMap(\.file) + [junit].compactMap { $0 })
    try reports.validate(replacing: names + [golden].compactMap { $0 })
    if let twice = names.first(where: { name in name == "-" && names.count { $0 == name } > 1 }) {
      throw ValidationError("'\(twice)' can be given only once: it is standard input.")
    }
    if !knobs.settings.isEmpty, let file = names.first(where: Self.isFile) {
      throw ValidationError("--set applies only to demos; \(file) is a trace.")
    }
  }

  func run() throws {
    if formatOnly { return try checkFormats() }
    let file = try golden.map { try GoldenFile($0, mayBeMissing: update) }
    var runs: [CheckedRun] = []
    var unread: [ReportedRun] = []
    var status: ExitCode?
    for name in names {
      do {
        let run = try Recording.load(name, settings: knobs.settings)
        runs.append(CheckedRun(name, run, isDemo: !Self.isFile(name)))
      } catch let code as ExitCode {
        // The other runs are still checked.
        unread.append(
          ReportedRun(
            unread: name, code.rawValue == 66 ? "there is no such file" : "it is not a trace"))
        status = status ?? code
      }
    }
    if let file, update, !runs.isEmpty { try write(file, from: runs) }
    let current = try file.map { update ? try GoldenFile($0.path, mayBeMissing: true) : $0 }
    for index in runs.indices {
      if let current, !update || status == nil {
        do {
          let section = try current.section(for: runs[index])
          if let order = current.orders[section] {
            runs[index].compare(order, current.title(of: section), times: !noTimes)
            for expectation in try order.expectations() { runs[index].check(expectation) }
          }
        } catch let code as ExitCode {
          unread.append(
            ReportedRun(unread: runs[index].name, "the golden order has no section for it"))
          status = status ?? code
        }
      }
      for expectation in expectations { runs[index].check(expectation) }
    }
    try finish(runs, unread, status)
  }

  /// Checks the format of each trace; the other traces are checked if one cannot be read.
  private func checkFormats() throws {
    var status: ExitCode?
    for name in names {
      do {
        let input = try TraceInput.open(name)
        defer { input.close() }
        let report = try TraceFormatReport(input, isQuiet: quiet)
        Output.emit(report.text)
        if report.mistakes > 0 { status = status ?? ExitCode(65) }
      } catch let error as CommandError {
        status = status ?? error.report()
      } catch let code as ExitCode {
        status = status ?? code
      }
    }
    if let status { throw status }
  }

  private func write(_ old: GoldenFile, from runs: [CheckedRun]) throws {
    var file = old
    var sections: [String?] = []
    for run in runs {
      let section = file.sectionToWrite(for: run)
      if !sections.contains(section) { sections.append(section) }
    }
    for section in sections {
      try file.update(
        section, from: runs.filter { old.sectionToWrite(for: $0) == section }, times: !noTimes)
    }
    try file.write(old: old)
  }

  private func finish(
    _ runs: [CheckedRun], _ unread: [ReportedRun], _ problem: ExitCode?
  ) throws {
    let report = CheckReport(
      runs: runs, isQuiet: quiet,
      update: golden.map { golden in
        "promise-tui check \(names.map(shellQuoted).joined(separator: " ")) "
          + "--golden \(shellQuoted(golden)) --update"
      })
    let status = problem ?? (report.failures > 0 ? .failure : .success)
    guard !reports.isEmpty || junit != nil else {
      Output.emit(report.text)
      if status.isSuccess { return }
      throw status
    }
    var reporter = reports.reporter("check", sources.finder, lints.settings)
    let reported = runs.map {
      $0.reported(golden: golden, lints.settings, &reporter.places)
    }
    try reporter.write(reported + unread, status: status.rawValue, text: report.text)
    if let junit {
      do throws(FileProblem) {
        let document = reporter.report(reported + unread, status: status.rawValue)
        try FileText.write(JUnitReport(report: document).text, to: junit)
      } catch {
        throw CommandError("--junit: \(FileError.sentence(.write, error.path, error.number))")
          .report()
      }
    }
    if !status.isSuccess { throw status }
  }

  private static func isFile(_ name: String) -> Bool { name == "-" || Folder.exists(name) }
}
