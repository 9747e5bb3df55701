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
  /// The number of schedules to run at a time; `nil` for one for each core.
  var jobs: Int?

  /// Explores. What the scenario prints is discarded, so that it does not mix with the report.
  func explore(showing progress: ProgressLine?) -> Exploration {
    let exploration = scenario.explore(
      search, within: budget, expecting: expectations, jobs: jobs
    ) { goesOn($0, progress) }
    progress?.clear()
    return exploration
  }

  /// Explores one share of the schedules.
  func explore(_ shard: ExplorationShard, showing progress: ProgressLine?) -> ShardResult {
    let result = scenario.explore(
      shard, search, within: budget, expecting: expectations, jobs: jobs
    ) { goesOn($0, progress) }
    progress?.clear()
    return result
  }

  /// Shows the results so far. Returns whether nothing has interrupted the exploration.
  private func goesOn(_ exploration: Exploration, _ progress: ProgressLine?) -> Bool {
    _ = StdoutCapture.take(atEnd: true)
    progress?.show(exploration.progressLine)
    return !Signals.hasInterrupt
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
    let exploration = scenario.explore(
      search, within: budget, expecting: asked, jobs: jobs
    ) { exploration in
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
    default: nil
    }
  }
}
