import ArgumentParser
import PromiseExploration
import PromiseKitLite
import PromiseSimulation

/// An exploration by the command line: it says how far it is, and stops by `^C`.
struct ExplorationRun {
  let scenario: ExploredScenario
  let search: Search
  let budget: Budget
  let expectations: [Invariant]

  /// Explores. What the scenario prints is kept from the text that follows.
  func explore(showing progress: ProgressLine?) -> Exploration {
    let exploration = scenario.explore(
      search, within: budget, expecting: expectations
    ) { exploration in
      _ = StdoutCapture.take(atEnd: true)
      progress?.show(exploration.progressLine)
      return !Signals.hasInterrupt
    }
    progress?.clear()
    return exploration
  }

  /// How a run that breaks an expectation differs from one that does not; none where none breaks one, or
  /// all do.
  func difference(in exploration: Exploration) -> Difference? {
    if case .notRepeatable = exploration.coverage { return nil }
    return exploration.failure.flatMap { scenario.smallestDifference(to: $0, in: exploration) }
  }

  /// The names among `expectations` that nothing has in any schedule, within the budget: what is expected
  /// of them could not fail, or not hold.
  func namesThatNeverHappen() -> [String] {
    // To come before what is never there is impossible, so that this breaks where the name happens.
    var probes: [(name: String, probe: Invariant)] = []
    for name in expectations.flatMap(\.names) { probes.append((name, .before("\u{0}", name))) }
    for name in expectations.flatMap(\.promiseNames) {
      if let probe = Invariant("never \(name) created") { probes.append((name, probe)) }
    }
    var budget = budget
    budget.schedules = 1
    probes = missing(probes, within: budget)
    if !probes.isEmpty { probes = missing(probes, within: self.budget) }
    var names: [String] = []
    for (name, _) in probes where !names.contains(name) { names.append(name) }
    return names
  }

  /// Those whose probe no schedule within `budget` breaks: nothing has that name there.
  private func missing(
    _ probes: [(name: String, probe: Invariant)], within budget: Budget
  ) -> [(name: String, probe: Invariant)] {
    let asked = probes.map(\.probe)
    let count = Set(asked).count
    let exploration = scenario.explore(search, within: budget, expecting: asked) { exploration in
      !Signals.hasInterrupt && Set(exploration.findings.flatMap(\.broken)).count < count
    }
    let broken = Set(exploration.findings.flatMap(\.broken))
    return probes.filter { !broken.contains($0.probe) }
  }

  /// The names and notes that there are in the schedules that were found.
  func names(in exploration: Exploration) -> [String] {
    var names: [String] = []
    var known: Set<String> = []
    for finding in exploration.findings.prefix(100) {
      for event in scenario.run(finding.schedule, steps: budget.steps).events {
        if let name = event.kind.ownName, known.insert(name).inserted { names.append(name) }
      }
    }
    return names
  }
}

extension PromiseEvent.Kind {
  /// What it brings that an expectation can name: a promise's name, or a note.
  fileprivate var ownName: String? {
    switch self {
    case .created(let creation): creation.label
    case .note(let text): text
    case .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded,
      .accessed,
      .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputAdded, .inputSettled,
      .inputIgnored, .errorHandled, .errorUnhandled, .deallocated, .waitBegan, .waitEnded,
      .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled,
      .choiceMade, .queueDeclared, .threadNamed, .sourceText, .overridden, .dropped:
      nil
    }
  }
}

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
