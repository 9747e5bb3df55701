import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseScreens

/// `promise-tui diff A B`: shows what changed in the second run.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two runs: before and after a fix, or on two machines.",
    usage: "promise-tui diff <a> <b> [<options>]",
    discussion: """
      In a terminal, both runs are shown side by side: the differences, what decides first, and \
      what both did, line by line. Enter opens either run at the selected difference, w explains it. \
      If standard input or output is not a terminal, or with --plain, a report is printed.

      A run is a trace file, '-' for a trace on standard input, or a demo. Promises are matched by \
      name, place in the source, parent, and the handler that created them; identical ones are \
      matched in order. Promise numbers, threads, moved lines and the paths of source folders make no difference.

      Times are reported if they differ by at least 10 ms and 10 %, or at all between two simulated \
      runs; --slower sets other limits. Promises that a trace lost, or that it ended before, are \
      never reported as gone. In values and printed texts, a port, a memory address, a UUID or a \
      date does not count as a difference unless --exact-values is given.

      The exit status is 0 if both runs do the same, and 1 if not: if handlers run in another order \
      or in one run only, if only one run creates a promise, or if a promise settles differently. The \
      order of handlers that no rule orders, and that explains no difference, is left \
      out and does not count, unless --only order asks for it. \
      Values, chains, queues, printed texts, times and warnings count only if --only asks for them. \
      It is 64 for bad usage, 65 for a trace that cannot be read, and 66 for a missing file.

      EXAMPLES
        promise-tui diff before.ptrace after.ptrace
        promise-tui diff before.ptrace after.ptrace --plain | less
        promise-tui diff ci.ptrace laptop.ptrace --only order
        promise-tui diff login-fetch-submit login-fetch-submit/refused
        promise-tui diff old.ptrace new.ptrace --only times --slower 50ms,20%
        promise-tui diff old.ptrace new.ptrace --json | jq .order
      """)

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

  @OptionGroup var play: PlayOptions

  func validate() throws {
    guard let a, let b else {
      throw ValidationError("diff needs two runs, A and B. \(Catalog.names)")
    }
    if a == "-", b == "-" {
      throw ValidationError("'-' can be given only once: it is standard input.")
    }
    if json, quiet { throw ValidationError("--json and --quiet cannot be used together.") }
    try play.validate(isReal: true)
  }

  func run() throws {
    guard let a, let b else { return }
    let environment = TerminalEnvironment.current
    let isShown =
      !(plain || json || quiet || all) && environment.outputIsTerminal
      && environment.inputIsTerminal
    let line = LoadingLine(quiet ? nil : ProgressLine())
    let runs = try Self.load(a, b, line)
    let diff = RunComparison(
      runs.0, runs.1, named: (Self.name(a), Self.name(b)), only: Set(only), slower: slower,
      exactly: exactValues, lints: play.lints.settings, hasCards: isShown, progress: line.show)
    line.clear()
    guard isShown else { return try print(diff, environment) }
    try Screens(play: play).show(DiffSource(diff, runs)) { try print(diff, environment) }
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
    if diff.differs { throw ExitCode.failure }
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
      } else if !hasLength, let length = Self.nanoseconds(word) {
        threshold.length = length
        hasLength = true
      } else {
        throw ValidationError("expected a difference such as 10ms, 0.5s, 20% or 10ms,20%")
      }
    }
    return threshold
  }

  private static func nanoseconds(_ word: String) -> Int64? {
    let units: [(String, Double)] = [("ms", 1e6), ("us", 1e3), ("ns", 1), ("s", 1e9)]
    guard let (unit, factor) = units.first(where: { word.hasSuffix($0.0) }),
      let number = Double(word.dropLast(unit.count)), (0...1e15).contains(number * factor)
    else { return nil }
    return max(1, Int64(number * factor))
  }
}
