import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Limits")
struct LimitTests {
  /// Sets a timer when the last one fires, forever.
  @Sendable private static func tick() {
    _ = after(.milliseconds(10)).done(on: nil) {
      note("tick")
      tick()
    }
  }

  @Test("An endless scenario stops after the maximum number of steps")
  func steps() {
    let run = Simulated(Self.tick)
    #expect(run.simulation.run(steps: 3) == .stepLimit)
    #expect(run.notes == ["tick 10", "tick 20", "tick 30"])
    #expect(!run.simulation.isFinished)
  }

  @Test("An endless scenario stops before the first thing that comes after its time limit")
  func time() {
    let run = Simulated(Self.tick)
    #expect(run.simulation.run(until: .milliseconds(20)) == .timeLimit)
    #expect(run.notes == ["tick 10", "tick 20"])
    #expect(run.simulation.run(until: .milliseconds(29)) == .timeLimit)
    #expect(run.notes.count == 2)
  }

  @Test("A run that ends with its last step is finished")
  func exact() {
    let run = Simulated { _ = after(.milliseconds(10)) }
    #expect(run.simulation.run(steps: 1) == .finished)
    #expect(run.simulation.run(steps: 0) == .finished)
  }
}
