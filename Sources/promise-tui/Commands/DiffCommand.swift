import ArgumentParser
import PromiseGraph

/// `promise-tui diff A B`: what is otherwise in the second run.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two runs: before and after a fix, here and on another machine.",
    discussion: """
      A run is a trace that a program has written, '-' for one on standard input, or a demo. The \
      promises of both are aligned by their names, their places in the source, what they hang on and in \
      whose handler they were made; of several alike the first is the first. Identities, threads and \
      lines that have moved make no difference.

      Lengths of time are told from 10 ms and 10 % on, in two simulated runs all of them; --slower says \
      otherwise. What a trace has lost, or ends before, is never told as gone. In values and printed texts \
      a port, an address in memory, a UUID and a point in time do not count, unless --exact-values is given.

      The status is 0 if both do the same, 1 if not: if handlers run in another order or in one run only, \
      one run makes a promise that the other does not, or one settles otherwise. Values, chains, queues, \
      printed texts, times and warnings do not count, unless --only asks for them. 64 is bad usage, 65 a \
      trace that cannot be read, 66 a file that is not there.

      EXAMPLES
        promise-tui diff before.jsonl after.jsonl
        promise-tui diff ci.jsonl laptop.jsonl --only order
        promise-tui diff login-fetch-submit login-fetch-submit/refused
        promise-tui diff old.jsonl new.jsonl --only times --slower 50ms,20%
        promise-tui diff old.jsonl new.jsonl --json | jq .order
      """)

  @Argument(help: "The run before: a trace, '-' or a demo.", completion: .demos)
  var a: String?

  @Argument(help: "The run after.", completion: .demos)
  var b: String?

  @Option(
    help: ArgumentHelp(
      "Tell, and count for the status, this alone: \(DiffSection.allCases.map(\.rawValue).joined(separator: ", ")). May be repeated.",
      valueName: "part"),
    transform: Self.section)
  var only: [DiffSection] = []

  @Option(
    help: ArgumentHelp(
      "From which difference on times are told: 10ms, 20%, or both as 10ms,20%.",
      valueName: "difference"),
    transform: TimeThreshold.typed)
  var slower: TimeThreshold?

  @Flag(help: "Compare texts as they are, also where they tell a port, a UUID or the time.")
  var exactValues = false

  @Flag(help: "Print what was found as one object of JSON.")
  var json = false

  @Flag(help: "Print all differences of each part, not the first 20.")
  var all = false

  @Flag(name: [.short, .long], help: "Print nothing: the status says it.")
  var quiet = false

  @OptionGroup var lints: LintOptions

  func validate() throws {
    guard let a, let b else {
      throw ValidationError("diff needs two runs, A and B. \(Catalogue.names)")
    }
    if a == "-", b == "-" {
      throw ValidationError("'-' is standard input: it can be read once.")
    }
    if json, quiet { throw ValidationError("--json and --quiet exclude each other.") }
  }

  func run() throws {
    guard let a, let b else { return }
    let runs = try Self.load(a, b)
    let diff = RunDiff(
      runs.0, runs.1, named: (Self.name(a), Self.name(b)), only: Set(only), slower: slower,
      exactly: exactValues, lints: lints.settings)
    if json {
      Output.emit(DiffDocument(diff: diff).text)
    } else if !quiet {
      let environment = TerminalEnvironment.current
      Output.emit(
        DiffReport(
          diff: diff, width: Output.width ?? LinearReport.width,
          isColoured: environment.outputIsTerminal && environment[.noColor].isEmpty
            && environment[.term] != "dumb", isWhole: all
        ).text)
    }
    if diff.differs { throw ExitCode.failure }
  }

  /// Both runs; two files at the same time.
  private static func load(_ a: String, _ b: String) throws -> (RecordedRun, RecordedRun) {
    guard [a, b].allSatisfy({ $0 == "-" || Folder.exists($0) }) else {
      return (try RecordedRun.load(a), try RecordedRun.load(b))
    }
    let results = concurrentMap(a, b) { name in Result { try RecordedRun.load(name) } }
    return (try results.0.get(), try results.1.get())
  }

  private static func name(_ name: String) -> String { name == "-" ? "standard input" : name }

  private static func section(_ text: String) throws -> DiffSection {
    if let section = DiffSection(rawValue: text) { return section }
    let known = DiffSection.allCases.map(\.rawValue)
    throw ValidationError(
      "the parts are \(known.joined(separator: ", ")).\(didYouMean(text, among: known, quote: ""))")
  }
}

extension TimeThreshold {
  /// A threshold as it is typed: `10ms`, `0.5s`, `20%`, `10ms,20%`.
  ///
  /// - Throws: a sentence that says what can be typed.
  static func typed(_ text: String) throws -> TimeThreshold {
    // A part of next to nothing is nothing.
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
        throw ValidationError("a difference of times is as 10ms, 0.5s, 20% or 10ms,20%")
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
