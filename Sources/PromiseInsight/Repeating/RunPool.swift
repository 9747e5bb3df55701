import PromiseGraph

/// The runs whose traces are kept while further runs go on, so that the most similar two, one that fails and one
/// that passes, can be compared at the end.
///
/// The first run of each group always stays. Of the others, those stay that are closest to a failing run, and as
/// many passing ones as fit, for failures to come.
package struct RunPool: Sendable {
  /// A run with a trace.
  package struct Member: Hashable, Sendable {
    package var number: Int
    /// The index of its group.
    package var group: Int
    package var fails: Bool
    /// Whether it is the first run of its group.
    package var isFirst: Bool
    /// The size of its trace.
    package var bytes: Int
    package var moments: HandlerMoments
  }

  /// A failing and a passing run.
  package struct Pair: Hashable, Sendable {
    package var failing: Member
    package var passing: Member
    /// How many handlers ran in only one of them, or must move to make the orders the same.
    package var differences: Int
  }

  /// The limits for runs that are not the first of their group.
  package struct Limits: Sendable {
    package var runs = 100
    package var bytes = 256 << 20
    package init() {}
  }

  private var members: [Member] = []
  /// For each failing run, the closest passing runs: of all, and of the first ones of the groups.
  private var closest: [Int: Pair] = [:]
  private var closestFirst: [Int: Pair] = [:]
  private let limits: Limits
  /// How many runs were dropped because of the limits.
  package private(set) var dropped = 0

  package init(limits: Limits = Limits()) { self.limits = limits }

  /// Adds a run, unless there is one that fails or passes with the same order.
  ///
  /// - Returns: The numbers of the runs whose traces are no longer needed, which can include this one.
  package mutating func add(_ member: Member) -> [Int] {
    let isKnown = members.contains { $0.fails == member.fails && $0.moments == member.moments }
    if isKnown, !member.isFirst { return [member.number] }
    members.append(member)
    for other in members where other.fails != member.fails {
      let differences = member.moments.differences(from: other.moments)
      consider(
        Pair(
          failing: member.fails ? member : other, passing: member.fails ? other : member,
          differences: differences))
    }
    return makeRoom()
  }

  private mutating func consider(_ pair: Pair) {
    let number = pair.failing.number
    if pair.differences < closest[number]?.differences ?? .max { closest[number] = pair }
    if pair.failing.isFirst, pair.passing.isFirst,
      pair.differences < closestFirst[number]?.differences ?? .max
    {
      closestFirst[number] = pair
    }
  }

  /// Drops the runs that are of least use until the rest is within the limits.
  private mutating func makeRoom() -> [Int] {
    var numbers: [Int] = []
    while true {
      let extras = members.filter { !$0.isFirst }
      guard
        extras.count > limits.runs || extras.reduce(0, { $0 + $1.bytes }) > limits.bytes,
        let least = leastUseful(of: extras)
      else { return numbers }
      members.removeAll { $0.number == least.number }
      closest[least.number] = nil
      dropped += 1
      numbers.append(least.number)
    }
  }

  /// Returns a passing run that is not the closest to any failing one, or else the failing run with the most
  /// differences from its closest one.
  private func leastUseful(of extras: [Member]) -> Member? {
    let needed = Set(closest.values.map(\.passing.number))
    let spare = extras.filter { !$0.fails && !needed.contains($0.number) }
    // Neither the oldest nor the newest ones, so that all times of the runs remain.
    if !spare.isEmpty { return spare[dropped &* 7 % spare.count] }
    let far = extras.filter(\.fails).max {
      closest[$0.number]?.differences ?? .max < closest[$1.number]?.differences ?? .max
    }
    return far ?? extras.first
  }

  /// Returns the failing and the passing run with the fewest differences; the earliest of several.
  ///
  /// - Parameter firstOnly: Whether only the first runs of the groups count.
  package func pair(firstOnly: Bool) -> Pair? {
    (firstOnly ? closestFirst : closest).values.min {
      ($0.differences, $0.failing.number, $0.passing.number)
        < ($1.differences, $1.failing.number, $1.passing.number)
    }
  }
}
