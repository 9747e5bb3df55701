import PromiseGraph

/// How often a handler ran before another one.
struct OrderTally {
  /// The handler that ran first, and the moment of the other one that came later.
  let first: Int
  let second: HandlerMoments.Moment
  /// In how many failures and passes it is so.
  var failures = 0
  var passes = 0
  /// In how many passes it is the other way around.
  var opposites = 0
  /// In how many of the failures the later moment never came.
  var withoutSecond = 0
  /// The sum of the places of the first handler in the failures, and of the distances in the passes.
  private(set) var places = 0
  private(set) var distances = 0

  init(_ first: Int, _ second: HandlerMoments.Moment) {
    (self.first, self.second) = (first, second)
  }

  /// Adds runs, in which the moments have these places; `nil` if one did not come.
  mutating func add(_ entry: RunOrders.Entry, _ own: Int?, _ other: Int?) {
    guard let own else { return }
    if own < other ?? .max {
      failures += entry.failures
      passes += entry.passes
      places += own * entry.failures
      if other == nil { withoutSecond += entry.failures }
    } else if let other {
      opposites += entry.passes
      distances += (own - other) * entry.passes
    }
  }

  /// Returns whether it is named before another order that separates the runs just as well: its first handler
  /// starts earlier in the failures; the other handler is the one that comes last before it in the passes; and
  /// that it has not started says more than that it has not ended.
  func isBefore(_ other: OrderTally) -> Bool {
    let ours = failures > 0 ? Double(places) / Double(failures) : .infinity
    let theirs = other.failures > 0 ? Double(other.places) / Double(other.failures) : .infinity
    if ours != theirs { return ours < theirs }
    if first == other.first, second.handler == other.second.handler { return !second.isEnd }
    let near = Double(distances) / Double(max(1, opposites))
    let far = Double(other.distances) / Double(max(1, other.opposites))
    if near != far { return near < far }
    return (first, second.index) < (other.first, other.second.index)
  }
}

/// In how many runs a handler ran.
struct PresenceTally {
  let handler: Int
  var failures = 0
  var passes = 0
  /// Its earliest place in a run.
  var place = Int.max
}

/// The orders of two handlers that may separate the failing runs from those that pass.
struct OrderCandidates {
  private(set) var tallies: [OrderTally] = []
  private(set) var presences: [PresenceTally]
  private(set) var leavesOutFarPairs = false
  private let handlers: Int
  private let limits: RunEvidence.Limits
  /// The candidates, by both moments.
  private var known: Set<UInt64> = []
  /// What rejects most pairs of long runs; `nil` if the runs are short.
  private var sample: OrderSample?

  init(_ orders: RunOrders, handlers: Int, _ limits: RunEvidence.Limits) {
    (self.handlers, self.limits) = (handlers, limits)
    presences = (0..<handlers).map { PresenceTally(handler: $0) }
    let failing = orders.entries.filter { $0.failures > 0 }.sorted { $0.failures > $1.failures }
    let passing = orders.entries.filter { $0.passes > 0 }
    let most = min(limits.candidates, max(1, limits.work / max(1, orders.entries.count)))
    if orders.entries.contains(where: { $0.moments.moments.count > 4 * limits.reach }) {
      sample = OrderSample(failing, passing, handlers: handlers)
    }
    for one in failing.prefix(limits.failing) {
      for other in closest(to: one, among: passing) {
        collect(one.moments, other.moments, most: most)
      }
    }
  }

  /// Returns the passing runs that differ least from a failing one. Of many passing runs, only some are compared.
  private func closest(to one: RunOrders.Entry, among passing: [RunOrders.Entry]) -> [RunOrders
    .Entry]
  {
    let size = max(1, one.moments.moments.count)
    let most = max(limits.passing, limits.work / 50 / limits.failing / size)
    let step = max(1, passing.count / most)
    return stride(from: 0, to: passing.count, by: step)
      .map { (entry: passing[$0], difference: one.moments.differences(from: passing[$0].moments)) }
      .sorted { $0.difference < $1.difference }
      .prefix(limits.passing).map(\.entry)
  }

