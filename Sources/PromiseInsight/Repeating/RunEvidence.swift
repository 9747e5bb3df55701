import PromiseGraph

/// What distinguishes the failing runs of a program from those that pass: orders of two handlers that failing
/// runs have and passing runs do not have, and handlers that run in failing runs only, or in passing runs only.
///
/// It counts what happened. That an order separates the failures does not prove that it causes them.
package struct RunEvidence: Hashable, Sendable {
  /// Two handlers, the one that started first first.
  package struct Pair: Hashable, Sendable {
    package var first: HandlerNumbers.Name
    package var second: HandlerNumbers.Name
  }

  /// A handler ran before another one, in so many runs.
  package struct Order: Hashable, Sendable {
    package var first: HandlerNumbers.Name
    package var second: HandlerNumbers.Name
    /// Whether the first one started before the second one had ended; otherwise, before it had started.
    package var isBeforeEnd: Bool
    /// In how many failures and passes it is so.
    package var failures: Int
    package var passes: Int
    /// In how many of these failures the second handler did not run, or did not end.
    package var withoutSecond: Int
    /// Other orders of one of the two handlers that separate the runs just as well: the first few.
    package var others: [Pair] = []
    /// How many more of these there are.
    package var moreOthers = 0
  }

  /// A handler ran, in so many runs.
  package struct Presence: Hashable, Sendable {
    package var name: HandlerNumbers.Name
    /// In how many failures and passes it ran.
    package var failures: Int
    package var passes: Int
  }

  /// How many failures and passes were compared: those that recorded something, and lost nothing.
  package var failures = 0
  package var passes = 0
  /// The orders, the one that is reached first in a failing run first.
  package var orders: [Order] = []
  /// The handlers that ran in one kind of runs, the one that is reached first first.
  package var presences: [Presence] = []
  /// How many runs were not compared because there are too many different orders.
  package var runsLeftOut = 0
  /// How many handlers of a run were not compared because there are too many.
  package var handlersLeftOut = 0
  /// Whether pairs of handlers that are far apart in every run were left out.
  package var leavesOutFarPairs = false
  /// Whether the orders or handlers shown are in all failures and in no pass.
  package var isDecisive: Bool {
    !decisiveOrders.isEmpty
      || presences.contains { isDecisive($0) }
  }

  package init() {}

  /// The orders that all failures have and no pass has.
  package var decisiveOrders: [Order] { orders.filter { isDecisive($0.failures, $0.passes) } }

  func isDecisive(_ failures: Int, _ passes: Int) -> Bool {
    failures == self.failures && passes == 0
  }

  func isDecisive(_ presence: Presence) -> Bool {
    isDecisive(presence.failures, presence.passes)
      || presence.failures == 0 && presence.passes == passes
  }
}

extension RunEvidence {
  /// Finds what distinguishes the failing runs from those that pass; `nil` if there are no failing or no
  /// passing runs to compare.
  ///
  /// An order that separates the runs is the opposite in a failing run and in a passing one. The candidates are
  /// therefore the pairs of handlers whose order differs between a failing run and the passing runs closest to
  /// it, for some of the failing runs. Each candidate is counted in every run.
  package init?(_ orders: RunOrders, _ numbers: HandlerNumbers, limits: Limits = Limits()) {
    guard orders.failures > 0, orders.passes > 0 else { return nil }
    (failures, passes) = (orders.failures, orders.passes)
    (runsLeftOut, handlersLeftOut) = (orders.leftOut, orders.handlersLeftOut)
    var candidates = OrderCandidates(orders, handlers: numbers.names.count, limits)
    leavesOutFarPairs = candidates.leavesOutFarPairs
    candidates.count(orders)
    self.orders = Self.best(candidates.tallies, orders, numbers.names)
    presences = Self.presences(candidates.presences, orders, numbers.names)
  }

  /// How much is searched.
  package struct Limits: Sendable {
    /// How many failing runs, and passing runs for each, candidates are taken from.
    package var failing = 16
    package var passing = 2
    /// How far apart two moments are at most, in one of the runs. In longer runs, a pair must also distinguish a
    /// sample of the runs.
    package var reach = 512
    /// The most pairs that are counted.
    package var candidates = 500_000
    /// The most lookups for counting.
    package var work = 200_000_000

    package init() {}
  }

  /// The most orders, and handlers, that are named.
  private static let most = 3

  /// Returns the orders to name: those that separate all runs, or else the best ones.
  private static func best(
    _ tallies: [OrderTally], _ orders: RunOrders, _ names: [HandlerNumbers.Name]
  ) -> [Order] {
    let (failures, passes) = (Double(orders.failures), Double(orders.passes))
    func score(_ tally: OrderTally) -> Double {
      Double(tally.failures) / failures - Double(tally.passes) / passes
    }
    func timers(_ tally: OrderTally) -> Int {
      (names[tally.first].isTimer ? 1 : 0) + (names[tally.second.handler].isTimer ? 1 : 0)
    }
    // An order that most passing runs do not have the other way around says nothing.
    let sound = tallies.filter { score($0) > 0 && 2 * $0.opposites > orders.passes }
    guard let top = sound.map(score).max() else { return [] }
    let isDecisive = top == 1
    let good = sound.filter { isDecisive ? score($0) == 1 : score($0) >= 0.75 * top }
      .map { (tally: $0, score: score($0)) }
      .sorted { a, b in
        if a.score != b.score { return a.score > b.score }
        // A timer changes nothing itself: of what is equally likely, handlers are named first.
        let timers = (timers(a.tally), timers(b.tally))
        if timers.0 != timers.1 { return timers.0 < timers.1 }
        return a.tally.isBefore(b.tally)
      }
    var result: [Order] = []
    // The handlers of the orders so far, by the order that names them.
    var named: [Int: Int] = [:]
    for (tally, _) in good {
      if let place = named[tally.first] ?? named[tally.second.handler] {
        // The end of a handler comes with its start.
        if !tally.second.isEnd, place < result.count {
          result[place].add(
            Pair(first: names[tally.first], second: names[tally.second.handler]))
        }
        continue
      }
      named[tally.first] = result.count
      named[tally.second.handler] = result.count
      guard result.count < (isDecisive ? most : 1) else { continue }
      result.append(
        Order(
          first: names[tally.first], second: names[tally.second.handler],
          isBeforeEnd: tally.second.isEnd, failures: tally.failures, passes: tally.passes,
          withoutSecond: tally.withoutSecond))
    }
    return result
  }

  /// Returns the handlers that ran in one kind of runs only, or else the one whose share differs most.
  private static func presences(
    _ tallies: [PresenceTally], _ orders: RunOrders, _ names: [HandlerNumbers.Name]
  ) -> [Presence] {
    let (failures, passes) = (Double(orders.failures), Double(orders.passes))
    func score(_ tally: PresenceTally) -> Double {
      abs(Double(tally.failures) / failures - Double(tally.passes) / passes)
    }
    guard let top = tallies.map(score).max(), top > 0 else { return [] }
    return tallies.filter { score($0) == top }
      .sorted { ($0.place, $0.handler) < ($1.place, $1.handler) }
      .prefix(top == 1 ? most : 1)
      .map { Presence(name: names[$0.handler], failures: $0.failures, passes: $0.passes) }
  }
}

extension RunEvidence.Order {
  /// Adds another order that separates the runs just as well.
  fileprivate mutating func add(_ pair: RunEvidence.Pair) {
    if others.count < 2 { others.append(pair) } else { moreOthers += 1 }
  }
}
