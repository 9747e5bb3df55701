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
    abstract: "Check a run against its expected order, and what else must hold.",
    usage: "promise-tui check <run> ... [<options>]",
    discussion: """
      A run is a trace, '-' for standard input, or a demo. Its order is compared with a golden order: \
      a text file with one line for each handler and note, such as 'fetch on net', which --update \
      writes. --report writes the failed checks and the warnings for CI and editors. docs/debug/checking.md \
      and docs/debug/expectations.md have more.

      The exit status is 0 if everything holds, 1 if not, 65 for a trace or an order that cannot be \
      read or whose format is wrong, and 66 for a missing file.

      EXAMPLES
        promise-tui check run.ptrace --golden checkout.order --update
        promise-tui check run-*.ptrace --golden my.order --report junit=checks.xml
        promise-tui check run.ptrace --expect "A before B" --expect "never unhandled"
        promise-tui check run.ptrace --report sarif=promise.sarif --report github
        promise-tui check run.jsonl --only format
      """)

  /// A part of what is checked.
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case order, format
  }

  @ParentCommand var root: PromiseTUI

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
    help: ArgumentHelp(
      "What must hold, such as \"login before fetch\", \"never rejection\" or \"fetch on net\". May be repeated.",
      valueName: "A before B"),
    transform: Arguments.expectation)
  var expectations: [RunExpectation] = []

  @OptionGroup var reports: ReportOptions

  @OptionGroup var sources: SourceOptions

  @Option(
    help: ArgumentHelp(
      "Compare only the order, not the times; or check only the format of traces in JSON Lines, line by line.",
      valueName: "part")
  )
  var only: Part?

  @Flag(help: "Print only failures.")
  var quiet = false

  @OptionGroup var knobs: KnobOptions

  func validate() throws {
    guard !names.isEmpty else {
      throw ValidationError("check needs a trace or a demo. \(Catalog.names)")
    }
    if golden?.isEmpty == true { throw ValidationError("--golden needs the name of a file.") }
    guard only != .format else {
      let others = given([
        "--golden": golden != nil, "--update": update, "--expect": !expectations.isEmpty,
        "--report": !reports.isEmpty,
      ])
      return try reject("--only format", with: others, "nothing else is checked")
    }
    if golden == nil, update { throw ValidationError("--update requires --golden.") }
    if golden == nil, expectations.isEmpty, reports.isEmpty {
      throw ValidationError(
        "No expectation given: use --golden FILE, or --expect \"A before B\".")
    }
    try reports.validate(replacing: names + [golden].compactMap { $0 })
    if let twice = names.first(where: { name in name == "-" && names.count { $0 == name } > 1 }) {
      throw ValidationError("'\(twice)' can be given only once: it is standard input.")
    }
    if !knobs.settings.isEmpty, let file = names.first(where: Self.isFile) {
      throw ValidationError("--set applies only to demos; \(file) is a trace.")
    }
  }

  func run() throws {
    if only == .format { return try checkFormats() }
    let file = try golden.map { try GoldenFile($0, mayBeMissing: update) }
    var runs: [CheckedRun] = []
    var unread: [ReportedRun] = []
    var status: ExitCode?
    /// Calls `body`. If it fails, the other runs are still checked, and this one is reported as unread.
    func attempt(_ name: String, _ reason: (ExitCode) -> String, _ body: () throws -> Void) throws {
      guard let code = try Self.status(of: body) else { return }
      unread.append(ReportedRun(unread: name, reason(code)))
      status = status ?? code
    }
    for name in names {
      try attempt(
        name, { $0.rawValue == 66 ? "there is no such file" : "it is not a trace" }
      ) {
        let run = try Recording.load(name, settings: knobs.settings)
        runs.append(CheckedRun(name, run, isDemo: !Self.isFile(name)))
      }
    }
    if let file, update, !runs.isEmpty { try write(file, from: runs) }
    let current = try file.map { update ? try GoldenFile($0.path, mayBeMissing: true) : $0 }
    for index in runs.indices {
      if let current, !update || status == nil {
        try attempt(runs[index].name, { _ in "the golden order has no section for it" }) {
          let section = try current.section(for: runs[index])
          guard let order = current.orders[section] else { return }
          runs[index].compare(order, current.title(of: section), times: only != .order)
          for expectation in try order.expectations() { runs[index].check(expectation) }
        }
      }
      for expectation in expectations { runs[index].check(expectation) }
    }
    try finish(runs, unread, status)
  }

  /// Returns the exit status with which `body` fails, after the reason is reported; `nil` if it does not.
  private static func status(of body: () throws -> Void) throws -> ExitCode? {
    do {
      try body()
      return nil
    } catch let error as CommandError {
      return error.report()
    } catch let code as ExitCode {
      return code
    }
  }

  /// Checks the format of each trace; the other traces are checked if one cannot be read.
  private func checkFormats() throws {
    var status: ExitCode?
    for name in names {
      let code = try Self.status {
        let input = try TraceInput.open(name)
        defer { input.close() }
        let report = try TraceFormatReport(input, isQuiet: quiet)
        Output.emit(report.text)
        if report.mistakes > 0 { throw ExitCode(65) }
      }
      status = status ?? code
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
        section, from: runs.filter { old.sectionToWrite(for: $0) == section }, times: only != .order
      )
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
    var reporter = reports.reporter("check", sources.finder, root.screen.lints)
    let reported =
      reports.isEmpty
      ? [] : runs.map { $0.reported(golden: golden, reporter.lints, &reporter.places) }
    try reporter.write(reported + unread, status: status.rawValue, text: report.text)
    if !status.isSuccess { throw status }
  }

  private static func isFile(_ name: String) -> Bool { name == "-" || Folder.exists(name) }
}
