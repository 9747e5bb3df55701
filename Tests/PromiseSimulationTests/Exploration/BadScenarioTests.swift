import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("A nondeterministic scenario is detected, and an endless one is stopped")
struct BadScenarioTests {
  /// Returns what differed, in the words of the coverage.
  private func difference(_ scenario: Scenario) -> String? {
    if case .notRepeatable(let what) = scenario.explore().coverage { what } else { nil }
  }

  @Test("a scenario that reads a clock is not deterministic: the first event that differs is named")
  func clock() throws {
    let scenario = Scenario("clock") {
      _ = after(.milliseconds(1)).done { note("it is \(ContinuousClock.now)") }
    }
    let what = try #require(difference(scenario))
    #expect(what.contains("it is "))
    #expect(what.hasPrefix("event "))
  }

  @Test("a scenario that draws a random number is not deterministic")
  func random() {
    let scenario = Scenario("random") { .value(UInt64.random(in: 0 ... .max)) as Promise<UInt64> }
    #expect(difference(scenario) != nil)
  }

  @Test("state left by another run is detected, even if only one order reads it")
  func leftOver() {
    let runs = SharedNumber(0)
    let always = Scenario("always") {
      runs.value += 1
      note("run \(runs.value)")
    }
    #expect(difference(always) != nil)
    let seldom = Scenario("seldom") {
      let first = SharedNumber(0)
      _ = after(.milliseconds(1)).done(on: Puzzle.left) { first.value = 1 }
      _ = after(.milliseconds(1)).done(on: Puzzle.right) {
        guard first.value == 0 else { return note("A first") }
        runs.value += 1
        note("B first, \(runs.value)")
      }
    }
    #expect(difference(seldom)?.contains("B first") == true)
    #expect(seldom.explore().findings.map(\.outcome.notes) == [["A first"]])
  }

  @Test("different choices after the same ones are detected")
  func otherChoices() {
    let runs = SharedNumber(0)
    let scenario = Scenario("other") {
      let first = SharedNumber(0)
      _ = after(.milliseconds(1)).done(on: Puzzle.left) { first.value = 1 }
      _ = after(.milliseconds(1)).done(on: Puzzle.right) {
        guard first.value == 0 else { return }
        runs.value += 1
        for _ in 0..<runs.value % 3 { _ = after(.milliseconds(0)) }
      }
    }
    #expect(difference(scenario) != nil)
  }

  @Test(
    "state that only one order leaves behind is detected, even if it changes only which handlers run"
  )
  func hidden() {
    let runs = SharedNumber(0)
    let scenario = Scenario("hidden") {
      let first = SharedNumber(0)
      _ = after(.milliseconds(1)).done(on: Puzzle.left) { first.value = 1 }
      _ = after(.milliseconds(1)).done(on: Puzzle.right) {
        guard first.value == 0 else { return }
        runs.value += 1
        if runs.value.isMultiple(of: 2) { _ = after(.milliseconds(0)).done(on: nil) {} }
      }
    }
    #expect(difference(scenario)?.hasPrefix("event ") == true)
  }

  @Test("an empty budget runs one schedule, and reports where it stopped")
  func noBudget() {
    let budgets: [(Budget, Coverage)] = [
      (Budget(schedules: 0), .scheduleLimit), (Budget(schedules: -5), .scheduleLimit),
      (Budget(duration: .seconds(-1)), .timeLimit), (Budget(steps: 0), .stepLimit),
      (Budget(steps: -1), .stepLimit),
    ]
    for (budget, coverage) in budgets {
      let exploration = Puzzle.lostUpdate.explore(within: budget)
      #expect(exploration.coverage == coverage)
      #expect(exploration.schedules == 1)
    }
  }

  @Test("dozens, not thousands, of threads that wait forever are lost")
  func parked() {
    let scenario = Scenario("parked") {
      let (promise, seal) = Promise<Int>.pending()
      _ = DispatchQueue(label: "a").async(.promise) { try promise.wait() }
      _ = Promise.value(()).done(on: Puzzle.left) { Guarantee<Int>.pending().guarantee.wait() }
      for queue in [Puzzle.left, Puzzle.right] {
        _ = Promise.value(()).done(on: queue) { note("beside") }
      }
      for _ in 0..<3 { _ = Promise.value(()).done(on: DispatchQueue(label: "b")) { note("b") } }
      _ = Promise.value(()).done(on: DispatchQueue(label: "c")) { seal.fulfill(1) }
    }
    let exploration = scenario.explore(.unreduced)
    #expect(exploration.coverage == .parkedThreads)
    #expect(exploration.deadlocks > 8 && exploration.deadlocks <= 64)
  }

  @Sendable private static func tick(_ label: String) {
    _ = after(.milliseconds(1)).done(on: DispatchQueue(label: label)) { tick(label) }
  }

  @Test("a run without an end stops at its limit of steps, and is an outcome")
  func endless() {
    let scenario = Scenario("tick") {
      note("begun")
      Self.tick("left")
    }
    let exploration = scenario.explore(within: Budget(steps: 100), expecting: [.never(.endlessRun)])
    #expect(exploration.coverage == .stepLimit)
    #expect(
      exploration.findings.map(\.outcome) == [
        Exploration.Outcome(result: .none, notes: ["begun"], isEndless: true)
      ])
    #expect(exploration.steps == 100)
    #expect(exploration.failure?.broken == [.never(.endlessRun)])
  }

  @Test("a scenario with ever more schedules stops at its schedule limit with the results so far")
  func everMore() {
    let scenario = Scenario("ticks") {
      Self.tick("left")
      Self.tick("right")
    }
    let exploration = scenario.explore(.unreduced, within: Budget(schedules: 20, steps: 60))
    #expect(exploration.coverage == .scheduleLimit)
    #expect(exploration.schedules == 20)
    #expect(exploration.findings.map(\.outcome.isEndless) == [true])
  }

  @Test("and at its time limit")
  func time() {
    let scenario = Scenario("ticks") {
      Self.tick("left")
      Self.tick("right")
    }
    let budget = Budget(schedules: .max, duration: .milliseconds(1), steps: 60)
    let exploration = scenario.explore(.unreduced, within: budget)
    #expect(exploration.coverage == .timeLimit)
    #expect(exploration.schedules > 0)
  }
}
