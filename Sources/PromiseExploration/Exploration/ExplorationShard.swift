import PromiseKitLite
import PromiseSimulation

/// One of several shares of an exploration, such as the third of sixteen. Every schedule belongs to
/// exactly one of them.
package struct ExplorationShard: Hashable, Sendable {
  /// The number of the share, from 1.
  package let number: Int
  /// The number of shares.
  package let count: Int

  /// Creates the share with this number; `nil` if there is no such share.
  package init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count else { return nil }
    (self.number, self.count) = (number, count)
  }
}

/// The results of one share of an exploration.
package struct ShardResult: Hashable, Sendable {
  /// The results of one section. The schedules are divided into sections, which are numbered in the
  /// order in which a single thread would come to them.
  package struct Section: Hashable, Sendable {
    /// The number of the section among those of all shares, from 0.
    package let number: Int
    /// What its schedules led to.
    package var tally: Tally

    /// Creates the results of a section.
    package init(number: Int, tally: Tally) { (self.number, self.tally) = (number, tally) }
  }

  /// The sections of the share, in order.
  package var sections: [Section]
  /// Why the share ended.
  package var coverage: Coverage
  /// A Boolean value that indicates whether something came from outside the simulation.
  package var hasOutsideCalls: Bool
  /// How long it took.
  package var duration: Duration

  /// Creates the results of a share.
  package init(
    sections: [Section], coverage: Coverage, hasOutsideCalls: Bool, duration: Duration
  ) {
    (self.sections, self.coverage) = (sections, coverage)
    (self.hasOutsideCalls, self.duration) = (hasOutsideCalls, duration)
  }
}

extension Scenario {
  /// Explores one share of the schedules. The other parameters are those of
  /// ``explore(_:within:expecting:jobs:progress:)``, and must be the same for all shares.
  package func explore(
    _ shard: ExplorationShard, _ search: Search, within budget: Budget,
    expecting invariants: [Invariant], jobs: Int? = nil,
    progress: (Exploration) -> Bool = { _ in true }
  ) -> ShardResult {
    let setup = ExplorationSetup(self, search, budget, invariants)
    let explorer = Explorer(
      setup, jobs: jobs ?? Simulation.cores, parts: setup.parts(of: shard), keepsSections: true)
    let exploration = explorer.explore(progress: progress)
    return ShardResult(
      sections: explorer.sections, coverage: exploration.coverage,
      hasOutsideCalls: setup.outside.isAny, duration: exploration.duration)
  }

  /// Returns the results of a whole exploration from those of all of its shares, as a single
  /// exploration with the same parameters would give them.
  package func exploration(
    merging shares: [ShardResult], _ search: Search, within budget: Budget,
    expecting invariants: [Invariant], jobs: Int? = nil
  ) -> Exploration {
    let setup = ExplorationSetup(self, search, budget, invariants)
    if shares.contains(where: \.hasOutsideCalls) { setup.outside.add() }
    let sections = shares.flatMap(\.sections).sorted { $0.number < $1.number }
    let schedules = sections.reduce(0) { $0 + $1.tally.schedules }
    let parked = sections.reduce(0) { $0 + $1.tally.parked }
    // The section in which a limit is reached runs again, up to there.
    let isLimited = PartRunner.Limits(schedules: budget.schedules).isReached(schedules, parked)
    let searches = isLimited ? setup.sections(for: shares.count).map(\.search) : []
    let parts = sections.map { section in
      var tally = section.tally
      if tally.coverage.map({ !$0.isFinal }) ?? false { tally.coverage = nil }
      return Explorer.Part(
        section: section.number,
        search: searches.indices.contains(section.number)
          ? searches[section.number] : setup.whole, isFirst: section.number == 0, tally: tally)
    }
    let ending = shares.map(\.coverage).first { $0 == .timeLimit || $0 == .stopped }
    var exploration = Explorer(
      setup, jobs: jobs ?? Simulation.cores, parts: parts, ending: ending
    ).explore { _ in true }
    exploration.duration = shares.reduce(.zero) { $0 + $1.duration }
    return exploration
  }
}

extension Coverage {
  /// A Boolean value that indicates whether nothing that follows can be counted.
  fileprivate var isFinal: Bool {
    switch self {
    case .notRepeatable, .outsideCalls: true
    case .running, .exhaustive, .scheduleLimit, .timeLimit, .stopped, .stepLimit, .parkedThreads:
      false
    }
  }
}

// MARK: - Dividing the schedules

extension ExplorationSetup {
  /// The number of sections for each share, so that the shares are of similar size.
  private static let sectionsPerShard = 16
  /// The number of runs for each share that may be made in order to find the sections.
  private static let runsPerShard = 64

  /// Returns the sections of one share.
  func parts(of shard: ExplorationShard) -> [Explorer.Part] {
    // Sections that were run while the schedules were divided are dealt separately from those that
    // are left, which may be large.
    var (known, left) = (0, 0)
    return sections(for: shard.count).filter { part in
      if part.tally == nil { left += 1 } else { known += 1 }
      return (part.tally == nil ? left - 1 : known - 1) % shard.count == shard.number - 1
    }
  }

  /// Divides the schedules among a number of shares: always in the same way, because it depends only
  /// on the program.
  ///
  /// The first schedule is run; then those that take another step at some point on its way are one
  /// section for each point, and the largest of these are divided in the same way, until there are
  /// enough.
  func sections(for shards: Int) -> [Explorer.Part] {
    var parts = [Explorer.Part(section: 0, search: whole, isFirst: true)]
    let wanted = shards * Self.sectionsPerShard
    if case .random = search {
      var rest = whole
      parts = []
      let size = (budget.schedules + wanted - 1) / wanted
      while let next = rest.split(points: 0, keeping: max(1, size)).first {
        parts.append(Explorer.Part(section: parts.count, search: rest, isFirst: parts.isEmpty))
        rest = next
      }
      parts.append(Explorer.Part(section: parts.count, search: rest, isFirst: parts.isEmpty))
      return parts
    }
    var runs = 0
    while runs < shards * Self.runsPerShard, parts.count(where: { $0.tally == nil }) < wanted,
      let place = parts.indices.filter({ parts[$0].tally == nil })
        .min(by: { parts[$0].search.length < parts[$1].search.length })
    {
      parts.replaceSubrange(place...place, with: divided(parts[place]))
      runs += 1
    }
    return parts.enumerated().map { number, part in
      Explorer.Part(
        section: number, search: part.search, isFirst: number == 0, tally: part.tally)
    }
  }

  /// Runs the first schedule of a section. Returns that one, and the others as several sections.
  private func divided(_ part: Explorer.Part) -> [Explorer.Part] {
    let runner = PartRunner(
      part.search, self, PartRunner.Limits(schedules: .max), isFirst: part.isFirst)
    if Simulation.onSpareThread({ runner.runOnce() }) == nil { runner.finishLostRun() }
    let others = runner.split(points: .max, keeping: 1)
    let first = Explorer.Part(
      section: 0, search: part.search, isFirst: part.isFirst, tally: runner.tally)
    guard !runner.isOver else { return [first] }
    return [first] + ([runner.search] + others).map { Explorer.Part(section: 0, search: $0) }
  }
}