  /// Collects the pairs that are in opposite order in a failing and a passing run: those near each other in one
  /// of the runs.
  private mutating func collect(_ one: HandlerMoments, _ other: HandlerMoments, most: Int) {
    let (ours, theirs) = (places(one), places(other))
    let passed = other.moments
    // What comes shortly before a handler in the passing run, and after it, or never, in the failing one.
    for (place, moment) in passed.enumerated() where !moment.isEnd {
      let own = ours[moment.index]
      guard own >= 0 else { continue }
      let start = max(0, place - limits.reach)
      if start > 0 { leavesOutFarPairs = true }
      for before in passed[start..<place] where before.handler != moment.handler {
        let its = ours[before.index]
        if its < 0 || its > own { add(moment, before, most) }
      }
    }
    // What comes shortly after a handler in the failing run, and before it in the passing one.
    let failed = one.moments
    for (place, moment) in failed.enumerated() where !moment.isEnd {
      let own = theirs[moment.index]
      guard own >= 0 else { continue }
      let end = min(failed.count, place + 1 + limits.reach)
      if end < failed.count { leavesOutFarPairs = true }
      for after in failed[(place + 1)..<end] where after.handler != moment.handler {
        let its = theirs[after.index]
        if its >= 0, its < own { add(moment, after, most) }
      }
    }
  }

  private mutating func add(
    _ first: HandlerMoments.Moment, _ second: HandlerMoments.Moment, _ most: Int
  ) {
    guard sample?.mayDistinguish(first, second) ?? true else { return }
    guard tallies.count < most else {
      leavesOutFarPairs = true
      return
    }
    let key = UInt64(first.index) << 32 | UInt64(second.index)
    if known.insert(key).inserted { tallies.append(OrderTally(first.handler, second)) }
  }

  /// Returns the place of each moment in a run; -1 if it did not come.
  private func places(_ run: HandlerMoments) -> [Int] {
    var places = [Int](repeating: -1, count: 2 * handlers)
    for (place, moment) in run.moments.enumerated() where places[moment.index] < 0 {
      places[moment.index] = place
    }
    return places
  }

  /// Counts the candidates, and the handlers that ran, in all runs.
  mutating func count(_ orders: RunOrders) {
    var places = [Int](repeating: -1, count: 2 * handlers)
    for entry in orders.entries {
      for (place, moment) in entry.moments.moments.enumerated() {
        places[moment.index] = place
        guard !moment.isEnd else { continue }
        presences[moment.handler].failures += entry.failures
        presences[moment.handler].passes += entry.passes
        presences[moment.handler].place = min(presences[moment.handler].place, place)
      }
      for index in tallies.indices {
        let own = places[tallies[index].first << 1]
        let other = places[tallies[index].second.index]
        tallies[index].add(entry, own < 0 ? nil : own, other < 0 ? nil : other)
      }
      for moment in entry.moments.moments { places[moment.index] = -1 }
    }
    presences = presences.filter { $0.failures + $0.passes > 0 }
  }
}

/// Some of the failing and the passing runs, which show quickly that a pair of handlers does not distinguish them.
private struct OrderSample {
  /// The place of each moment in each run; -1 if it did not come.
  private let failing: [[Int32]]
  private let passing: [[Int32]]

  /// The most runs of each kind.
  private static let most = 8

  init(_ failing: [RunOrders.Entry], _ passing: [RunOrders.Entry], handlers: Int) {
    func places(_ entry: RunOrders.Entry) -> [Int32] {
      var places = [Int32](repeating: -1, count: 2 * handlers)
      for (place, moment) in entry.moments.moments.enumerated() {
        places[moment.index] = Int32(clamping: place)
      }
      return places
    }
    self.failing = failing.prefix(Self.most).map(places)
    let step = max(1, passing.count / Self.most)
    self.passing = stride(from: 0, to: passing.count, by: step).prefix(Self.most)
      .map { places(passing[$0]) }
  }

  /// Returns whether a handler ran before that moment far more often in the failing runs than in the passing ones.
  func mayDistinguish(_ first: HandlerMoments.Moment, _ second: HandlerMoments.Moment) -> Bool {
    func share(_ runs: [[Int32]]) -> Double {
      let count = runs.count { run in
        let (own, other) = (run[first.index], run[second.index])
        return own >= 0 && (other < 0 || own < other)
      }
      return Double(count) / Double(max(1, runs.count))
    }
    return share(failing) - share(passing) >= 0.5
  }
}
