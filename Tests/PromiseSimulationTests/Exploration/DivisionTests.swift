import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

@testable import PromiseExploration

@Suite("The results do not depend on how the work is divided")
struct DivisionTests {
  private static let queues = ["left", "middle", "right"].map { DispatchQueue(label: $0) }

  /// Two links on each of three queues. The last ones print notes.
  private static let scenario = Scenario("three queues") {
    for queue in queues {
      _ = after(.milliseconds(1)).map(on: queue) { 1 }
        .done(label: queue.label, on: queue) { _ in note(queue.label) }
    }
  }

  private static let searches: [Search] = [.exhaustive, .unreduced, .random(seed: 7)]
  private static let order: [Invariant] = [.before("left", "right")]

  /// Everything but the time that it took.
  private func facts(_ exploration: Exploration) -> Exploration {
    var exploration = exploration
    exploration.duration = .zero
    return exploration
  }

  /// Explores on several threads, which divide the work after a few runs.
  private func explore(
    _ search: Search, _ budget: Budget, of scenario: Scenario = DivisionTests.scenario, jobs: Int,
    expecting invariants: [Invariant] = []
  ) -> Exploration {
    let setup = ExplorationSetup(scenario, search, budget, invariants)
    return facts(Explorer(setup, jobs: jobs, runsBetweenSplits: 7).explore { _ in true })
  }

  @Test("among threads", arguments: searches)
  func threads(search: Search) {
    let budget = Budget(schedules: 400)
    let one = explore(search, budget, jobs: 1, expecting: Self.order)
    #expect(one.schedules >= 90 && one.findings.count == 6 && one.failure != nil)
    for jobs in [2, 5] {
      #expect(explore(search, budget, jobs: jobs, expecting: Self.order) == one)
    }
  }

  @Test("among threads, if a limit is reached", arguments: searches)
  func limits(search: Search) {
    for limit in [1, 6, 7, 8, 50, 89] {
      let one = explore(search, Budget(schedules: limit), jobs: 1)
      #expect(one.schedules == limit && one.coverage == .scheduleLimit)
      #expect(explore(search, Budget(schedules: limit), jobs: 3) == one, "\(limit) schedules")
    }
  }

  /// Explores all shares, and merges them.
  private func merged(
    _ search: Search, _ budget: Budget, of scenario: Scenario = DivisionTests.scenario,
    shares count: Int,
    expecting invariants: [Invariant] = []
  ) throws -> Exploration {
    let shares = try (1...count).map { number in
      let shard = try #require(ExplorationShard(number, of: count))
      return scenario.explore(shard, search, within: budget, expecting: invariants, jobs: 2)
    }
    return facts(
      scenario.exploration(merging: shares, search, within: budget, expecting: invariants))
  }

  @Test("among shares that are merged", arguments: searches)
  func shares(search: Search) throws {
    let budget = Budget(schedules: 400)
    let one = explore(search, budget, jobs: 1, expecting: Self.order)
    for count in [1, 2, 5] {
      #expect(
        try merged(search, budget, shares: count, expecting: Self.order) == one, "\(count) shares")
    }
  }

  @Test("among shares, if a limit is reached within one of them", arguments: searches)
  func limitedShares(search: Search) throws {
    for limit in [1, 2, 40, 88] {
      let one = explore(search, Budget(schedules: limit), jobs: 1)
      #expect(
        try merged(search, Budget(schedules: limit), shares: 3) == one, "\(limit) schedules")
    }
  }

  @Test("every schedule belongs to one share, and each share has some of the work")
  func partition() throws {
    let shares = try (1...4).map { number in
      let shard = try #require(ExplorationShard(number, of: 4))
      return Self.scenario.explore(shard, .unreduced, within: Budget(), expecting: [])
    }
    let sections = shares.flatMap(\.sections)
    #expect(Set(sections.map(\.number)).count == sections.count)
    #expect(sections.reduce(0) { $0 + $1.tally.schedules } == 1680)
    for share in shares {
      #expect(share.sections.reduce(0) { $0 + $1.tally.schedules } > 1680 / 16)
    }
  }

  @Test("more shares than schedules")
  func small() throws {
    let scenario = Scenario("one") { note("only") }
    let one = explore(.exhaustive, Budget(), of: scenario, jobs: 1)
    #expect(try merged(.exhaustive, Budget(), of: scenario, shares: 16) == one)
  }

  @Test(
    "runs that deadlock, never settle, or never end",
    arguments: [
      Puzzle.deadlock, Scenario("pending") { Promise<Int>.pending().promise },
      Scenario("endless") { turn() },
    ])
  func anomalies(scenario: Scenario) throws {
    let budget = Budget(schedules: 100, steps: 20)
    let one = explore(.exhaustive, budget, of: scenario, jobs: 1)
    #expect(explore(.exhaustive, budget, of: scenario, jobs: 3) == one)
    #expect(try merged(.exhaustive, budget, of: scenario, shares: 3) == one)
  }

  @Test("an expectation for some schedule holds if it holds in one share")
  func some() throws {
    let expectation = try #require(Invariant("in some schedule: right before left"))
    let never = try #require(Invariant("in some schedule: note nothing"))
    for (invariant, holds) in [(expectation, true), (never, false)] {
      let whole = try merged(.exhaustive, Budget(), shares: 3, expecting: [invariant])
      #expect((whole.failure == nil) == holds)
      #expect(whole == explore(.exhaustive, Budget(), jobs: 1, expecting: [invariant]))
    }
  }

  @Test("a scenario whose runs share state is reported on several threads, too")
  func notRepeatable() {
    let count = SharedNumber(0)
    let scenario = Scenario("counting") {
      for queue in Self.queues {
        _ = after(.milliseconds(1)).map(on: queue) { 1 }.done(on: queue) { _ in
          count.value += 1
          note("\(count.value / 1000)")
        }
      }
    }
    let exploration = explore(.unreduced, Budget(), of: scenario, jobs: 2)
    if case .notRepeatable = exploration.coverage { return }
    Issue.record("\(exploration.coverage)")
  }

  /// A chain that begins again and again.
  private static func turn() -> Guarantee<Void> {
    after(.milliseconds(1)).then(on: queues[0]) { turn() }
  }
}
