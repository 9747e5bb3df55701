import Dispatch
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Synchronization
import Testing

/// What the runs of an exploration leave behind.
@Suite("Exploration: no run sees anything of another one")
struct SuccessiveRunTests {
  private static let queues = ["left", "right"].map { DispatchQueue(label: $0) }

  /// Starts two timers whose handlers can run in two orders.
  private static func fork(_ body: @escaping @Sendable () -> Void = {}) {
    for queue in queues { _ = after(.milliseconds(1)).done(on: queue) { body() } }
  }

  @Test("every run begins with the standard defaults, policy, and handlers")
  func settings() {
    let warnings = Mutex(0)
    let scenario = Scenario("settings") {
      let environment = PromiseEnvironment.current
      PromiseTrace.note("\(environment.catchPolicy), \(environment.defaults.map == nil)")
      // Nothing handles the warning, unless a handler is left of an earlier run.
      _ = Promise<Int>.pending().promise
      environment.catchPolicy = .allErrors
      environment.defaults.map = nil
      environment.warningHandler = { _ in warnings.withLock { $0 += 1 } }
      Self.fork()
    }
    let exploration = scenario.explore(.random(seed: 3), within: Budget(schedules: 40), jobs: 1)
    #expect(exploration.schedules == 40)
    #expect(
      exploration.findings.map(\.outcome.notes) == [["allErrorsExceptCancellation, false"]])
    #expect(warnings.withLock { $0 } == 0)
  }

  @Test("every run has the same numbers of queues, promises, and threads, whatever the others did")
  func numbers() {
    let scenario = Scenario("numbers") {
      let promise = after(.milliseconds(1))
      Self.fork { PromiseTrace.note("\(promise.id)") }
    }
    let exploration = scenario.explore(.random(seed: 3), within: Budget(schedules: 40), jobs: 1)
    #expect(exploration.schedules == 40)
    #expect(exploration.findings.map(\.outcome.notes) == [["p1", "p1"]])
  }

  @Test("a rejection that a run leaves behind is reported in no other run")
  func rejections() {
    let scenario = Scenario("rejections") { () -> Promise<Int> in
      Self.fork()
      return after(.milliseconds(1)).then(on: Self.queues[0]) { Promise<Int>(error: Failure()) }
    }
    let exploration = scenario.explore(.random(seed: 3), within: Budget(schedules: 40), jobs: 1)
    #expect(exploration.schedules == 40)
    #expect(exploration.findings.count == 1)
    #expect(exploration.findings.first?.outcome.unhandled == [])
  }

  @Test("a promise that the program keeps belongs to the environment of its own run")
  func kept() {
    let kept = Mutex<[Guarantee<Int>]>([])
    let scenario = Scenario("kept") {
      let promise = after(.milliseconds(1)).map(on: Self.queues[0]) { 1 }
      kept.withLock { $0.append(promise) }
      Self.fork()
    }
    let exploration = scenario.explore(.random(seed: 3), within: Budget(schedules: 40), jobs: 1)
    #expect(exploration.schedules == 40)
    let all = kept.withLock { $0 }
    #expect(all.count > 40)
    #expect(Set(all.map { ObjectIdentifier($0.environment) }).count == all.count)
    #expect(all.allSatisfy { $0.value == 1 })
  }

  private struct Failure: Error {}
}
