import ArgumentParser
import PromiseExploration
import PromiseSimulation

/// The options for how schedules are chosen, for how long, and how the work is divided.
struct BudgetOptions: ParsableArguments {
  @Option(
    name: [.customShort("n"), .customLong("runs")],
    help: ArgumentHelp(
      "The maximum number of schedules. Default: 1,000,000, or 10,000 with --seed.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "schedules", upTo: 1_000_000_000) })
  var schedules: Int?

  @Option(
    help: ArgumentHelp(
      "The time limit in seconds. Default: 60.", valueName: "seconds"),
    transform: Arguments.seconds)
  var timeout: Duration?

  @Option(
    help: ArgumentHelp(
      "Stop each run after this many steps, and call it endless. Default: 10,000.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "steps", upTo: 1_000_000_000) })
  var steps: Int?

  @Option(
    help: ArgumentHelp(
      "Choose schedules at random, with this seed; the same seed chooses the same ones.",
      valueName: "seed"),
    transform: Arguments.seed)
  var seed: UInt64?

  @Flag(
    help: "Also try orders that cannot make a difference, to verify that they make none.")
  var noReduction = false

  @Option(
    name: [.customShort("j"), .long],
    help: ArgumentHelp(
      "The number of schedules to run at a time. Default: the number of cores. The report is always "
        + "the same.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "jobs", upTo: 1024) })
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Run only one of n shares of the schedules, and write what it finds to the file that -o names.",
      valueName: "i/n"),
    transform: Self.shard)
  var shard: ExplorationShard?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file for a shard.", valueName: "file"), completion: .file())
  var output: String?

  func validate() throws {
    if seed != nil, noReduction {
      try reject("--seed", with: ["--no-reduction"], "random schedules are never reduced")
    }
    if shard != nil, output == nil {
      throw ValidationError("--shard needs a file for what it finds, such as -o 1.shard.")
    }
    if output != nil, shard == nil {
      throw ValidationError(
        "-o is only for --shard; a report goes to standard output: use '> FILE'.")
    }
  }

  /// Those of the options that are given and decide which schedules are run.
  var chosen: [String] {
    given([
      "-n": schedules != nil, "--timeout": timeout != nil, "--steps": steps != nil,
      "--seed": seed != nil, "--no-reduction": noReduction, "--shard": shard != nil,
    ])
  }

  /// How schedules are chosen.
  var search: Search {
    seed.map { .random(seed: $0) } ?? (noReduction ? .unreduced : .exhaustive)
  }

  /// The limits of the exploration.
  var budget: Budget {
    Budget(
      schedules: schedules ?? (seed == nil ? 1_000_000 : 10_000),
      duration: timeout ?? .seconds(60), steps: steps ?? 10_000)
  }

  private static func shard(_ text: String) throws -> ExplorationShard {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let number = parts[0], let count = parts[1], count <= 10_000,
      let shard = ExplorationShard(number, of: count)
    else {
      throw ValidationError(
        "expected the number of a shard and how many there are, at most 10000, such as 3/16")
    }
    return shard
  }
}
