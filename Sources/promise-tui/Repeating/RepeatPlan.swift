import ArgumentParser
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseKitLite

/// What is run again and again, how often, and what must hold in each run.
struct RepeatPlan: Sendable {
  /// The program and its arguments.
  var words: [String]
  /// How many runs there are to be, and how many at the same time.
  var runs = 100
  var jobs = 1
  /// The seed of the first run; the next one has the next. None where nothing is shuffled.
  var seed: UInt64?
  /// The longest delay as `PROMISE_SHUFFLE` takes it; its own where nothing is said.
  var longestDelay: String?
  /// How long a run may take.
  var limit = Duration.seconds(60)
  /// The first run that fails is the last one.
  var untilFailure = false
  var grouping = RunGrouping.labels
  var expectations: [RunExpectation] = []
  /// Where traces are kept, if it is said.
  var folder: String?

  /// The program as a shell reads it.
  var program: String { words.map(shellQuoted).joined(separator: " ") }

  /// The name of the program alone.
  var name: String { Folder.name(of: words.first ?? "") }

  /// The seed of a run.
  func seed(of number: Int) -> UInt64? { seed.map { $0 &+ UInt64(number - 1) } }

  /// What `PROMISE_SHUFFLE` is in a run with that seed.
  func shuffle(_ seed: UInt64) -> String {
    "\(seed)" + (longestDelay.map { ":max=\($0)" } ?? "")
  }

  /// The command line that makes a run again, as far as the program allows.
  func replay(_ run: RepeatedRun) -> String {
    run.seed.map { "PROMISE_SHUFFLE=\(shuffle($0)) \(program)" } ?? program
  }
}

/// How often a program is run, and what must hold in each run.
struct RepeatOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .customLong("runs")],
    help: ArgumentHelp("Run it so many times: 100, if nothing is said.", valueName: "n"),
    transform: { try Arguments.count($0, what: "runs", upTo: 1_000_000) })
  var runs: Int?

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "So many runs at the same time: 1, if nothing is said. With more the machine is busier, and rare orders less rare.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "jobs", upTo: 64) })
  var jobs: Int?

  @Flag(help: "Delay jobs and timers a little, by another seed in each run (PROMISE_SHUFFLE).")
  var shuffle = false

  @Option(
    help: ArgumentHelp(
      "The seed of the first run, the next one having the next: 1, if nothing is said. Shuffles.",
      valueName: "seed"),
    transform: Arguments.seed)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The longest delay, such as 20ms: 5ms, if nothing is said. Shuffles.", valueName: "time"),
    transform: Self.delay)
  var maxDelay: String?

  @Option(
    help: ArgumentHelp(
      "What runs are told apart by: labels (the order of named handlers and of notes), order (of all handlers), or result (what was said). How they ended counts always.",
      valueName: "what"),
    completion: .list(RunGrouping.allCases.map(\.rawValue)), transform: Self.grouping)
  var by: RunGrouping?

  @Option(
    help: ArgumentHelp(
      "A run that takes longer is ended, and has failed: 60, if nothing is said.",
      valueName: "seconds"),
    transform: Arguments.seconds)
  var timeout: Duration?

  @Flag(help: "Stop at the first run that fails.")
  var untilFailure = false

  @Option(
    help: ArgumentHelp(
      "What must hold in each run, such as \"login before fetch\" or \"never unhandled\", as 'promise-tui check' takes it. May be repeated.",
      valueName: "what"),
    transform: Arguments.expectation)
  var expect: [RunExpectation] = []

  @Option(
    help: ArgumentHelp(
      "A run in which this mistake is found has failed; 'promise-tui lints' tells which there are. May be repeated.",
      valueName: "lint"),
    completion: .list(Lints.all.map { $0.id }), transform: Self.lint)
  var failOn: [RunExpectation] = []

  @Option(
    help: ArgumentHelp(
      "Where one trace of each outcome is kept: a new folder in promise-runs, if nothing is said.",
      valueName: "folder"),
    completion: .directory)
  var keep: String?

  /// What they come to for a program.
  func plan(_ words: [String]) -> RepeatPlan {
    var plan = RepeatPlan(words: words)
    plan.runs = runs ?? (untilFailure ? .max : 100)
    plan.jobs = jobs ?? 1
    plan.seed = seed ?? (shuffle || maxDelay != nil ? 1 : nil)
    plan.longestDelay = maxDelay
    plan.limit = timeout ?? .seconds(60)
    plan.untilFailure = untilFailure
    plan.grouping = by ?? .labels
    plan.expectations = expect + failOn
    plan.folder = keep
    return plan
  }
}

extension RepeatOptions {
  private static func delay(_ text: String) throws -> String {
    do throws(Shuffle.Misread) {
      _ = try Shuffle("1:max=\(text)")
    } catch {
      throw ValidationError(error.reason)
    }
    return text
  }

  private static func grouping(_ text: String) throws -> RunGrouping {
    guard let grouping = RunGrouping(rawValue: text) else {
      throw ValidationError("runs are told apart by labels, order or result")
    }
    return grouping
  }

  private static func lint(_ name: String) throws -> RunExpectation {
    try Arguments.expectation("never warns \(LintOptions.lint(named: name).id)")
  }
}
