/// A program that is run again and again: the runs grouped by what they did.
package struct Repetition: Hashable, Sendable {
  /// Runs that did the same.
  package struct Group: Hashable, Sendable {
    /// The first of them.
    package var first: RepeatedRun
    /// How many there are.
    package var count: Int
    /// Where the trace of the first one is kept; none where there is none.
    package var trace: String?
    /// Where that is kept which the first one printed; none where it printed nothing.
    package var printed: String?
  }

  /// How far it is.
  package enum Progress: String, Sendable {
    case running
    /// All runs are made.
    case complete
    /// It has stopped at the first run that fails, as it was told to.
    case failed
    /// It was stopped by hand.
    case stopped
  }

  /// What is run, as it was typed.
  package var program: String
  /// What the runs are told apart by.
  package var grouping: RunGrouping
  /// How many runs there are to be; the most that there can be where it takes as many as it takes.
  package var planned: Int
  /// The groups in the order in which they were found.
  package internal(set) var groups: [Group] = []
  /// How many runs are over, and how many of them failed.
  package private(set) var runs = 0
  package private(set) var failures = 0
  /// The runs of groups that are not kept, because there are too many, and how many of them failed.
  package private(set) var others = 0
  package private(set) var failingOthers = 0
  /// How many runs recorded nothing.
  package private(set) var unrecorded = 0
  /// How many events were lost of how many runs: their orders are not wholly known.
  package private(set) var lost = 0
  /// How long it took so far.
  package var duration = Duration.zero
  /// Why the program could not be run, if so.
  package var problem: String?
  /// How far it is.
  package var progress = Progress.running
  private var places: [RepeatedRun.Key: Int] = [:]

  /// Of passing runs and of failing ones so many groups are kept each, so that the ones leave room for the
  /// others.
  package static let mostGroups = 100

  /// No run is over yet.
  package init(program: String, planned: Int, by grouping: RunGrouping = .labels) {
    (self.program, self.planned, self.grouping) = (program, planned, grouping)
  }

  /// Takes a run in that is over.
  ///
  /// - Returns: The place of its group, where that is new.
  @discardableResult
  package mutating func add(_ run: RepeatedRun) -> Int? {
    runs += 1
    if run.fails { failures += 1 }
    if run.digest == nil { unrecorded += 1 }
    if let digest = run.digest, digest.lost > 0 { lost += 1 }
    if let place = places[run.key] {
      groups[place].count += 1
      return nil
    }
    guard groups.count(where: { $0.first.fails == run.fails }) < Self.mostGroups else {
      others += 1
      if run.fails { failingOthers += 1 }
      return nil
    }
    places[run.key] = groups.count
    groups.append(Group(first: run, count: 1))
    return groups.count - 1
  }

  /// Says where the trace of a group's first run is kept.
  package mutating func keep(_ trace: String, ofGroup place: Int) { groups[place].trace = trace }

  /// Says where that is kept which a group's first run printed.
  package mutating func keep(printed path: String, ofGroup place: Int) {
    groups[place].printed = path
  }

  /// The part of the runs that did what those of `group` did, from 0 to 1.
  package func share(of group: Group) -> Double {
    runs == 0 ? 0 : Double(group.count) / Double(runs)
  }

  /// The groups to look at beside that at `place`, the largest first: beside one that fails those that pass,
  /// beside one that passes those that fail; where there are none, the others. Only such as have a trace.
  package func counterparts(of place: Int) -> [Int] {
    guard groups.indices.contains(place) else { return [] }
    let fails = groups[place].first.fails
    let others = groups.indices.filter { $0 != place && groups[$0].trace != nil }
    let opposite = others.filter { groups[$0].first.fails != fails }
    return (opposite.isEmpty ? others : opposite)
      .sorted { (groups[$1].count, $0) < (groups[$0].count, $1) }
  }

  /// The first group that fails.
  package var firstFailure: Int? { groups.firstIndex { $0.first.fails } }

  /// How long the rest will take, by what was; none before the first run is over.
  package var remaining: Duration? {
    guard runs > 0, progress == .running, planned < .max else { return nil }
    return duration / runs * max(0, planned - runs)
  }
}
