import ArgumentParser
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// Which program to run, how often, and what must hold in each run.
struct RepeatPlan: Sendable {
  /// The program and its arguments.
  var arguments: [String]
  /// The number of runs.
  var runs = 100
  /// The number of runs at the same time.
  var jobs = 1
  /// The seed of the first run; each run adds 1. `nil` if nothing is shuffled.
  var seed: UInt64?
  /// The longest delay, in the form that `PROMISE_SHUFFLE` takes; `nil` for its default.
  var longestDelay: String?
  /// The time limit of a run.
  var limit = Duration.seconds(60)
  /// Whether the first run that fails is the last one.
  var untilFailure = false
  var grouping = RunGrouping.labels
  var expectations: [RunExpectation] = []
  /// The texts that a run must not print, and those that it must print.
  var failingOutput: [String] = []
  var passingOutput: [String] = []
  /// The command that judges each run after it has ended.
  var check: String?
  /// Whether any exit status is good.
  var allowsAnyExit = false
  /// The folder for the traces, if one is named.
  var folder: String?
  /// The file with the order that each run is to keep.
  var schedule: String?

  /// The command line of the program, quoted for a shell.
  var program: String { arguments.map(shellQuoted).joined(separator: " ") }

  /// The program's name, without its path.
  var name: String { Folder.name(of: arguments.first ?? "") }

  /// What decides whether a run fails.
  var judges: [RunJudge] {
    var judges: [RunJudge] = [allowsAnyExit ? .signal : .exit, .timeLimit(limit)]
    if !expectations.isEmpty { judges.append(.expectations(expectations.count)) }
    let texts = failingOutput.count + passingOutput.count
    if texts > 0 { judges.append(.output(texts)) }
    if let check { judges.append(.check(check)) }
    return judges
  }

  /// Returns the seed of a run.
  func seed(of number: Int) -> UInt64? { seed.map { $0 &+ UInt64(number - 1) } }

  /// Returns the value of `PROMISE_SHUFFLE` for a run with this seed.
  func shuffle(_ seed: UInt64) -> String {
    "\(seed)" + (longestDelay.map { ":max=\($0)" } ?? "")
  }

  /// Returns the command line that repeats a run, as far as the program allows.
  func replay(_ run: RepeatedRun) -> String { replay(run.number) ?? program }

  /// Returns the command line with the seed of a run; `nil` if nothing is shuffled.
  func replay(_ number: Int) -> String? {
    if let schedule { return "PROMISE_SCHEDULE=\(shellQuoted(schedule)) \(program)" }
    return seed(of: number).map { "PROMISE_SHUFFLE=\(shuffle($0)) \(program)" }
  }
}

/// The options for how often a program is run, and what must hold in each run.
struct RepeatOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .customLong("runs")],
    help: ArgumentHelp("The number of runs. Default: 100.", valueName: "n"),
    transform: { try Arguments.count($0, what: "runs", upTo: 1_000_000) })
  var runs: Int?

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "The number of runs at the same time. Default: 1, so that runs do not disturb each other's times. With more, the machine is busier, and rare orders are less rare.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "jobs", upTo: 64) })
  var jobs: Int?

  @Flag(
    help: "Delay jobs and timers a little, with a different seed in each run (PROMISE_SHUFFLE).")
  var shuffle = false

  @Option(
    help: ArgumentHelp(
      "The seed of the first run; each run adds 1. Default: 1. Implies --shuffle.",
      valueName: "seed"),
    transform: Arguments.seed)
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "The longest delay, such as 20ms. Default: 5ms. Implies --shuffle.", valueName: "time"),
    transform: Self.delay)
  var maxDelay: String?

  @Flag(
    help:
      "Find the smallest change of the order of jobs and timers that makes a failing run pass, or a passing one fail: runs the program until a run fails, and then at most so many times with that order and others. Implies --plain."
  )
  var schedules = false

  @Option(
    help: ArgumentHelp(
      "Make each run keep the order of jobs and timers in this file (PROMISE_SCHEDULE). With --schedules, the order to begin with.",
      valueName: "file"),
    completion: .file())
  var schedule: String?

  @Option(
    help: ArgumentHelp(
      "How to group runs: by labels (the order of named handlers and notes), order (of all handlers), notes, output (what was printed), or exit. How a run ended, and why it failed, always counts.",
      valueName: "what"),
    completion: .list(["labels", "order", "notes", "output", "exit"]), transform: Self.grouping)
  var by: RunGrouping?

  @Option(
    help: ArgumentHelp(
      "End a run that takes longer, and count it as failed. Default: 60.",
      valueName: "seconds"),
    transform: Arguments.seconds)
  var timeout: Duration?

  @Flag(help: "Stop at the first run that fails.")
  var untilFailure = false

  @Option(
    help: ArgumentHelp(
      "What must hold in each run, such as \"login before fetch\" or \"never unhandled\", as for 'promise-tui check'. May be repeated.",
      valueName: "what"),
    transform: Arguments.expectation)
  var expect: [RunExpectation] = []

  @Option(
    help: ArgumentHelp(
      "Fail a run that has this warning; 'promise-tui lints' lists them. May be repeated.",
      valueName: "warning"),
    completion: .list(Lints.all.map { $0.id }), transform: Self.lint)
  var failOn: [RunExpectation] = []

  @Option(
    help: ArgumentHelp(
      "Fail a run that prints this text. May be repeated.", valueName: "text"),
    transform: Self.printedText)
  var failOnOutput: [String] = []

  @Option(
    help: ArgumentHelp(
      "Fail a run that does not print this text. May be repeated.", valueName: "text"),
    transform: Self.printedText)
  var passOnOutput: [String] = []

  @Option(
    help: ArgumentHelp(
      "Run this shell command after each run, and fail the run if it exits with a status other than 0.",
      valueName: "command"),
    transform: Self.command)
  var check: String?

  @Flag(help: "Do not fail a run for its exit status.")
  var anyExit = false

  @Option(
    help: ArgumentHelp(
      "The folder for one trace of each outcome. Default: a new folder in promise-runs.",
      valueName: "folder"),
    completion: .directory)
  var keep: String?

  /// Returns the plan that the options amount to.
  func plan(_ arguments: [String]) -> RepeatPlan {
    var plan = RepeatPlan(arguments: arguments)
    plan.runs = runs ?? (untilFailure ? .max : 100)
    plan.jobs = jobs ?? 1
    plan.seed = seed ?? (shuffle || maxDelay != nil ? 1 : nil)
    plan.longestDelay = maxDelay
    plan.limit = timeout ?? .seconds(60)
    plan.untilFailure = untilFailure
    plan.grouping = by ?? .labels
    plan.expectations = expect + failOn
    (plan.failingOutput, plan.passingOutput) = (failOnOutput, passOnOutput)
    (plan.check, plan.allowsAnyExit) = (check, anyExit)
    (plan.folder, plan.schedule) = (keep, schedule)
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
    // Notes were called the result.
    guard let grouping = RunGrouping(rawValue: text == "notes" ? "result" : text) else {
      throw ValidationError("expected labels, order, notes, output or exit")
    }
    return grouping
  }

  private static func printedText(_ text: String) throws -> String {
    guard !text.isEmpty else { throw ValidationError("every output contains an empty text") }
    return text
  }

  private static func command(_ text: String) throws -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("a check needs a command")
    }
    return text
  }

  private static func lint(_ name: String) throws -> RunExpectation {
    try Arguments.expectation("never warns \(LintOptions.lint(named: name).id)")
  }
}
