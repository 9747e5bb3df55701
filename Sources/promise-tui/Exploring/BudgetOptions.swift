import ArgumentParser
import PromiseSimulation

/// How schedules are chosen, and how long that goes on.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Run so many schedules at most: 1,000,000, or 10,000 with --random, if nothing is said.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "schedules", upTo: 1_000_000_000) })
  var schedules: Int?

  @Option(
    help: ArgumentHelp(
      "Take so long at most: 60 seconds if nothing is said.", valueName: "s"),
    transform: Arguments.seconds)
  var seconds: Duration?

  @Option(
    help: ArgumentHelp(
      "Stop each run after so many steps, and call it endless: 10,000 if nothing is said.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "steps", upTo: 1_000_000_000) })
  var steps: Int?

  @Option(
    help: ArgumentHelp(
      "Choose at random instead of one after the other; the same seed chooses the same.",
      valueName: "seed"),
    transform: Arguments.seed)
  var random: UInt64?

  @Flag(
    help: "Try the orders too that cannot make a difference, to see that they make none.")
  var noReduction = false

  func validate() throws {
    if random != nil, noReduction {
      throw ValidationError(
        "--random and --no-reduction exclude each other: what is chosen at random is not reduced.")
    }
  }

  /// How schedules are chosen.
  var search: Search {
    random.map { .random(seed: $0) } ?? (noReduction ? .unreduced : .exhaustive)
  }

  /// How long it goes on.
  var budget: Budget {
    Budget(
      schedules: schedules ?? (random == nil ? 1_000_000 : 10_000),
      duration: seconds ?? .seconds(60), steps: steps ?? 10_000)
  }
}
