import ArgumentParser
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// Which program to run, how often, and what must hold in each run: the options of `repeat`.
struct RepeatPlan: ParsableArguments, Sendable {
  @Option(
    name: [.customShort("n"), .customLong("runs")],
    help: ArgumentHelp("The number of runs. Default: 100.", valueName: "n"),
    transform: { try Arguments.count($0, what: "runs", upTo: 1_000_000) })
  private var count: Int?

  @Option(
    name: [.customShort("j"), .customLong("jobs")],
    help: ArgumentHelp(
      "The number of runs at the same time. Default: 1, so that runs do not disturb each other's times. With more, the machine is busier, and rare orders are less rare.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "jobs", upTo: 64) })
  private var workers: Int?

  @Flag(
    help: "Delay jobs and timers a little, with a different seed in each run (PROMISE_SHUFFLE).")
  private var shuffle = false

  @Option(
    name: .customLong("seed"),
    help: ArgumentHelp(
      "The seed of the first run, 1 by default; each run adds 1. It may be followed by the longest delay, as in 1:max=20ms. Implies --shuffle.",
      valueName: "seed"),
    transform: Self.shuffling)
  private var shuffling: Shuffling?

  @Flag(
    name: .customLong("schedules"),
    help:
      "Find the smallest change of the order of jobs and timers that makes a failing run pass, or a passing one fail: runs the program until a run fails, and then at most so many times with that order and others. Implies --plain."
  )
  var isSearch = false

  /// The file with the order that each run is to keep.
  @Option(
    help: ArgumentHelp(
      "Make each run keep the order of jobs and timers in this file (PROMISE_SCHEDULE). With --schedules, the order to begin with.",
      valueName: "file"),
    completion: .file())
  var schedule: String?

  @Option(
    name: .customLong("by"),
    help: ArgumentHelp(
      "How to group runs: by labels (the order of named handlers and notes), order (of all handlers), notes, output (what was printed), or exit. How a run ended, and why it failed, always counts.",
      valueName: "what"),
    completion: .list(["labels", "order", "notes", "output", "exit"]), transform: Self.grouping)
  private var by: RunGrouping?

  @Option(
    help: ArgumentHelp(
      "End a run that takes longer, and count it as failed. Default: 60.",
      valueName: "seconds"),
    transform: Arguments.seconds)
  private var timeout: Duration?

  /// Whether the first run that fails is the last one.
  @Flag(help: "Stop at the first run that fails.")
  var untilFailure = false

  @Option(
    name: .customLong("expect"),
    help: ArgumentHelp(
      "What must hold in each run, such as \"login before fetch\", \"never unhandled\" or \"never warns slow-handler\" (docs/debug/expectations.md lists all), \"prints TEXT\" or \"never prints TEXT\"; or \"any exit\": no exit status is a failure. May be repeated.",
      valueName: "what"),
    transform: Self.judgment)
  private var judgments: [Judgment] = []

  /// What goes wrong in the failing runs.
  @Option(
    help: ArgumentHelp(
      "Say what goes wrong in failing runs, and name the warnings that touch it first: an expectation that should hold, which is then checked too, the name of a promise, a note, or FILE:LINE.",
      valueName: "what"),
    transform: Arguments.wrong)
  var wrong: String?

  /// The command that judges each run after it has ended.
  @Option(
    help: ArgumentHelp(
      "Run this shell command after each run, and fail the run if it exits with a status other than 0.",
      valueName: "command"),
    transform: Self.command)
  var check: String?

  /// The folder for the traces, if one is named.
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      "The folder for one trace of each outcome. Default: a new folder in promise-runs.",
      valueName: "folder"),
    completion: .directory)
  var folder: String?

  @OptionGroup private var launched: ProgramOptions

  func validate() throws {
    if isSearch, jobs > 1 {
      throw ValidationError("--schedules makes one run at a time: leave out -j")
    }
  }
}

extension RepeatPlan {
  /// The program and its arguments.
  var arguments: [String] { launched.arguments }

  /// The number of runs.
  var runs: Int { count ?? (untilFailure ? .max : 100) }

  /// The number of runs at the same time.
  var jobs: Int { workers ?? 1 }

  /// The seed of the first run; each run adds 1. `nil` if nothing is shuffled.
  var seed: UInt64? {
    get { shuffling?.seed ?? (shuffle ? 1 : nil) }
    set {
      shuffle = false
      shuffling = newValue.map { Shuffling(seed: $0, longestDelay: shuffling?.longestDelay) }
    }
  }

  /// The time limit of a run.
  var limit: Duration { timeout ?? .seconds(60) }

  var grouping: RunGrouping { by ?? .labels }

  var expectations: [RunExpectation] {
    let wrong = wrong.flatMap { RunExpectation(ofWrong: $0) }.flatMap { $0.isName ? nil : $0 }
    return [wrong].compactMap { $0 }
      + judgments.compactMap { if case .holds(let expectation) = $0 { expectation } else { nil } }
  }

  /// The texts that a run must not print.
  var failingOutput: [String] {
    judgments.compactMap { if case .prints(let text, false) = $0 { text } else { nil } }
  }

  /// The texts that a run must print.
  var passingOutput: [String] {
    judgments.compactMap { if case .prints(let text, true) = $0 { text } else { nil } }
  }

  /// Whether any exit status is good.
  var allowsAnyExit: Bool { judgments.contains(.anyExit) }

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
    "\(seed)" + (shuffling?.longestDelay.map { ":max=\($0)" } ?? "")
  }

  /// Returns the command line that repeats a run, as far as the program allows.
  func replay(_ run: RepeatedRun) -> String { replay(run.number) ?? program }

  /// Returns the command line with the seed of a run; `nil` if nothing is shuffled.
  func replay(_ number: Int) -> String? {
    if let schedule { return "PROMISE_SCHEDULE=\(shellQuoted(schedule)) \(program)" }
    return seed(of: number).map { "PROMISE_SHUFFLE=\(shuffle($0)) \(program)" }
  }
}

// MARK: - The values of the options

extension RepeatPlan {
  /// The seed of the first run, and the longest delay in the form that `PROMISE_SHUFFLE` takes; `nil` for its
  /// default.
  fileprivate struct Shuffling {
    var seed: UInt64
    var longestDelay: String?
  }

  /// What a run is judged by.
  fileprivate enum Judgment: Hashable {
    case holds(RunExpectation)
    /// It prints a text, or it must not.
    case prints(String, Bool)
    /// No exit status is a failure.
    case anyExit
  }

  private static func shuffling(_ text: String) throws -> Shuffling {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let seed = try Arguments.seed(String(parts[0]))
    _ = try Shuffle(text)
    return Shuffling(
      seed: seed, longestDelay: parts.count > 1 ? String(parts[1].dropFirst(4)) : nil)
  }

  private static func judgment(_ text: String) throws -> Judgment {
    if text == "any exit" { return .anyExit }
    for (words, isWanted) in [("prints ", true), ("never prints ", false)] {
      guard text.hasPrefix(words) else { continue }
      let printed = String(text.dropFirst(words.count))
      guard !printed.isEmpty else { throw ValidationError("every output contains an empty text") }
      return .prints(printed, isWanted)
    }
    return .holds(try Arguments.expectation(text))
  }

  private static func grouping(_ text: String) throws -> RunGrouping {
    // Notes were called the result.
    guard let grouping = RunGrouping(rawValue: text == "notes" ? "result" : text) else {
      throw ValidationError("expected labels, order, notes, output or exit")
    }
    return grouping
  }

  private static func command(_ text: String) throws -> String {
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("a check needs a command")
    }
    return text
  }
}
