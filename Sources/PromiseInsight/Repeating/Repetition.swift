import PromiseGraph

/// A program that is run repeatedly, with the runs grouped by what they did.
package struct Repetition: Hashable, Sendable {
  /// A group of runs that did the same.
  package struct Group: Hashable, Sendable {
    /// The first run of the group.
    package var first: RepeatedRun
    /// The number of runs.
    package var count: Int
    /// The path of the first run's trace; `nil` if there is none.
    package var trace: String?
    /// The path of the first run's output; `nil` if it printed nothing.
    package var printed: String?
  }

  /// The progress.
  package enum Progress: String, Sendable {
    case running
    /// All runs are done.
    case complete
    /// It stopped at the first failing run, as requested.
    case failed
    /// It was stopped by the user.
    case stopped
  }

  /// The program, as typed.
  package var program: String
  /// How the runs are grouped.
  package var grouping: RunGrouping
  /// The number of planned runs; the greatest number if there is no limit.
  package var planned: Int
  /// The groups, in the order of discovery.
  package internal(set) var groups: [Group] = []
  /// How many runs have ended, and how many of them failed.
  package private(set) var runs = 0
  package private(set) var failures = 0
  /// How many runs belong to groups that are not kept because there are too many, and how many of those failed.
  package private(set) var others = 0
  package private(set) var failingOthers = 0
  /// How many runs recorded nothing.
  package private(set) var unrecorded = 0
  /// How many runs lost events, so that their orders are not fully known.
  package private(set) var lost = 0
  /// The time so far.
  package var duration = Duration.zero
  /// What decides whether a run fails.
  package var judges: [RunJudge] = []
  /// What distinguishes the failing runs from those that pass; `nil` if there is nothing to compare.
  package var evidence: RunEvidence?
  /// What the warnings and the relations say of the runs.
  package var signs = RunSigns()
  /// The failing and the passing run with the fewest differences, of those whose traces are kept.
  package var closest: ClosestRuns?
  /// The digests of what was printed: how many different ones there are, up to a limit.
  private var outputs: Set<OrderMark> = []
  /// Why the program could not be run; `nil` if it could.
  package var problem: String?
  /// The progress.
  package var progress = Progress.running
  private var places: [RepeatedRun.Key: Int] = [:]

  /// The most groups of passing runs, and of failing runs, that are kept. Each kind leaves room for the other.
  package static let mostGroups = 100

  /// Creates a repetition without runs.
  package init(program: String, planned: Int, by grouping: RunGrouping = .labels) {
    (self.program, self.planned, self.grouping) = (program, planned, grouping)
  }

  /// Adds a finished run.
  ///
  /// - Returns: The index of its group, if the group is new.
  @discardableResult
  package mutating func add(_ run: RepeatedRun) -> Int? {
    runs += 1
    if run.fails { failures += 1 }
    if run.digest == nil { unrecorded += 1 }
    if let digest = run.digest, digest.lost > 0 { lost += 1 }
    if let output = run.output, outputs.count < Self.mostOutputs { outputs.insert(output) }
    let key = run.key(by: grouping)
    if let place = places[key] {
      groups[place].count += 1
      return nil
    }
    guard groups.count(where: { $0.first.fails == run.fails }) < Self.mostGroups else {
      others += 1
      if run.fails { failingOthers += 1 }
      return nil
    }
    places[key] = groups.count
    groups.append(Group(first: run, count: 1))
    return groups.count - 1
  }

  /// How many different outputs there are; at most ``mostOutputs``.
  package var outputCount: Int { outputs.count }

  /// The most different outputs that are counted.
  package static let mostOutputs = 1000

  /// Returns the index of the group of a run; `nil` if its group is not kept.
  package func group(of run: RepeatedRun) -> Int? { places[run.key(by: grouping)] }

  /// Sets the path of the trace of a group's first run.
  package mutating func keep(_ trace: String, ofGroup place: Int) { groups[place].trace = trace }

  /// Sets the path of the output of a group's first run.
  package mutating func keep(printed path: String, ofGroup place: Int) {
    groups[place].printed = path
  }

  /// Returns the share of the runs that are in `group`, from 0 to 1.
  package func share(of group: Group) -> Double {
    runs == 0 ? 0 : Double(group.count) / Double(runs)
  }

  /// Returns the groups to compare with the one at `place`, the largest first: passing ones for a failing
  /// group, failing ones for a passing group, or else the others. Only groups with a trace are returned.
  package func counterparts(of place: Int) -> [Int] {
    guard groups.indices.contains(place) else { return [] }
    let fails = groups[place].first.fails
    let others = groups.indices.filter { $0 != place && groups[$0].trace != nil }
    let opposite = others.filter { groups[$0].first.fails != fails }
    return (opposite.isEmpty ? others : opposite)
      .sorted { (groups[$1].count, $0) < (groups[$0].count, $1) }
  }

  /// The index of the failing group to show: that of the closest pair, or else the first one.
  package var failureToShow: Int? { closest?.failing.group ?? firstFailure }

  /// The index of the first failing group.
  package var firstFailure: Int? { groups.firstIndex { $0.first.fails } }

  /// The estimated time for the rest; `nil` before the first run has ended.
  package var remaining: Duration? {
    guard runs > 0, progress == .running, planned < .max else { return nil }
    return duration / runs * max(0, planned - runs)
  }
}

/// A failing and a passing run that differ least.
package struct ClosestRuns: Hashable, Sendable {
  /// One of the two runs.
  package struct Run: Hashable, Sendable {
    package var number: Int
    /// The index of its group.
    package var group: Int
    /// The path of its trace.
    package var trace: String

    package init(number: Int, group: Int, trace: String) {
      (self.number, self.group, self.trace) = (number, group, trace)
    }
  }

  package var failing: Run
  package var passing: Run
  /// How many handlers ran in only one of them, or must move to make the orders the same.
  package var differences: Int

  package init(failing: Run, passing: Run, differences: Int) {
    (self.failing, self.passing, self.differences) = (failing, passing, differences)
  }
}
