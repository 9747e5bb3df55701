import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@testable import PromiseExploration

@Suite(
  "What leaves the simulation, or comes from outside, is in no schedule, and is reported")
struct OutsideExplorationTests {
  @Test("a task that takes longer than the run")
  func task() {
    let scenario = Scenario("slow") {
      Promise(async: { () async -> Int in
        // Never resumed.
        await withUnsafeContinuation { (_: UnsafeContinuation<Int, Never>) in }
      })
    }
    let exploration = scenario.explore()
    #expect(exploration.coverage == .outsideCalls)
    #expect(exploration.findings.map(\.outcome.result) == [.neverSettled])
  }

  @Test("another thread resolves the promise while the main program waits for it")
  func thread() {
    let scenario = Scenario("thread") {
      let (promise, seal) = Promise<Int>.pending()
      let isDone = DispatchSemaphore(value: 0)
      DispatchQueue.global().async {
        seal.fulfill(1)
        isDone.signal()
      }
      isDone.wait()
      return promise
    }
    #expect(scenario.explore().coverage == .outsideCalls)
  }

  @Test("waiting jobs that continue on threads of the simulation do not leave it")
  func waits() {
    let scenario = Scenario("waits") {
      let (promise, seal) = Promise<Int>.pending()
      for queue in [Puzzle.left, Puzzle.right] {
        _ = queue.async(.promise) {
          let value = try promise.wait()
          note("\(queue.label) \(value)")
        }
      }
      _ = after(.milliseconds(1)).done { seal.fulfill(1) }
      return after(.milliseconds(1)).map { try promise.wait() }
    }
    for search in [Search.exhaustive, .unreduced] {
      #expect(scenario.explore(search).coverage == .exhaustive)
    }
    let walk = scenario.explore(.random(seed: 1), within: Budget(schedules: 50))
    #expect(walk.coverage == .scheduleLimit)
  }

  @Test("another thread resolves the promise a little later, although the run has ended")
  func later() {
    // Not a global queue, where other tests may block all threads.
    let outside = DispatchQueue(label: "outside")
    let scenario = Scenario("later") {
      let (promise, seal) = Promise<Int>.pending()
      outside.asyncAfter(deadline: .now() + .milliseconds(20)) { seal.fulfill(1) }
      return promise.map { $0 }
    }
    #expect(scenario.explore().coverage == .outsideCalls)
  }

  @Test("nothing is waited for if the scenario is self-contained, as a bundled demo is")
  func selfContained() {
    var scenario = Scenario("kept") {
      let (promise, seal) = Promise<Int>.pending()
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(100)) { seal.fulfill(1) }
      return promise.map { $0 }
    }
    scenario.isSelfContained = true
    #expect(scenario.explore(within: Budget(schedules: 1)).coverage != .outsideCalls)
  }

  @Test(
    "nothing is waited for if no code is left that could resolve the promise",
    arguments: [
      Scenario("dropped") { Promise<Int>.pending().promise },
      Scenario("dropped before") { Promise<Int>.pending().promise.map { $0 } },
      Scenario("never adopted") {
        after(.milliseconds(1)).then { Promise<Int>.pending().promise }
      },
      Scenario(
        "undrained", queues: [SimulatedQueue(label: "main", kind: .serial, isDrained: false)]
      ) {
        Promise.value(1).map { $0 }
      },
    ])
  func waitsForNothing(scenario: Scenario) {
    let exploration = scenario.explore()
    #expect(exploration.coverage == .exhaustive && exploration.neverSettled == 1)
    #expect(pauses(of: scenario) == 0)
  }

  @Test("there is a wait if code is left that could resolve the promise")
  func waitsForKept() {
    let kept = Promise<Int>.pending()
    #expect(pauses(of: Scenario("kept") { kept.promise }) == 20)
  }

  /// Returns how often a run of the scenario waits for something from outside.
  private func pauses(of scenario: Scenario) -> Int {
    let attempt = Attempt(scenario)
    attempt.run(steps: 1000)
    var pauses = 0
    #expect(!attempt.receivesOutsideCalls { pauses += 1 })
    return pauses
  }

  @Test("a promise that is never resolved is reported as never settled, and every schedule was run")
  func nobody() {
    let exploration = Scenario("nobody") { Promise<Int>.pending().promise }.explore()
    #expect(exploration.findings.map(\.outcome.result) == [.neverSettled])
    #expect(exploration.coverage == .exhaustive)
  }
}
