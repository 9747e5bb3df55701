import ArgumentParser
import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

/// `promise-tui diff A B`: shows what changed in the second run.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two runs: before and after a fix, or on two machines.",
    usage: """
      promise-tui diff <a> <b> [<options>]
      promise-tui diff <name> --dialect <library,library> [<options>]
      """,
    discussion: """
      A run is a trace, '-' for standard input, or a demo. In a terminal, both are shown side by \
      side: Enter opens either run at the selected difference, w explains it. Promises are matched by \
      name, place in the source, parent, and the handler that created them.

      The exit status is 0 if both runs do the same, and 1 if handlers run in another order or in one \
      run only, if only one run creates a promise, or if one settles differently. Values, chains, \
      queues, printed texts, times, warnings, and the order of handlers that no rule orders count \
      only if --only asks for them. docs/debug/diff.md has more.

      EXAMPLES
        promise-tui diff before.ptrace after.ptrace
        promise-tui diff login-fetch-submit login-fetch-submit/refused --plain
        promise-tui diff old.ptrace new.ptrace --only times --slower 50ms,20%
        promise-tui diff old.ptrace new.ptrace --json | jq .order
        promise-tui diff then-order --dialect js,promisekit
      """)

  @ParentCommand var root: PromiseTUI

  @Argument(help: "The first run: a trace, '-' or a demo.", completion: .runs)
  var a: String?

  @Argument(help: "The second run.", completion: .runs)
  var b: String?

  @Option(
    help: ArgumentHelp(
      "Compare only this part, also for the exit status: \(RunDifference.Section.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.",
      valueName: "part"),
    transform: Self.section)
  var only: [RunDifference.Section] = []

  @Option(
    help: ArgumentHelp(
      "The smallest difference in time to report: 10ms, 20%, or both as 10ms,20%.",
      valueName: "difference"),
    transform: TimeThreshold.typed)
  var slower: TimeThreshold?

  @Flag(help: "Compare texts exactly, including ports, UUIDs and dates.")
  var exactValues = false

  @Flag(help: "Print a report, in a terminal as well.")
  var plain = false

  @Flag(help: "Print the result as one JSON object.")
  var json = false

  @Flag(help: "Print all differences of each part, not just the first 20.")
  var all = false

  @Flag(name: [.short, .long], help: "Print nothing; only set the exit status.")
  var quiet = false

  @Option(
    help: ArgumentHelp(
      "Compare the runs of one demo, or of a chain of 'promise-tui about dialects', by the rules of two libraries.",
      valueName: "library,library"),
    completion: .list(Dialect.all.map(\.name)), transform: Arguments.dialects)
  var dialect: [Dialect] = []

  func validate() throws {
    if !dialect.isEmpty {
      guard let a, b == nil, dialect.count == 2 else {
        throw ValidationError("--dialect compares one demo or chain by the rules of two libraries.")
      }
      _ = try DialectProgram.named(a)
      let facts = DialectChain.named(a)?.facts ?? [:]
      if let dialect = dialect.first(where: { facts[$0.name]?.absence != nil }) {
        throw ValidationError(
          "\(a): \(dialect.name) cannot do that: 'promise-tui about dialects \(a)' says why.")
      }
    } else if a == nil || b == nil {
      throw ValidationError("diff needs two runs, A and B. \(Catalog.names)")
    }
    if a == "-", b == "-" {
      throw ValidationError("'-' can be given only once: it is standard input.")
    }
    if json { try reject("--json", with: given(["--quiet": quiet])) }
  }

  func run() throws {
    guard let a else { return }
    let environment = TerminalEnvironment.current
    let isShown =
      !(plain || json || quiet || all) && environment.outputIsTerminal
      && environment.inputIsTerminal
    let line = LoadingLine(quiet ? nil : ProgressLine())
    defer { line.clear() }
    let runs = try b.map { try Self.load(a, $0, line) } ?? dialectRuns(a)
    let names = b.map { (Self.name(a), Self.name($0)) } ?? (runs.0.entry.name, runs.1.entry.name)
    let parts = only.isEmpty && b == nil ? RunDifference.Section.ofDialects : Set(only)
    let diff = RunComparison(
      runs.0, runs.1, named: names, only: parts, slower: slower, exactly: exactValues,
      lints: root.screen.lints, hasCards: isShown, progress: line.show)
    line.clear()
    guard isShown else { return try print(diff, environment) }
    let source = DiffSource(diff, runs, fails: b != nil)
    try Screens(root.screen).show(.comparison(source.comparison), of: source) {
      try print(diff, environment)
    }
  }

  /// Runs a demo or a chain by the rules of both libraries.
  private func dialectRuns(_ name: String) throws -> (Recording, Recording) {
    let program = try DialectProgram.named(name)
    let runs = StdoutCapture.discarding { dialect.map { Recording(program, as: $0) } }
    return (runs[0], runs[1])
  }

  /// Prints the report, or what was asked for instead.
  ///
  /// - Throws: The exit status, if the runs differ.
  private func print(_ diff: RunComparison, _ environment: TerminalEnvironment) throws {
    if json {
      Output.emit(DiffDocument(diff: diff).text)
    } else if !quiet {
      let report = DiffReport(
        diff: diff, width: Output.width ?? LinearReport.width,
        isColored: environment.outputIsTerminal && environment[.noColor].isEmpty
          && environment[.term] != "dumb", isWhole: all)
      // The colors are escape sequences; everything else in the report is sanitized already.
      Output.emit(Array(report.text.utf8))
    }
    if diff.differs, b != nil { throw ExitCode.failure }
  }

  /// Loads both runs; two trace files are read in parallel.
  private static func load(
    _ a: String, _ b: String, _ line: LoadingLine
  ) throws -> (Recording, Recording) {
    @Sendable func load(_ name: String) throws -> Recording {
      try Recording.load(
        name, progress: { line.show(self.name(name), events: $0) },
        complain: {
          line.clear()
          Output.printError($0)
        })
    }
    guard [a, b].allSatisfy({ $0 == "-" || Folder.exists($0) }) else {
      return (try load(a), try load(b))
    }
    let results = concurrentMap(a, b) { name in Result { try load(name) } }
    // If neither can be read, both reasons are printed.
    if case (.failure, .failure(let error as CommandError)) = results { _ = error.report() }
    return (try results.0.get(), try results.1.get())
  }

  private static func name(_ name: String) -> String { name == "-" ? "standard input" : name }

  private static func section(_ text: String) throws -> RunDifference.Section {
    if let section = RunDifference.Section(rawValue: text) { return section }
    let known = RunDifference.Section.allCases.map(\.rawValue)
    throw ValidationError(
      "expected one of: \(known.joined(separator: ", ")).\(didYouMean(text, among: known, quote: ""))"
    )
  }
}

extension TimeThreshold {
  /// Parses a threshold: `10ms`, `0.5s`, `20%`, `10ms,20%`.
  ///
  /// - Throws: A `ValidationError` that lists the accepted forms.
  static func typed(_ text: String) throws -> TimeThreshold {
    // A percentage alone still needs a minimum length: a share of almost nothing is nothing.
    var threshold = TimeThreshold(length: 1_000_000, share: 0)
    var hasLength = false
    var hasShare = false
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.filter { $0 != " " }
      if !hasShare, word.last == "%", let number = Double(word.dropLast()),
        (0...1_000_000).contains(number)
      {
        threshold.share = number / 100
        hasShare = true
      } else if !hasLength, let length = GoTo.nanoseconds(word), length >= 0 {
        threshold.length = max(1, length)
        hasLength = true
      } else {
        throw ValidationError("expected a difference such as 10ms, 0.5s, 20% or 10ms,20%")
      }
    }
    return threshold
  }
}
