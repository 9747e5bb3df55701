import ArgumentParser
import PromiseExploration
import PromiseKitLite
import PromiseSimulation

/// Explores on the command line: shows the progress, and stops on `^C`.
struct ExplorationRun {
  let scenario: ExploredScenario
  let search: Search
  let budget: Budget
  let expectations: [Invariant]

  /// Explores. What the scenario prints is discarded, so that it does not mix with the report.
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

  /// Returns how a run that violates an expectation differs from one that does not; `nil` if none
  /// violates one, or all do.
  func difference(in exploration: Exploration) -> Difference? {
    if case .notRepeatable = exploration.coverage { return nil }
    return exploration.failure.flatMap { scenario.smallestDifference(to: $0, in: exploration) }
  }

  /// Returns the names in `expectations` that nothing has in any schedule within the budget: an
  /// expectation about them could never fail, or never hold.
  func namesThatNeverHappen() -> [String] {
    // Nothing comes before a name that does not exist, so this probe fails exactly if the name
    // occurs.
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

  /// Returns the probes that no schedule within `budget` violates: nothing has their names there.
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

  /// Returns the names and notes in the schedules that were found.
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
  /// The name that an expectation can refer to: a promise's label, or a note.
  fileprivate var ownName: String? {
    switch self {
    case .created(let creation): creation.label
    case .note(let text): text
    case .bodyStarted, .bodyEnded, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded,
      .touched,
      .handlerSkipped, .adopted, .settled, .resolutionIgnored, .inputAdded, .inputSettled,
      .inputIgnored, .errorHandled, .errorUnhandled, .deallocated, .waitBegan, .waitEnded,
      .awaitBegan, .awaitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled,
      .choiceMade, .queueDeclared, .threadNamed, .sourceText, .intervened, .dropped:
      nil
    }
  }
}

/// The options for how schedules are chosen, and for how long.
struct BudgetOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The maximum number of schedules. Default: 1,000,000, or 10,000 with --random.",
      valueName: "n"),
    transform: { try Arguments.count($0, what: "schedules", upTo: 1_000_000_000) })
  var schedules: Int?

  @Option(
    help: ArgumentHelp(
      "The time limit in seconds. Default: 60.", valueName: "s"),
    transform: Arguments.seconds)
  var seconds: Duration?

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
  var random: UInt64?

  @Flag(
    help: "Also try orders that cannot make a difference, to verify that they make none.")
  var noReduction = false

  func validate() throws {
    if random != nil, noReduction {
      throw ValidationError(
        "--random and --no-reduction cannot be used together: random schedules are never reduced.")
    }
  }

  /// How schedules are chosen.
  var search: Search {
    random.map { .random(seed: $0) } ?? (noReduction ? .unreduced : .exhaustive)
  }

  /// The limits of the exploration.
  var budget: Budget {
    Budget(
      schedules: schedules ?? (random == nil ? 1_000_000 : 10_000),
      duration: seconds ?? .seconds(60), steps: steps ?? 10_000)
  }
}
